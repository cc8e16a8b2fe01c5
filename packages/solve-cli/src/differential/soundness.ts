import { type ClusterSnapshot, requirementOperators } from '@kerf/engine';
import { type Plan, validatePlan } from '@kerf/testing';
import type { ComparedAnswer } from './oracle.js';

/** What keeps the kube-scheduler from carrying out the plan of either engine. */
export function problemsOf(snapshot: ClusterSnapshot, answer: ComparedAnswer): readonly string[] {
  return validatePlan(snapshot, toPlan(snapshot, answer));
}

function toPlan({ pods }: ClusterSnapshot, answer: ComparedAnswer): Plan {
  const uids = new Map(pods.map(({ name, uid }) => [name, uid]));
  const uidsOf = (names: readonly string[]): string[] =>
    names.map((name) => uids.get(name) ?? name);
  return {
    onNodes: Object.entries(answer.existing).map(([nodeName, names]) => ({
      nodeName,
      podUids: uidsOf(names),
    })),
    toBuy: answer.nodeClaims.map((claim, index) => ({
      name: `claim-${index}`,
      nodePool: claim.nodePool,
      podUids: uidsOf(claim.pods),
      requirements: claim.requirements.flatMap(({ key, operator, values }) => {
        const known = requirementOperators.find((item) => item === operator);
        return known === undefined
          ? []
          : [{ key, operator: known, values: values ?? [], minValues: null }];
      }),
      labels: claim.labels,
      taints: claim.taints,
      instanceTypes: claim.instanceTypes,
    })),
    unplaced: uidsOf(Object.keys(answer.errors)),
  };
}
