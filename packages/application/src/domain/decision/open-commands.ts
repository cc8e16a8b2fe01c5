import {
  asBound,
  type ClusterSnapshot,
  type Command,
  disruptionReasons,
  isReboot,
  type Node,
  type Pod,
} from '@kerf/engine';
import type { Decision, DisruptBody } from './decision.js';

/**
 * Returns the cluster as it will be after the commands of these decisions: pods are on the nodes
 * that they move to, and nodes to remove accept no other pods. A plan for this cluster uses neither
 * capacity that an earlier command needs nor nodes that it removes.
 * @param decisions in the order in which they were proposed; decisions that are not disruptions are
 * ignored
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
  /** Nodes by name. */
  readonly nodes: Map<string, Node>;
  /** Pods to schedule, by uid, including those of draining nodes. */
  readonly waiting: Map<string, Pod>;
}

/**
 * Returns the open decisions that take precedence over another one: those proposed earlier and
 * those approved. Executing decisions are left out because snapshots already include them.
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
  // The node stays, and the snapshot says that it reboots.
  if (isReboot(command) && decision.state === 'Executing') return;
  for (const { to, pods } of isReboot(command) ? [] : arrivals(cluster, command, body)) {
    for (const { uid } of pods) cluster.waiting.delete(uid);
    const expectsPodsOf = to.expectsPodsOf ?? id;
    nodes.set(to.name, { ...to, pods: [...to.pods, ...pods.map(asBound)], expectsPodsOf });
  }
  const leaving = new Set(command.candidates.map(({ nodeClaimId }) => nodeClaimId));
  // A pod without a place stays until the drain, one of a rebooted node returns to it.
  const moved = new Set(
    command.moves.filter(({ from, to }) => to !== null && to !== from).map(({ podUid }) => podUid),
  );
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
 * Returns the pods of a command's moves that have not moved yet, by destination. Moves to a
 * replacement that is not requested yet, or to a node that no longer exists or is being removed,
 * are left out, and so are pods that wait.
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
    if (name === null) return [];
    const to = nodes.get(name) ?? nodeByClaim.get(replacementClaims[name] ?? '');
    if (to === undefined || to.isTerminating || to.proposedRemoval !== null) return [];
    const pods = ofDestination.flatMap(
      ({ from, podUid }) =>
        nodes.get(from)?.pods.find(({ uid }) => uid === podUid) ?? waiting.get(podUid) ?? [],
    );
    return [{ to, pods }];
  });
}
