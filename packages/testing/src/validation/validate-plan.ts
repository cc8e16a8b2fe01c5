import type { ClusterSnapshot, InstanceType, NodePool, Pod } from '@kerf/engine';
import { Dice } from '../random/dice.js';
import { expressionHolds } from './label-matching.js';
import type { NodeToBuy, Plan } from './plan.js';
import {
  findLocalObstacle,
  type SimulatedNode,
  simulateBought,
  simulateNode,
  waysToBuy,
} from './simulated-node.js';
import { findTopologyObstacle, type SimulatedCluster } from './topology-obstacles.js';

/**
 * What is wrong with a plan, as sentences; nothing when Kubernetes would do what it says. Pods are bound
 * one by one to the nodes that the plan names, by the rules of the kube-scheduler, in an order that lets
 * them all; planned nodes are bought in several ways, because any of their offerings may be had.
 * @remarks Shares no code with the engine, so that both cannot be wrong alike.
 */
export function validatePlan(snapshot: ClusterSnapshot, plan: Plan): readonly string[] {
  const problems = [
    ...accountProblems(snapshot, plan),
    ...plan.toBuy.flatMap((planned) => claimProblems(snapshot, planned)),
    ...snapshot.nodePools.flatMap((pool) => limitProblems(snapshot, pool, plan)),
    ...reservationProblems(snapshot, plan),
  ];
  if (problems.length > 0) return problems;
  const outcomes = choices.flatMap((choose) => bindingProblems(snapshot, plan, choose));
  return [...new Set(outcomes)];
}

/** Which of a node's ways to buy it is taken, by the node's number. */
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
    ...plan.toBuy.flatMap(({ podUids }) => podUids),
    ...plan.unplaced,
  ].sort();
  const waiting = pods.map(({ uid }) => uid).sort();
  return named.join() === waiting.join() ? [] : ['not every pod is in the plan exactly once'];
}

function claimProblems(snapshot: ClusterSnapshot, planned: NodeToBuy): readonly string[] {
  const { name } = planned;
  const pool = snapshot.nodePools.find((item) => item.name === planned.nodePool);
  if (pool === undefined) return [`${name} is of an unknown pool`];
  const ways = waysToBuy(snapshot, planned);
  const names = new Set(ways.map(({ type }) => type.name));
  const types = [...new Set(ways.map(({ type }) => type))];
  const missing = planned.instanceTypes.filter((type) => !names.has(type));
  const strays = ways.filter(({ type, offering }) => {
    const { labels } = simulateBought(snapshot, planned, { type, offering });
    return !pool.template.requirements.every((item) => expressionHolds(item, labels));
  });
  return [
    ...(pool.notReady !== null || pool.replicas !== null
      ? [`${name}: its pool takes no pods`]
      : []),
    ...(planned.podUids.length === 0 ? [`${name} has no pod`] : []),
    ...(ways.length === 0 ? [`${name} cannot be bought`] : []),
    ...missing.map((type) => `${name} names ${type}, which cannot be bought as it says`),
    ...strays.map(({ type }) => `${name}: its pool does not allow ${type.name}`),
    ...minValuesProblems(snapshot, pool, planned, types),
  ];
}

