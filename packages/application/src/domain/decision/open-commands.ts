import {
  asBound,
  type ClusterSnapshot,
  type Command,
  disruptionReasons,
  type Node,
  type Pod,
} from '@kerf/engine';
import type { Decision, DisruptBody } from './decision.js';

/**
 * Returns the cluster as it will be when the commands of these decisions are carried out: pods are
 * counted where they will move to, and the nodes that will be removed are no place for others. So what
 * is planned next does not rely on room that an earlier command needs, nor on nodes that it removes.
 * @param decisions in the order in which they were proposed; others than disruptions are passed over
 */
export function withOpenCommands(
  snapshot: ClusterSnapshot,
  decisions: readonly Decision[],
): ClusterSnapshot {
  if (decisions.every(({ body }) => body.type !== 'Disrupt')) return snapshot;
  const cluster: MovingCluster = {
    nodes: new Map(snapshot.nodes.map((node) => [node.name, node])),
    waiting: new Map(snapshot.pods.map((pod) => [pod.uid, pod])),
  };
  for (const decision of decisions) {
    if (decision.body.type === 'Disrupt') carryOut(cluster, decision, decision.body);
  }
  return { ...snapshot, nodes: [...cluster.nodes.values()], pods: [...cluster.waiting.values()] };
}

interface MovingCluster {
  /** By name. */
  readonly nodes: Map<string, Node>;
  /** Pods to be placed, by uid; those of nodes that are being drained among them. */
  readonly waiting: Map<string, Pod>;
}

/**
 * Returns the open decisions that go before another one: those proposed earlier, and those approved.
 * Snapshots have those that are being carried out already.
 */
export function decisionsBefore(
  decisions: readonly Decision[],
  { id }: Pick<Decision, 'id'>,
): readonly Decision[] {
  return decisions.filter(
    (other) =>
      other.id !== id &&
      other.state !== 'Executing' &&
      (other.id < id || other.state === 'Approved'),
  );
}

function carryOut(cluster: MovingCluster, decision: Decision, body: DisruptBody): void {
  const { nodes } = cluster;
  const { id } = decision;
  const { command } = body;
  for (const { to, pods } of arrivals(cluster, command, body)) {
    for (const { uid } of pods) cluster.waiting.delete(uid);
    const expectsPodsOf = to.expectsPodsOf ?? id;
    nodes.set(to.name, { ...to, pods: [...to.pods, ...pods.map(asBound)], expectsPodsOf });
  }
  const leaving = new Set(command.candidates.map(({ nodeClaimId }) => nodeClaimId));
  const moved = new Set(command.moves.map(({ podUid }) => podUid));
  for (const node of nodes.values()) {
    if (node.nodeClaim === null || !leaving.has(node.nodeClaim.id)) continue;
    const staying = node.pods.filter(({ uid }) => !moved.has(uid));
    nodes.set(node.name, { ...node, pods: staying, ...removalOf(decision, command) });
  }
}

function removalOf(
  { state, verdict }: Decision,
  { reason }: Command,
): Pick<Node, 'isTerminating'> | Pick<Node, 'proposedRemoval'> {
  if (state === 'Executing') return { isTerminating: true };
  if (verdict.kind === 'ObserveOnly') return { proposedRemoval: { usesBudgetsOf: [] } };
  const usesBudgetsOf = state === 'AwaitingApproval' ? [reason] : disruptionReasons;
  return { proposedRemoval: { usesBudgetsOf } };
}

interface Arrival {
  readonly to: Node;
  readonly pods: readonly Pod[];
}

/**
 * The pods of a command's moves that have not moved yet, by where they go; without those that go to a
 * replacement which has not been requested, or to a node that is gone or leaves by now.
 */
function arrivals(
  { nodes, waiting }: MovingCluster,
  { moves }: Command,
  { replacementClaims = {} }: DisruptBody,
): readonly Arrival[] {
  const nodeByClaim = new Map(
    [...nodes.values()].flatMap((node) =>
      node.nodeClaim === null ? [] : [[node.nodeClaim.id, node] as const],
    ),
  );
  return [...Map.groupBy(moves, ({ to }) => to)].flatMap(([name, ofDestination]) => {
    const to = nodes.get(name) ?? nodeByClaim.get(replacementClaims[name] ?? '');
    if (to === undefined || to.isTerminating || to.proposedRemoval !== null) return [];
    const pods = ofDestination.flatMap(
      ({ from, podUid }) =>
        nodes.get(from)?.pods.find(({ uid }) => uid === podUid) ?? waiting.get(podUid) ?? [],
    );
    return [{ to, pods }];
  });
}
