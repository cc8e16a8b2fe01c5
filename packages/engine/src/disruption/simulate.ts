import { bufferPlaces } from '../buffers/buffer-hosts.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PodMove } from '../model/command.js';
import type { Node } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import type { BoundPod } from '../model/pod.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { solve } from '../scheduling/solve.js';
import type { Candidate } from './candidate.js';
import { quietAt } from './methods/quiet.js';

/** What would happen if nodes went. */
export interface Simulation {
  /** Pods of theirs that no place was found for. */
  readonly homeless: readonly BoundPod[];
  /** Where the others go, in the order of their names. */
  readonly moves: readonly PodMove[];
  /** Nodes that would have to be bought, for pods that wait anyway too. */
  readonly newNodeClaims: readonly PlannedNodeClaim[];
}

/**
 * Solves a fork of the cluster without the candidates, whose pods wait for a place. A node that does
 * not work yet is no place for them, and neither is one that has not been quiet for as long as its
 * pool asks: it would be kept from ever being quiet.
 * Source: karpenter disruption/helpers.go SimulateScheduling @v1.14.1.
 * @remarks Differs: pods that wait in the cluster are kept off nodes that are not quiet as well, so a
 * look at a cluster where pods have just come may find nothing, and the next one does.
 */
export function simulateWithout(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
): Simulation {
  const gone = new Set(candidates.map(({ node }) => node));
  const pods = candidates.flatMap(({ reschedulable }) => reschedulable);
  const restless = restlessNodes(snapshot);
  // Units of buffers come to no node, so those with room on such a node keep it.
  const staying = new Set([...restless].filter((node) => !gone.has(node)).map(({ name }) => name));
  const places = bufferPlaces(snapshot);
  const waiting = snapshot.pods.filter(({ uid }) => !staying.has(places.get(uid) ?? ''));
  const result = solve({
    ...snapshot,
    nodes: snapshot.nodes
      .filter((node) => !gone.has(node))
      .map((node) => (restless.has(node) ? { ...node, isLeaving: true } : node)),
    pods: [...waiting, ...pods],
  });
  const starting = new Set(
    snapshot.nodes.filter((node) => !node.isInitialized).map(({ name }) => name),
  );
  const placeByPod = new Map([
    ...result.existingNodes
      .filter(({ nodeName }) => !starting.has(nodeName))
      .flatMap(({ nodeName, podUids }) => podUids.map((uid) => [uid, nodeName] as const)),
    ...result.newNodeClaims.flatMap(({ id, podUids }) => podUids.map((uid) => [uid, id] as const)),
  ]);
  return {
    homeless: pods.filter(({ uid }) => !placeByPod.has(uid)),
    moves: candidates.flatMap((candidate) => movesOf(candidate, placeByPod)),
    newNodeClaims: result.newNodeClaims,
  };
}

function movesOf(
  { node, reschedulable }: Candidate,
  placeByPod: ReadonlyMap<string, string>,
): readonly PodMove[] {
  return reschedulable
    .flatMap((pod) => {
      const to = placeByPod.get(pod.uid);
      return to === undefined ? [] : [{ podUid: pod.uid, pod: nameOf(pod), from: node.name, to }];
    })
    .sort((a, b) => (a.pod < b.pod ? -1 : 1));
}

export const nameOf = (pod: BoundPod): string => `${pod.spec.namespace}/${pod.name}`;

/** Pools that never consolidate, or at once, have nothing to be quiet for. */
function restlessNodes({ nodes, nodePools, now }: ClusterSnapshot): ReadonlySet<Node> {
  const pools = new Map(nodePools.map((pool) => [pool.name, pool]));
  return new Set(nodes.filter((node) => isRestless(node, pools, now)));
}

function isRestless(
  { nodeClaim, isInitialized }: Node,
  pools: ReadonlyMap<string, NodePool>,
  now: number,
): boolean {
  if (nodeClaim === null || nodeClaim.nodePool === null || !isInitialized) return false;
  const after = pools.get(nodeClaim.nodePool)?.disruption.consolidateAfterMs ?? null;
  return after !== null && after > 0 && now < quietAt(nodeClaim, after);
}
