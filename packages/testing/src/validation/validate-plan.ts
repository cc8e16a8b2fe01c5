import { compareText } from '@kerf/core';
import {
  type ClusterSnapshot,
  canLaunch,
  type InstanceType,
  type NodePool,
  type Pod,
} from '@kerf/engine';
import { findUnbindable } from './binding-order.js';
import { expressionHolds } from './label-matching.js';
import type { NodeToLaunch, Plan } from './plan.js';
import { launchChoices, simulateLaunched, simulateNode } from './simulated-node.js';

/**
 * Returns the errors of a plan as sentences; empty if Kubernetes can execute the plan. Pods are
 * bound one by one to the nodes of the plan, by the rules of the kube-scheduler, in an order that
 * allows all of them; planned nodes are launched in several ways, because each of their offerings
 * is possible.
 * @remarks Shares no code with the engine, so that both do not have the same errors, except the search
 * for the devices of one node, `allocateDevices`.
 */
export function validatePlan(snapshot: ClusterSnapshot, plan: Plan): readonly string[] {
  const problems = [
    ...accountProblems(snapshot, plan),
    ...plan.toLaunch.flatMap((planned) => claimProblems(snapshot, planned)),
    ...snapshot.nodePools.flatMap((pool) => limitProblems(snapshot, pool, plan)),
    ...reservationProblems(snapshot, plan),
  ];
  if (problems.length > 0) return problems;
  const outcomes = choices.flatMap((choose) => bindingProblems(snapshot, plan, choose));
  return [...new Set(outcomes)];
}

/** Chooses the type and offering of a node, by the node's index. */
type Choice = (options: number, node: number) => number;

const choices: readonly Choice[] = [
  () => 0,
  (options) => options - 1,
  (options, node) => node % options,
  (options, node) => (node * 7 + 3) % options,
  (options, node) => (node * 5 + 1) % options,
];

function accountProblems({ pods }: ClusterSnapshot, plan: Plan): readonly string[] {
  const named = [
    ...plan.onNodes.flatMap(({ podUids }) => podUids),
    ...plan.toLaunch.flatMap(({ podUids }) => podUids),
    ...plan.unplaced,
  ].sort();
  const waiting = pods.map(({ uid }) => uid).sort();
  return named.join() === waiting.join() ? [] : ['not every pod is in the plan exactly once'];
}

function claimProblems(snapshot: ClusterSnapshot, planned: NodeToLaunch): readonly string[] {
  const { name } = planned;
  const pool = snapshot.nodePools.find((item) => item.name === planned.nodePool);
  if (pool === undefined) return [`${name} has an unknown NodePool`];
  const options = launchChoices(snapshot, planned);
  const names = new Set(options.map(({ type }) => type.name));
  const types = [...new Set(options.map(({ type }) => type))];
  const missing = planned.instanceTypes.filter((type) => !names.has(type));
  const disallowed = options.filter(({ type, offering }) => {
    const { labels } = simulateLaunched(snapshot, planned, { type, offering });
    return !pool.template.requirements.every((item) => expressionHolds(item, labels));
  });
  return [
    ...(!canLaunch(pool) || pool.replicas !== null
      ? [`${name}: its NodePool is static and takes no pods`]
      : []),
    ...(planned.podUids.length === 0 ? [`${name} has no pod`] : []),
    ...(options.length === 0 ? [`${name} cannot be launched`] : []),
    ...missing.map((type) => `${name} names ${type}, which it cannot be launched as`),
    ...disallowed.map(({ type }) => `${name}: its NodePool does not allow ${type.name}`),
    ...minValuesProblems(snapshot, pool, planned, types),
  ];
}

function minValuesProblems(
  { settings }: ClusterSnapshot,
  { template }: NodePool,
  { name, requirements }: NodeToLaunch,
  types: readonly InstanceType[],
): readonly string[] {
  const isReserved = requirements.some(
    ({ key, values }) => key === 'karpenter.sh/capacity-type' && values.join() === 'reserved',
  );
  if (settings.minValuesPolicy === 'BestEffort' || isReserved) return [];
  return template.requirements.flatMap(({ key, minValues }) => {
    const values = new Set(
      types.flatMap((type) =>
        key === 'node.kubernetes.io/instance-type' ? [type.name] : (type.labels[key] ?? []),
      ),
    );
    const isMet = minValues === null || values.size >= minValues;
    return isMet ? [] : [`${name} has ${values.size} values of ${key}, not ${minValues}`];
  });
}

