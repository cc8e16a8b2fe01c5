import { type BoundPod, type ClusterSnapshot, capacityTypes, type Node } from '@kerf/engine';
import { plannedNode, validatePlan } from '@kerf/testing';
import type { AppliedCommand } from '../../disruption/consolidate-fixture.js';
import type { OracleCommand } from './consolidation-oracle.js';

/** Effect of a command on a cluster, whoever planned it. */
export interface Disruption {
  readonly before: ClusterSnapshot;
  /** Names of nodes. */
  readonly removed: readonly string[];
  /** The nodes that it launches, without pods. */
  readonly launched: readonly Node[];
  /** Destination nodes by pod uid. */
  readonly destinations: ReadonlyMap<string, string>;
}

/**
 * Returns why a command must not be executed, as sentences; empty if it may: a pod is lost or
 * protected, a budget is exceeded, or the kube-scheduler cannot bind the pods as planned.
 * @remarks Shares no code with the engine, so that both do not have the same errors.
 */
export function commandProblems(disruption: Disruption): readonly string[] {
  const { before, removed, launched, destinations } = disruption;
  const names = new Set(removed);
  const candidates = before.nodes.filter(({ name }) => names.has(name));
  const pods = candidates.flatMap((node) => node.pods);
  const uidsByNode = Map.groupBy(destinations.keys(), (uid) => destinations.get(uid) ?? '');
  const cluster = {
    ...before,
    nodes: [...before.nodes.filter(({ name }) => !names.has(name)), ...launched],
    pods,
  };
  const onNodes = [...uidsByNode].map(([nodeName, podUids]) => ({ nodeName, podUids }));
  return [
    ...(candidates.length < removed.length ? ['it removes a node that does not exist'] : []),
    ...candidates.flatMap((node) => protectionProblems(before, node)),
    ...budgetProblems(before, candidates),
    ...validatePlan(cluster, { onNodes, toLaunch: [], unplaced: [] }),
  ];
}

/** Returns why a command of Kerf must not be executed; see {@link commandProblems}. */
export function appliedProblems({ before, command, after }: AppliedCommand): readonly string[] {
  const known = new Set(before.nodes.map(({ name }) => name));
  const launched = after.nodes.filter(({ name }) => !known.has(name));
  const nodeById = new Map(
    command.replacements.map(({ id }, index) => [id, launched[index]?.name ?? id]),
  );
  return commandProblems({
    before,
    removed: command.candidates.map(({ nodeName }) => nodeName),
    launched: launched.map((node) => ({ ...node, pods: [] })),
    destinations: new Map(
      command.moves.flatMap(({ podUid, to }) =>
        to === null ? [] : [[podUid, nodeById.get(to) ?? to] as const],
      ),
    ),
  });
}

/** Labels of PodDisruptionBudgets in random clusters are exact matches. */
function protectionProblems({ podDisruptionBudgets }: ClusterSnapshot, node: Node): string[] {
  const isBlocked = ({ spec }: BoundPod): boolean => {
    const selecting = podDisruptionBudgets.filter(
      ({ namespace, selector }) =>
        namespace === spec.namespace &&
        selector !== null &&
        Object.entries(selector.matchLabels).every(([key, value]) => spec.labels[key] === value),
    );
    return selecting.length > 1 || selecting.some((budget) => budget.disruptionsAllowed === 0);
  };
  return [
    ...(node.doNotDisrupt === 'true' ? [`${node.name} has do-not-disrupt`] : []),
    ...(node.pods.some(({ doNotDisrupt }) => doNotDisrupt === 'true')
      ? [`a pod of ${node.name} has do-not-disrupt`]
      : []),
    ...(node.pods.some(isBlocked) ? [`a PodDisruptionBudget protects a pod of ${node.name}`] : []),
  ];
}

function budgetProblems(
  { nodes, nodePools }: ClusterSnapshot,
  candidates: readonly Node[],
): readonly string[] {
  const isOf =
    (pool: string) =>
    ({ nodeClaim }: Node): boolean =>
      nodeClaim?.nodePool === pool;
  const reason = candidates.every(({ pods }) => pods.length === 0) ? 'Empty' : 'Underutilized';
  return nodePools.flatMap(({ name, disruption }) => {
    const total = nodes.filter(isOf(name)).length;
    const taken = candidates.filter(isOf(name)).length;
    const limits = disruption.budgets
      .filter(({ reasons }) => reasons.length === 0 || reasons.includes(reason))
      .map(({ max }) =>
        max.kind === 'Percent' ? Math.ceil((max.value * total) / 100) : max.value,
      );
    return taken > Math.min(...limits) ? [`${name} may lose ${Math.min(...limits)} nodes`] : [];
  });
}

/** Applies the commands of Karpenter. Returns each, as it is checked. */
export function disruptionsOf(
  start: ClusterSnapshot,
  commands: readonly OracleCommand[],
): readonly Disruption[] {
  let before = start;
  let launchedCount = 0;
  return commands.map((command) => {
    const { candidates, replacement, moves } = command;
    if (replacement !== null) launchedCount += 1;
    const name = `z${String(launchedCount).padStart(6, '0')}`;
    const launched = replacement === null ? [] : [launch(before, replacement, name)];
    const removed = new Set(candidates);
    const moved = before.nodes.filter((node) => removed.has(node.name)).flatMap(({ pods }) => pods);
    const arriving = Map.groupBy(moved, (pod) => moves[pod.name]);
    const destinations = new Map(
      moved.flatMap((pod) => {
        const to = moves[pod.name];
        return to === undefined ? [] : [[pod.uid, to] as const];
      }),
    );
    const disruption = { before, removed: candidates, launched, destinations };
    before = {
      ...before,
      nodes: [...before.nodes.filter((node) => !removed.has(node.name)), ...launched].map(
        (node) => ({ ...node, pods: [...node.pods, ...(arriving.get(node.name) ?? [])] }),
      ),
    };
    return disruption;
  });
}

function launch(
  snapshot: ClusterSnapshot,
  { nodePool, instanceType, zone, capacityType }: NonNullable<OracleCommand['replacement']>,
  name: string,
): Node {
  const known = capacityTypes.find((type) => type === capacityType) ?? 'on-demand';
  const expected = { instanceType, zone, capacityType: known, priceMicroUsdPerHour: 0 };
  return plannedNode(snapshot, { nodePool, expected }, { name, bornAt: snapshot.now });
}
