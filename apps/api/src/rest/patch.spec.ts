import { assert, dictionary, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, jsonPatchBody, type Patch } from './patch.js';

const merged = (document: unknown, value: Record<string, unknown>) =>
  applyPatch(document, { kind: 'Merge', value });
const operated = (document: unknown, operations: unknown) =>
  applyPatch(document, { kind: 'Operations', operations: jsonPatchBody.parse(operations) });

describe('a merge patch', () => {
  it('merges objects, replaces everything else, and removes what is null', () => {
    const document = { spec: { weight: 1, limits: { cpu: '10' }, list: [1, 2] }, kind: 'NodePool' };
    const patch = { spec: { weight: null, limits: { memory: '1Gi' }, list: [3] } };
    expect(merged(document, patch)).toEqual({
      spec: { limits: { cpu: '10', memory: '1Gi' }, list: [3] },
      kind: 'NodePool',
    });
    expect(document.spec.weight).toBe(1);
  });

  it('cannot change a prototype', () => {
    const patch: Record<string, unknown> = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
    const result = merged({}, patch);
    expect(result).toMatchObject({ a: 1 });
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('is refused when it is nested too deeply', () => {
    const deep: Record<string, unknown> = JSON.parse('{"a":'.repeat(200) + '1' + '}'.repeat(200));
    expect(() => merged({}, deep)).toThrow(/more than 64 levels/);
  });

  it('of a document to itself changes nothing', () => {
    const json = dictionary(string(), dictionary(string(), integer()));
    const check = property(json, (value) => {
      expect(JSON.stringify(merged(value, value))).toBe(JSON.stringify(value));
    });
    assert(check);
  });
});

describe('a JSON patch', () => {
  it('applies its operations in order', () => {
    const document = { spec: { weight: 1, taints: [{ key: 'a' }] } };
    const result = operated(document, [
      { op: 'test', path: '/spec/weight', value: 1 },
      { op: 'replace', path: '/spec/weight', value: 5 },
      { op: 'add', path: '/spec/taints/-', value: { key: 'b' } },
      { op: 'copy', from: '/spec/taints/0', path: '/spec/first' },
      { op: 'move', from: '/spec/first', path: '/spec/last' },
      { op: 'remove', path: '/spec/taints/0' },
    ]);
    expect(result).toEqual({ spec: { weight: 5, taints: [{ key: 'b' }], last: { key: 'a' } } });
    expect(document.spec.weight).toBe(1);
  });

  it.each([
    [{ op: 'test', path: '/a', value: 2 }, 'tests a value'],
    [{ op: 'replace', path: '/none', value: 2 }, 'does not exist'],
    [{ op: 'remove', path: '/none' }, 'does not exist'],
    [{ op: 'move', from: '/none', path: '/b' }, 'does not exist'],
    [{ op: 'add', path: '/list/9', value: 1 }, 'beyond the end'],
    [{ op: 'add', path: '/list/x', value: 1 }, 'no number'],
    [{ op: 'add', path: '/__proto__/polluted', value: 1 }, 'cannot be applied'],
    [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }, 'Operation 0'],
  ])('that does not fit is refused with its operation: %o', (operation, words) => {
    expect(() => operated({ a: 1, list: [] }, [operation])).toThrow(words);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('cannot make a document grow without end', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => [
      { op: 'copy', from: '', path: `/c${index}` },
    ]).flat();
    expect(() => operated({ text: 'x'.repeat(1_000) }, doubling)).toThrow(/longer than/);
  });

  it.each([
    ['no list', { op: 'remove', path: '/a' }],
    ['an empty list', []],
    ['another operation', [{ op: 'eval', path: '/a' }]],
    ['a path that is no pointer', [{ op: 'remove', path: 'a' }]],
    ['too many operations', Array.from({ length: 101 }, () => ({ op: 'remove', path: '/a' }))],
  ])('%s is refused', (_, operations) => {
    expect(jsonPatchBody.safeParse(operations).success).toBe(false);
  });

  it('of either kind leaves the document as it was', () => {
    const patches: readonly Patch[] = [
      { kind: 'Merge', value: { a: { b: null } } },
      { kind: 'Operations', operations: [{ op: 'remove', path: '/a/b' }] },
    ];
    for (const patch of patches) {
      const document = { a: { b: 1 } };
      applyPatch(document, patch);
      expect(document).toEqual({ a: { b: 1 } });
    }
  });
});
