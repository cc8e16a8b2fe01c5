import { type ClusterSnapshot, type Labels, requirementOperators } from '@kerf/engine';
import { type Plan, validatePlan } from '@kerf/testing';
import { withLaunchableNodes } from './buyable-nodes.js';
import type { Defect, PlanChecks } from './compare.js';
import type { ComparedAnswer } from './oracle.js';

/** What keeps the kube-scheduler from carrying out the plan of either engine. */
function problemsOf(snapshot: ClusterSnapshot, answer: ComparedAnswer): readonly string[] {
  return validatePlan(snapshot, toPlan(snapshot, answer));
}

/** The checks of plans for one cluster. Runs of chance repeat each other: each plan is checked once. */
export function checksFor(snapshot: ClusterSnapshot): PlanChecks {
  const launchable = withLaunchableNodes(snapshot);
  return {
    problemsOf: oncePerPlan((answer) => problemsOf(snapshot, answer)),
    defectOf: oncePerPlan((answer): Defect | null => {
      const plain = withDefinedLabels(snapshot, answer);
      if (problemsOf(snapshot, plain).length > 0) return 'TheirsInventLabel';
      return problemsOf(launchable, answer).length > 0 ? 'TheirsMiscounted' : null;
    }),
  };
}

/**
 * The plan without the labels that no pool defines. Upstream takes a label as defined once a pod says what it
 * must not be: the node gets a value by chance, or what a pod that comes later asks for.
 */
function withDefinedLabels({ nodePools }: ClusterSnapshot, answer: ComparedAnswer): ComparedAnswer {
  const nodeClaims = answer.nodeClaims.map((claim) => {
    const pool = nodePools.find(({ name }) => name === claim.nodePool);
    const requested = pool?.template.requirements.map(({ key }) => key) ?? [];
    const defined = new Set([...Object.keys(pool?.template.labels ?? {}), ...requested]);
    const isKept = (label: string): boolean => defined.has(label) || label.includes('karpenter.');
    const kept = Object.entries(claim.labels).filter(([label]) => isKept(label));
    const labels: Labels = Object.fromEntries(kept);
    return { ...claim, labels };
  });
  return { ...answer, nodeClaims };
}

function oncePerPlan<T>(check: (answer: ComparedAnswer) => T): (answer: ComparedAnswer) => T {
  const known = new Map<string, T>();
  return (answer) => {
    const text = JSON.stringify(answer);
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = check(answer);
    known.set(text, made);
    return made;
  };
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
