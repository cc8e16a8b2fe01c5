import type { Requirements } from '../requirements/requirements.js';
import type { NodeClaimTemplate } from './node-claim-template.js';
import type { PodAttempt, PodClass } from './pod-class.js';

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
  readonly podClass: PodClass;
  readonly attempt: PodAttempt;
  readonly count: number;
}

/** A place on a node of the blueprint that is still free for so many pods of a class. */
export interface BlueprintPlace {
  readonly node: BlueprintNode;
  readonly attempt: PodAttempt;
  left: number;
}

/** The places of a blueprint by class, in the order of its nodes. */
export function placesByClass({ nodes }: Blueprint): ReadonlyMap<PodClass, BlueprintPlace[]> {
  const places = new Map<PodClass, BlueprintPlace[]>();
  for (const node of nodes) {
    for (const { podClass, attempt, count } of node.pods) {
      const known = places.get(podClass) ?? [];
      known.push({ node, attempt, left: count });
      places.set(podClass, known);
    }
  }
  return places;
}
