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

  it('is a new one after any change of its fields', () => {
    const cached = aCachedNode({ name });
    const changes = [
      { isReady: false },
      { labels: { ...build().labels, zone: 'b' } },
      { labels: {} },
      { volumeLimits: { driver: 1 } },
      { pods: [aPod().running()] },
      { nominatedUntil: 7 },
      { nodeClaim: null },
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
