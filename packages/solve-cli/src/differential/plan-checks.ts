import { getOrCreate } from '@kerf/core';
import { type ClusterSnapshot, type Labels, requirementOperators } from '@kerf/engine';
import { type Plan, validatePlan } from '@kerf/testing';
import type { Defect, PlanChecks } from './compare.js';
import { withLaunchableNodes } from './launchable-nodes.js';
import type { ComparedAnswer } from './oracle.js';

/** Returns why the kube-scheduler cannot execute a plan; empty if it can. */
function problemsOf(snapshot: ClusterSnapshot, answer: ComparedAnswer): readonly string[] {
  return validatePlan(snapshot, toPlan(snapshot, answer));
}

/** Returns the checks of plans for one cluster. Many runs give equal plans, which are checked once. */
export function createPlanChecks(snapshot: ClusterSnapshot): PlanChecks {
  const launchable = withLaunchableNodes(snapshot);
  return {
    problemsOf: memoizeByPlan((answer) => problemsOf(snapshot, answer)),
    defectOf: memoizeByPlan((answer): Defect | null => {
      const withoutInvented = withDefinedLabels(snapshot, answer);
      if (problemsOf(snapshot, withoutInvented).length > 0) return 'KarpenterInventsLabel';
      return problemsOf(launchable, answer).length > 0 ? 'KarpenterMiscounts' : null;
    }),
  };
}

/**
 * Returns the plan without labels that no NodePool defines. Upstream treats a label as defined once a pod
 * excludes a value of it: the node then gets a random value, or one that a later pod requires.
 */
function withDefinedLabels({ nodePools }: ClusterSnapshot, answer: ComparedAnswer): ComparedAnswer {
  const nodeClaims = answer.nodeClaims.map((claim) => {
    const pool = nodePools.find(({ name }) => name === claim.nodePool);
    const requested = pool?.template.requirements.map(({ key }) => key) ?? [];
    const defined = new Set([...Object.keys(pool?.template.labels ?? {}), ...requested]);
    const isDefined = (label: string): boolean =>
      defined.has(label) || label.includes('karpenter.');
    const labels: Labels = Object.fromEntries(
      Object.entries(claim.labels).filter(([label]) => isDefined(label)),
    );
    return { ...claim, labels };
  });
  return { ...answer, nodeClaims };
}

function memoizeByPlan<T>(check: (answer: ComparedAnswer) => T): (answer: ComparedAnswer) => T {
  const known = new Map<string, T>();
  return (answer) => getOrCreate(known, JSON.stringify(answer), () => check(answer));
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
    toLaunch: answer.nodeClaims.map((claim, index) => ({
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
