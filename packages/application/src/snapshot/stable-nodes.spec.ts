import { aCachedNode, aNode, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { stableNode } from './stable-nodes.js';

const name = 'n1';
const build = () => aNode(name).build();

describe('the node of a snapshot', () => {
  it('is that of the last snapshot while it is equal', () => {
    const cached = aCachedNode({ name });
    const first = stableNode(cached, build());
    expect(stableNode(cached, build())).toBe(first);
  });

  it.each(Object.keys(build()))('is a new one after a change of %s', (field) => {
    const cached = aCachedNode({ name });
    stableNode(cached, build());
    const changed = { ...build(), [field]: { other: 1 } };
    expect(stableNode(cached, changed)).toBe(changed);
  });

  it('is a new one after a change within a field', () => {
    const cached = aCachedNode({ name });
    const changes = [
      { labels: { ...build().labels, zone: 'b' } },
      { labels: {} },
      { taints: [{ key: 'a', value: '', effect: 'NoSchedule' as const }] },
      { pods: [aPod().running()] },
    ];
    for (const change of changes) {
      const before = stableNode(cached, build());
      const changed = { ...build(), ...change };
      expect(stableNode(cached, changed)).toBe(changed);
      expect(changed).not.toEqual(before);
    }
  });

  it('is not shared by cached nodes', () => {
    const first = stableNode(aCachedNode({ name }), build());
    expect(stableNode(aCachedNode({ name }), build())).not.toBe(first);
  });
});
