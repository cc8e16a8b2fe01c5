import { describe, expect, it } from 'vitest';
import { leastCost, type NodeChoice } from './exhaustive-search.js';

const node = (
  cost: number,
  capacity: number,
  admits: readonly boolean[] = [true, true],
): NodeChoice => ({
  cost: BigInt(cost),
  capacity: [BigInt(capacity)],
  admits,
});
const podGroup = (count: number, requests: number, maxPerNode = Infinity) => ({
  count,
  maxPerNode,
  requests: [BigInt(requests)],
});

describe('the lowest cost of nodes for some pods', () => {
  it('is zero without pods', () => {
    expect(leastCost([], [node(5, 10)])).toBe(0n);
    expect(leastCost([podGroup(0, 3)], [node(5, 10)])).toBe(0n);
  });

  it('is the cost of one node if all pods fit on it for less', () => {
    expect(leastCost([podGroup(2, 3), podGroup(1, 4)], [node(5, 4), node(9, 10)])).toBe(9n);
    expect(leastCost([podGroup(2, 3), podGroup(1, 4)], [node(2, 4), node(9, 10)])).toBe(6n);
  });

  it('counts only nodes that admit the pods', () => {
    const nodes = [node(1, 10, [true, false]), node(7, 10, [true, true])];
    expect(leastCost([podGroup(1, 3), podGroup(1, 3)], nodes)).toBe(7n);
    expect(leastCost([podGroup(1, 3), podGroup(1, 8)], nodes)).toBe(8n);
    expect(leastCost([podGroup(2, 3)], [node(1, 10, [false])])).toBeNull();
  });

  it('respects the maximum number of pods of a group on one node', () => {
    expect(leastCost([podGroup(4, 1, 2)], [node(5, 10)])).toBe(10n);
    expect(leastCost([podGroup(4, 1, 1)], [node(5, 10)])).toBe(20n);
  });

  it('merges equal pod groups, except those with a limit of their own', () => {
    const equalGroups = Array.from({ length: 200 }, () => podGroup(1, 1));
    const node10 = node(
      5,
      10,
      Array.from({ length: 200 }, () => true),
    );
    expect(leastCost(equalGroups, [node10])).toBe(100n);
    expect(leastCost([podGroup(2, 1, 1), podGroup(2, 1, 1)], [node(5, 10)])).toBe(10n);
    expect(leastCost([podGroup(2, 1, 1), podGroup(3, 1)], [node(5, 10)])).toBe(10n);
  });

  it('is null if a pod fits on no node, or there are too many combinations', () => {
    expect(leastCost([podGroup(1, 11)], [node(5, 10)])).toBeNull();
    expect(leastCost([podGroup(100, 1)], [node(5, 100)])).toBe(5n);
    expect(leastCost([podGroup(800, 1)], [node(5, 800)])).toBeNull();
  });
});
