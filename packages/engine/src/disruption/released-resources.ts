import { getOrCreate } from '@kerf/core';
import type { Node } from '../model/node.js';
import type { ResourceList } from '../model/resource-list.js';

/** Returns what NodePools use less without these nodes, by NodePool, including `nodes`. */
export function releasedResources(nodes: readonly Node[]): ReadonlyMap<string, ResourceList> {
  const released = new Map<string, Record<string, number>>();
  for (const { nodeClaim, capacity } of nodes) {
    if (nodeClaim === null || nodeClaim.nodePool === null) continue;
    const sum = getOrCreate(released, nodeClaim.nodePool, (): Record<string, number> => ({}));
    for (const [name, amount] of Object.entries({ ...capacity, nodes: 1 })) {
      sum[name] = (sum[name] ?? 0) + amount;
    }
  }
  return released;
}