function minValuesProblems(
  { settings }: ClusterSnapshot,
  { template }: NodePool,
  { name, requirements }: NodeToBuy,
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

/** Whatever type each node becomes, the pool's limits hold; nodes are counted before the pass only. */
function limitProblems(
  snapshot: ClusterSnapshot,
  { name, limits, usage }: NodePool,
  { toBuy }: Plan,
): readonly string[] {
  const bought = toBuy.filter(({ nodePool }) => nodePool === name);
  if (bought.length === 0) return [];
  return Object.entries(limits).flatMap(([resource, limit]) => {
    const used = usage[resource] ?? 0;
    if (resource === 'nodes') return used < limit ? [] : [`${name} may have no more nodes`];
    const added = bought
      .map((planned) =>
        waysToBuy(snapshot, planned).map(({ type }) => type.capacity[resource] ?? 0),
      )
      .reduce((sum, amounts) => sum + Math.max(0, ...amounts), 0);
    return used + added <= limit ? [] : [`${name} goes past its limit on ${resource}`];
  });
}

/** Nodes that can only be bought into a reservation have a place in it. */
function reservationProblems(snapshot: ClusterSnapshot, { toBuy }: Plan): readonly string[] {
  const places = new Map<string, number>();
  const wanted = new Map<string, number>();
  for (const planned of toBuy) {
    const ways = waysToBuy(snapshot, planned);
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
    .map(([id]) => `reservation ${id} has not so many places`);
}

interface Assignment {
  readonly pod: Pod;
  readonly node: SimulatedNode;
}

function bindingProblems(snapshot: ClusterSnapshot, plan: Plan, choose: Choice): readonly string[] {
  const existing = snapshot.nodes.map((node) => simulateNode(snapshot, node));
  const bought = plan.toBuy.flatMap((planned, index) => {
    const ways = waysToBuy(snapshot, planned);
    const way = ways[choose(ways.length, index)];
    return way === undefined ? [] : [simulateBought(snapshot, planned, way)];
  });
  const nodes = [...existing, ...bought];
  const nodeOf = new Map(
    [
      ...plan.onNodes.map(({ nodeName, podUids }) => ({ name: nodeName, podUids })),
      ...plan.toBuy,
    ].flatMap(({ name, podUids }) => podUids.map((uid) => [uid, name] as const)),
  );
  const assignments = inOrderOfPlanning(snapshot.pods).flatMap((pod) => {
    const node = nodes.find(({ name }) => name === nodeOf.get(pod.uid));
    return node === undefined ? [] : [{ pod, node }];
  });
  const leaving = snapshot.nodes.filter(({ isLeaving }) => isLeaving).map(({ name }) => name);
  const onLeaving = assignments.filter(({ node }) => leaving.includes(node.name));
  return [
    ...onLeaving.map(({ pod, node }) => `${pod.name} goes to ${node.name}, which is leaving`),
    ...bindAll(nodes, { assignments, namespaces: snapshot.namespaces }),
  ];
}

/** Orders of binding that are tried before a plan is said to be wrong. */
const orders = 40;

/**
 * Looks for an order in which every pod can be bound: the one in which pods are planned, then others by
 * chance. Pods that have no rules about others may be in the way of those that do, so order matters.
 * @returns why pods are left over, in the order that left the fewest
 */
function bindAll(nodes: readonly SimulatedNode[], bind: Binding): readonly string[] {
  const dice = new Dice(1);
  let fewest: readonly string[] | null = null;
  for (let order = 0; order < orders && fewest?.length !== 0; order++) {
    const assignments = order === 0 ? bind.assignments : shuffled(dice, bind.assignments);
    const copies = new Map(nodes.map((node) => [node, { ...node, pods: [...node.pods] }]));
    const left = bindInOrder(
      { nodes: [...copies.values()], namespaces: bind.namespaces },
      assignments.map(({ pod, node }) => ({ pod, node: copies.get(node) ?? node })),
    );
    if (fewest === null || left.length < fewest.length) fewest = left;
  }
  return fewest ?? [];
}

interface Binding {
  readonly assignments: readonly Assignment[];
  readonly namespaces: SimulatedCluster['namespaces'];
}

function bindInOrder(
  cluster: SimulatedCluster,
  assignments: readonly Assignment[],
): readonly string[] {
  const waiting = [...assignments];
  for (;;) {
    const next = waiting.findIndex((item) => findObstacle(cluster, item) === null);
    const [bound] = next < 0 ? [] : waiting.splice(next, 1);
    if (bound === undefined) break;
    bound.node.pods.push({ spec: bound.pod.spec, isTerminating: false });
  }
  return waiting.map(
    (item) => `${item.pod.name} on ${item.node.name}: ${findObstacle(cluster, item) ?? ''}`,
  );
}

function shuffled<T>(dice: Dice, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Largest first, as they are planned. */
function inOrderOfPlanning(pods: readonly Pod[]): readonly Pod[] {
  const amount = ({ spec }: Pod, name: string): number => spec.requests[name] ?? 0;
  return pods.toSorted(
    (a, b) =>
      amount(b, 'cpu') - amount(a, 'cpu') ||
      amount(b, 'memory') - amount(a, 'memory') ||
      (a.uid < b.uid ? -1 : 1),
  );
}

function findObstacle(cluster: SimulatedCluster, { pod, node }: Assignment): string | null {
  return findLocalObstacle(node, pod.spec) ?? findTopologyObstacle(cluster, node, pod.spec);
}