/** The limits of NodePools hold for every type of each node; nodes are counted before the pass only. */
function limitProblems(
  snapshot: ClusterSnapshot,
  { name, limits, usage }: NodePool,
  { toLaunch }: Plan,
): readonly string[] {
  const launched = toLaunch.filter(({ nodePool }) => nodePool === name);
  if (launched.length === 0) return [];
  return Object.entries(limits).flatMap(([resource, limit]) => {
    const used = usage[resource] ?? 0;
    if (resource === 'nodes') return used < limit ? [] : [`${name} may have no more nodes`];
    const added = launched
      .map((planned) =>
        launchChoices(snapshot, planned).map(({ type }) => type.capacity[resource] ?? 0),
      )
      .reduce((sum, amounts) => sum + Math.max(0, ...amounts), 0);
    return used + added <= limit ? [] : [`${name} exceeds its limit of ${resource}`];
  });
}

/** Nodes that can be launched only into a reservation hold it. */
function reservationProblems(snapshot: ClusterSnapshot, { toLaunch }: Plan): readonly string[] {
  const capacities = new Map<string, number>();
  const holders = new Map<string, number>();
  for (const planned of toLaunch) {
    const options = launchChoices(snapshot, planned);
    if (!options.every(({ offering }) => offering.reservationId !== null)) continue;
    for (const { offering } of options) {
      capacities.set(offering.reservationId ?? '', offering.reservationCapacity);
    }
    for (const id of new Set(options.map(({ offering }) => offering.reservationId ?? ''))) {
      holders.set(id, (holders.get(id) ?? 0) + 1);
    }
  }
  return [...holders]
    .filter(([id, count]) => count > (capacities.get(id) ?? 0))
    .map(([id]) => `reservation ${id} does not have enough capacity`);
}

function bindingProblems(snapshot: ClusterSnapshot, plan: Plan, choose: Choice): readonly string[] {
  const existing = snapshot.nodes.map((node) => simulateNode(snapshot, node));
  const launched = plan.toLaunch.flatMap((planned, index) => {
    const options = launchChoices(snapshot, planned);
    const option = options[choose(options.length, index)];
    return option === undefined ? [] : [simulateLaunched(snapshot, planned, option)];
  });
  const nodes = [...existing, ...launched];
  const nodeOf = new Map(
    [
      ...plan.onNodes.map(({ nodeName, podUids }) => ({ name: nodeName, podUids })),
      ...plan.toLaunch,
    ].flatMap(({ name, podUids }) => podUids.map((uid) => [uid, name] as const)),
  );
  const assignments = inOrderOfPlanning(snapshot.pods).flatMap((pod) => {
    const node = nodes.find(({ name }) => name === nodeOf.get(pod.uid));
    return node === undefined ? [] : [{ pod, node }];
  });
  const terminating = snapshot.nodes
    .filter(({ isTerminating }) => isTerminating)
    .map(({ name }) => name);
  const onTerminating = assignments.filter(({ node }) => terminating.includes(node.name));
  return [
    ...onTerminating.map(
      ({ pod, node }) => `${pod.name} goes to ${node.name}, which is terminating`,
    ),
    ...findUnbindable(nodes, snapshot.namespaces, assignments),
  ];
}

/** Largest first, in the order of planning. */
function inOrderOfPlanning(pods: readonly Pod[]): readonly Pod[] {
  const amount = ({ spec }: Pod, name: string): number => spec.requests[name] ?? 0;
  return pods.toSorted(
    (a, b) =>
      amount(b, 'cpu') - amount(a, 'cpu') ||
      amount(b, 'memory') - amount(a, 'memory') ||
      compareText(a.uid, b.uid),
  );
}
