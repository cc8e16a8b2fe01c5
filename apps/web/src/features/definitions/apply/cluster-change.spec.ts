import { describe, expect, it } from 'vitest';
import { mergePatch, toClusterChange } from './cluster-change.js';

const pool = { kind: 'NodePool', name: 'general' };
const manifest = (metadata: string, spec: string): string =>
  `kind: NodePool\nmetadata:\n  name: general\n${metadata}spec:\n${spec}`;

describe('a change of an object of the cluster', () => {
  it('is a command with the members that differ', () => {
    const before = manifest('', '  weight: 10\n  limits:\n    cpu: "100"\n    memory: 1Gi\n');
    const after = manifest('', '  weight: 10\n  limits:\n    cpu: "200"\n');
    expect(toClusterChange(pool, before, after)).toBe(
      `kubectl patch nodepool general --type merge --patch '{"spec":{"limits":{"cpu":"200","memory":null}}}'`,
    );
  });

  it('quotes what a shell would read', () => {
    const before = manifest('', '  weight: 10\n');
    const after = manifest('', "  note: it's $(date)\n  weight: 10\n");
    expect(toClusterChange(pool, before, after)).toContain(
      String.raw`'{"spec":{"note":"it'\''s $(date)"}}'`,
    );
  });
});

describe('a merge patch', () => {
  it('replaces lists as a whole, adds, changes and removes members', () => {
    expect(
      mergePatch({ a: [1, 2], b: { c: 1, d: 2 }, e: 1 }, { a: [2], b: { c: 1, d: 3 }, f: {} }),
    ).toEqual({ a: [2], b: { d: 3 }, e: null, f: {} });
  });

  it('removes a member with a name that every object has', () => {
    expect(mergePatch({ labels: { constructor: 'a', b: '1' } }, { labels: { b: '1' } })).toEqual({
      labels: { constructor: null },
    });
  });

  it('is absent for equal values', () => {
    expect(mergePatch({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toBeUndefined();
  });
});
