import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import { podBlocks } from '../drainability/pod-blocks.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { BoundPod } from '../model/pod.js';
import { reschedulingCost } from './rescheduling-cost.js';

/** A NodeClaim of a static NodePool, as far as the order of removal depends on it. */
export interface SurplusNode {
  /** Ids sort by the time of their creation. */
  readonly id: string;
  readonly isLaunched: boolean;
  /** The raw annotation `karpenter.sh/do-not-disrupt` on the node. */
  readonly doNotDisrupt: string | null;
  readonly pods: readonly BoundPod[];
}

/**
 * Sorts the NodeClaims of a static NodePool in the order of removal when it has too many: those
 * that are not launched, empty nodes, unprotected nodes, then the others; within each, the lowest
 * disruption cost first, and among equals the youngest. Source: karpenter
 * static/deprovisioning/controller.go @v1.14.1; differs: the annotation do-not-disrupt on a node
 * protects it as on its pods.
 */
export function inOrderOfSurplus<T extends SurplusNode>(
  nodes: readonly T[],
  now: Instant,
): readonly T[] {
  return nodes
    .map((node) => {
      const reschedulable = node.pods.filter(isReschedulable);
      return {
        node,
        rank: rankOf(node, reschedulable.length, now),
        cost: reschedulingCost(reschedulable),
      };
    })
    .sort((a, b) => a.rank - b.rank || a.cost - b.cost || compareText(b.node.id, a.node.id))
    .map(({ node }) => node);
}

function rankOf(
  { isLaunched, doNotDisrupt, pods }: SurplusNode,
  reschedulableCount: number,
  now: Instant,
) {
  if (!isLaunched) return 0;
  const isProtected = doNotDisrupt === 'true' || podBlocks(pods, [], now).length > 0;
  if (isProtected) return 3;
  return reschedulableCount === 0 ? 1 : 2;
}
