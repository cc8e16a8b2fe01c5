import { getOrCreate } from '@kerf/core';
import type { Requirements } from '../../requirements/requirements.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';

/** The nodes of an optimized plan with their pods, which are scheduled before anything else. */
export interface Blueprint {
  readonly nodes: readonly BlueprintNode[];
}

/** A new node of a blueprint. */
export interface BlueprintNode {
  readonly template: NodeClaimTemplate;
  /** Requirements that the node has before its first pod, such as a zone. */
  readonly requirements: readonly Requirements[];
  readonly pods: readonly BlueprintPods[];
}

/** A number of pods of one pod group on a node of a blueprint. */
export interface BlueprintPods {
  readonly podGroup: PodGroup;
  readonly attempt: PodAttempt;
  readonly count: number;
}

/** A node of the blueprint that still expects pods of a pod group. */
export interface BlueprintSlot {
  readonly node: BlueprintNode;
  readonly attempt: PodAttempt;
  left: number;
}

/** Returns the nodes of a blueprint by pod group, in the order of the blueprint. */
export function slotsByPodGroup({ nodes }: Blueprint): ReadonlyMap<PodGroup, BlueprintSlot[]> {
  const slots = new Map<PodGroup, BlueprintSlot[]>();
  for (const node of nodes) {
    for (const { podGroup, attempt, count } of node.pods) {
      getOrCreate(slots, podGroup, () => []).push({ node, attempt, left: count });
    }
  }
  return slots;
}
