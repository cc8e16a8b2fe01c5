import { type Instant, invariant } from '@kerf/core';
import type { ClusterSnapshot, Node, PlannedNodeClaim } from '@kerf/engine';
import { launchedNode } from './node.js';

/** Returns the initialized node of a planned NodeClaim, launched as its cheapest option, without pods. */
export function plannedNode(
  { nodePools, instanceTypesByNodePool }: ClusterSnapshot,
  { nodePool, expected }: Pick<PlannedNodeClaim, 'nodePool' | 'expected'>,
  { name, bornAt }: { readonly name: string; readonly bornAt: Instant },
): Node {
  const pool = nodePools.find((item) => item.name === nodePool);
  const type = instanceTypesByNodePool[nodePool]?.find(
    (item) => item.name === expected.instanceType,
  );
  invariant(pool !== undefined && type !== undefined, 'the plan names an unknown pool or type');
  const { zone, capacityType } = expected;
  return launchedNode({ name, pool, type, zone, capacityType, bornAt });
}
