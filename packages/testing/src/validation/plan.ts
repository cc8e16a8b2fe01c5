import type { Labels, RequirementSpec, SchedulingResult, Taint } from '@kerf/engine';

/** The destinations of pods, independent of the engine that planned them. */
export interface Plan {
  readonly onNodes: readonly { readonly nodeName: string; readonly podUids: readonly string[] }[];
  readonly toLaunch: readonly NodeToLaunch[];
  readonly unplaced: readonly string[];
}

/** A node to launch: any of its types, as any offering that its requirements allow. */
export interface NodeToLaunch {
  readonly name: string;
  readonly nodePool: string;
  readonly podUids: readonly string[];
  readonly requirements: readonly RequirementSpec[];
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly instanceTypes: readonly string[];
}

export function planOf(result: SchedulingResult): Plan {
  return {
    onNodes: result.existingNodes,
    toLaunch: result.newNodeClaims.map((claim) => ({
      name: claim.id,
      nodePool: claim.nodePool,
      podUids: claim.podUids,
      requirements: claim.requirements,
      labels: claim.labels,
      taints: claim.taints,
      instanceTypes: claim.instanceTypes.map(({ name }) => name),
    })),
    unplaced: result.unschedulable.map(({ podUid }) => podUid),
  };
}
