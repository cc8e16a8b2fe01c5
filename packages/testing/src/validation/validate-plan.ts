import { compareText } from '@kerf/core';
import type { ClusterSnapshot, InstanceType, NodePool, Pod } from '@kerf/engine';
import { findUnbindable } from './binding-order.js';
import { expressionHolds } from './label-matching.js';
import type { NodeToLaunch, Plan } from './plan.js';
import { launchChoices, simulateLaunched, simulateNode } from './simulated-node.js';

/**
 * Returns the errors of a plan as sentences; empty if Kubernetes can execute the plan. Pods are
 * bound one by one to the nodes of the plan, by the rules of the kube-scheduler, in an order that
 * allows all of them; planned nodes are launched in several ways, because each of their offerings
 * is possible.
 * @remarks Shares no code with the engine, so that both do not have the same errors.
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
type Choice = (ways: number, node: number) => number;

const choices: readonly Choice[] = [
  () => 0,
  (ways) => ways - 1,
  (ways, node) => node % ways,
  (ways, node) => (node * 7 + 3) % ways,
  (ways, node) => (node * 5 + 1) % ways,
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
  const ways = launchChoices(snapshot, planned);
  const names = new Set(ways.map(({ type }) => type.name));
  const types = [...new Set(ways.map(({ type }) => type))];
  const missing = planned.instanceTypes.filter((type) => !names.has(type));
  const strays = ways.filter(({ type, offering }) => {
    const { labels } = simulateLaunched(snapshot, planned, { type, offering });
    return !pool.template.requirements.every((item) => expressionHolds(item, labels));
  });
  return [
    ...(pool.notReady !== null || pool.replicas !== null
      ? [`${name}: its NodePool is static and takes no pods`]
      : []),
    ...(planned.podUids.length === 0 ? [`${name} has no pod`] : []),
    ...(ways.length === 0 ? [`${name} cannot be launched`] : []),
    ...missing.map((type) => `${name} names ${type}, which it cannot be launched as`),
    ...strays.map(({ type }) => `${name}: its NodePool does not allow ${type.name}`),
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
  const bought = toLaunch.filter(({ nodePool }) => nodePool === name);
  if (bought.length === 0) return [];
  return Object.entries(limits).flatMap(([resource, limit]) => {
    const used = usage[resource] ?? 0;
    if (resource === 'nodes') return used < limit ? [] : [`${name} may have no more nodes`];
    const added = bought
      .map((planned) =>
        launchChoices(snapshot, planned).map(({ type }) => type.capacity[resource] ?? 0),
      )
      .reduce((sum, amounts) => sum + Math.max(0, ...amounts), 0);
    return used + added <= limit ? [] : [`${name} exceeds its limit of ${resource}`];
  });
}

/** Nodes that can be launched only into a reservation hold it. */
function reservationProblems(snapshot: ClusterSnapshot, { toLaunch }: Plan): readonly string[] {
  const places = new Map<string, number>();
  const wanted = new Map<string, number>();
  for (const planned of toLaunch) {
    const ways = launchChoices(snapshot, planned);
    if (!ways.every(({ offering }) => offering.reservationId !== null)) continue;
    for (const { offering } of ways) {
      places.set(offering.reservationId ?? '', offering.reservationCapacity);
    }
    for (const id of new Set(ways.map(({ offering }) => offering.reservationId ?? ''))) {
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
    }
  }
  return [...wanted]
    .filter(([id, count]) => count > (places.get(id) ?? 0))
    .map(([id]) => `reservation ${id} does not have enough capacity`);
}

function bindingProblems(snapshot: ClusterSnapshot, plan: Plan, choose: Choice): readonly string[] {
  const existing = snapshot.nodes.map((node) => simulateNode(snapshot, node));
  const bought = plan.toLaunch.flatMap((planned, index) => {
    const ways = launchChoices(snapshot, planned);
    const way = ways[choose(ways.length, index)];
    return way === undefined ? [] : [simulateLaunched(snapshot, planned, way)];
  });
  const nodes = [...existing, ...bought];
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
  const leaving = snapshot.nodes
    .filter(({ isTerminating }) => isTerminating)
    .map(({ name }) => name);
  const onLeaving = assignments.filter(({ node }) => leaving.includes(node.name));
  return [
    ...onLeaving.map(({ pod, node }) => `${pod.name} goes to ${node.name}, which is terminating`),
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
