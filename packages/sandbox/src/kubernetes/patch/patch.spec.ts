import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { builtinSchema } from '../schema/builtin-schemas.js';
import { applyJsonPatch } from './json-patch.js';
import { applyMergePatch } from './merge-patch.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

/** JSON objects with few different keys, so that their keys overlap. */
const objects: fc.Arbitrary<JsonObject> = fc.letrec<{ value: JsonObject }>((tie) => ({
  value: fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.constant('x'),
      fc.array(fc.integer()),
      tie('value'),
    ),
    { maxKeys: 3 },
  ),
})).value;

describe('merge patch', () => {
  // RFC 7386, appendix A.
  it.each<[JsonObject, JsonObject, JsonObject]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, expected) => {
    expect(applyMergePatch(target, patch)).toEqual(expected);
  });

  it('changes nothing when applied again, and never its arguments', () => {
    fc.assert(
      fc.property(objects, objects, (target, patch) => {
        const before = structuredClone(target);
        const once = applyMergePatch(target, patch);
        expect(applyMergePatch(once, patch)).toEqual(once);
        expect(target).toEqual(before);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('creates its value from an empty object', () => {
    fc.assert(
      fc.property(objects, (patch) => {
        expect(applyMergePatch({}, patch)).toEqual(patch);
      }),
      { seed: 4 },
    );
  });
});

describe('JSON patch', () => {
  it('applies its operations in order', () => {
    expect(
      applyJsonPatch({ a: [1], b: 2 }, [
        { op: 'test', path: '/b', value: 2 },
        { op: 'add', path: '/a/-', value: 3 },
        { op: 'move', from: '/b', path: '/c' },
        { op: 'replace', path: '/a/0', value: 0 },
      ]),
    ).toEqual({ a: [0, 3], c: 2 });
  });

  it('takes a missing field for null in a test', () => {
    const step = { op: 'test', path: '/spec/taints', value: null };
    expect(applyJsonPatch({ spec: {} }, [step])).toEqual({ spec: {} });
    expect(applyJsonPatch({ spec: { taints: [] } }, [step])).toBeNull();
    expect(applyJsonPatch({}, [step])).toBeNull();
  });

  it.each([
    [[{ op: 'test', path: '/a', value: 2 }]],
    [[{ op: 'remove', path: '/zz' }]],
    [[{ op: 'replace', path: '/zz', value: 1 }]],
    [[{ op: 'foo', path: '/a' }]],
    [[{ op: 'move', path: '/b' }]],
    [[7]],
  ])('refuses %j', (patch) => {
    const target = { a: 1 };
    expect(applyJsonPatch(target, patch)).toBeNull();
    expect(target).toEqual({ a: 1 });
  });
});

describe('strategic merge patch', () => {
  const pod = builtinSchema('core.v1.Pod');
  const node = builtinSchema('core.v1.Node');

  it('merges containers by name and their lists by theirs', () => {
    const target = {
      spec: {
        containers: [
          { name: 'a', image: '1', env: [{ name: 'X', value: '1' }] },
          { name: 'b', image: '1' },
        ],
      },
    };
    const patch = {
      spec: {
        containers: [
          { name: 'a', image: '2', env: [{ name: 'Y', value: '2' }] },
          { name: 'c', image: '1' },
        ],
      },
    };
    expect(applyStrategicMergePatch(target, patch, pod)).toEqual({
      spec: {
        containers: [
          {
            name: 'a',
            image: '2',
            env: [
              { name: 'Y', value: '2' },
              { name: 'X', value: '1' },
            ],
          },
          { name: 'c', image: '1' },
          { name: 'b', image: '1' },
        ],
      },
    });
  });

  it('replaces lists that have no merge key, as tolerations and taints', () => {
    const target = { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } };
    const patch = { spec: { taints: [{ key: 'b', effect: 'NoExecute' }] } };
    expect(applyStrategicMergePatch(target, patch, node)).toEqual(patch);
  });

  it('merges conditions by type', () => {
    const target = { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'x' }] } };
    const patch = {
      status: {
        conditions: [
          { type: 'Ready', status: 'False' },
          { type: 'New', status: 'True' },
        ],
      },
    };
    expect(applyStrategicMergePatch(target, patch, node)).toEqual({
      status: {
        conditions: [
          { type: 'Ready', status: 'False', reason: 'x' },
          { type: 'New', status: 'True' },
        ],
      },
    });
  });

  it('adds to a list of strings without duplicates', () => {
    const target = { metadata: { finalizers: ['a'] } };
    const patch = { metadata: { finalizers: ['a', 'b'] } };
    expect(applyStrategicMergePatch(target, patch, pod)).toEqual(patch);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'deletes an item',
      { spec: { containers: [{ name: 'a', $patch: 'delete' }] } },
      { spec: { containers: [{ name: 'b' }], nodeName: 'n' } },
    ],
    [
      'replaces a list',
      { spec: { containers: [{ $patch: 'replace' }, { name: 'c' }] } },
      { spec: { containers: [{ name: 'c' }], nodeName: 'n' } },
    ],
    [
      'replaces an object',
      { spec: { $patch: 'replace', hostNetwork: true } },
      { spec: { hostNetwork: true } },
    ],
    [
      'keeps only some keys',
      { spec: { $retainKeys: ['nodeName'], nodeName: 'm' } },
      { spec: { nodeName: 'm' } },
    ],
    [
      'puts items in order',
      { spec: { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } },
      { spec: { containers: [{ name: 'b' }, { name: 'a' }], nodeName: 'n' } },
    ],
    [
      'removes a field',
      { spec: { nodeName: null } },
      { spec: { containers: [{ name: 'a' }, { name: 'b' }] } },
    ],
    [
      'adds an object without its nulls',
      { spec: { affinity: { nodeAffinity: null } } },
      { spec: { containers: [{ name: 'a' }, { name: 'b' }], nodeName: 'n', affinity: {} } },
    ],
  ])('%s', (_what, patch, expected) => {
    const target = { spec: { containers: [{ name: 'a' }, { name: 'b' }], nodeName: 'n' } };
    expect(applyStrategicMergePatch(target, patch, pod)).toEqual(expected);
  });

  it('deletes from a list of strings', () => {
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } };
    expect(applyStrategicMergePatch({ metadata: { finalizers: ['a', 'b'] } }, patch, pod)).toEqual({
      metadata: { finalizers: ['b'] },
    });
  });
});
