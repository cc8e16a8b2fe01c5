import type { Requirements } from '../requirements/requirements.js';
import type { NodeClaimTemplate } from './node-claim-template.js';
import type { PodAttempt, PodGroup } from './pod-group.js';

/** Nodes to open and what to put on them, before anything else is tried. */
export interface Blueprint {
  readonly nodes: readonly BlueprintNode[];
}

export interface BlueprintNode {
  readonly template: NodeClaimTemplate;
  /** What the node settles on before its first pod comes, e.g. a zone. */
  readonly settled: readonly Requirements[];
  readonly pods: readonly BlueprintPods[];
}

export interface BlueprintPods {
  readonly podGroup: PodGroup;
  readonly attempt: PodAttempt;
  readonly count: number;
}

/** A place on a node of the blueprint that is still free for so many pods of a class. */
export interface BlueprintSlot {
  readonly node: BlueprintNode;
  readonly attempt: PodAttempt;
  left: number;
}

/** The places of a blueprint by class, in the order of its nodes. */
export function slotsByPodGroup({ nodes }: Blueprint): ReadonlyMap<PodGroup, BlueprintSlot[]> {
  const places = new Map<PodGroup, BlueprintSlot[]>();
  for (const node of nodes) {
    for (const { podGroup, attempt, count } of node.pods) {
      const known = places.get(podGroup) ?? [];
      known.push({ node, attempt, left: count });
      places.set(podGroup, known);
    }
  }
  return places;
}
