import { compareText, getOrCreate } from '@kerf/core';
import { isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PodMove } from '../model/command.js';
import type { Node } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import { asBound, type BoundPod, namespacedName, type Pod } from '../model/pod.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { pendingPlaces } from '../plan/pending-places.js';
import { solve } from '../plan/solve.js';
import type { Candidate } from './candidate.js';
import { consolidatableAt } from './methods/consolidatable.js';

/** The result of scheduling a cluster without some of its nodes. */
export interface Simulation {
  /** Pods of the candidates that fit nowhere. */
  readonly unplacedPods: readonly BoundPod[];
  /** An uninitialized node that pods of the candidates would move to; `null` if there is none. */
  readonly startingNode: string | null;
  /** Destinations of the other pods, sorted by pod name. */
  readonly moves: readonly PodMove[];
  /** New nodes, including those for pending pods. */
  readonly newNodeClaims: readonly PlannedNodeClaim[];
}

interface SimulationOptions {
  /** If true, the candidates' pods cannot use the capacity of uninitialized nodes. */
  readonly avoidsStartingNodes?: boolean;
}

/**
 * Schedules a copy of the cluster without the candidates; their pods are pending in it. Pending
 * pods keep the places that they have in the cluster as it is. The candidates' pods cannot move to
 * uninitialized nodes, nor to nodes that are not consolidatable yet: those would never become so.
 * Source: karpenter disruption/helpers.go SimulateScheduling @v1.14.1.
 * @remarks Differs: upstream schedules pending pods and those of the candidates together, so a
 * candidate's pod may take the place of a pending pod.
 */
export function simulateWithout(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  { avoidsStartingNodes = false }: SimulationOptions = {},
): Simulation {
  const gone = new Set(candidates.map(({ node }) => node.name));
  const pods = candidates.flatMap(({ reschedulable }) => reschedulable);
  const starting = new Set(
    snapshot.nodes.filter((node) => !node.isInitialized).map(({ name }) => name),
  );
  const closed = new Set([
    ...nodesNotYetConsolidatable(snapshot),
    ...(avoidsStartingNodes ? starting : []),
    ...snapshot.nodes.flatMap(({ name, proposedRemoval }) =>
      proposedRemoval === null ? [] : [name],
    ),
  ]);
  const { settledByNode, waiting } = settle(snapshot, gone, closed);
  const result = solve({
    ...snapshot,
    nodes: snapshot.nodes
      .filter(({ name }) => !gone.has(name))
      .map((node) => {
        const settled = settledByNode.get(node.name) ?? [];
        if (settled.length === 0 && !closed.has(node.name)) return node;
        return {
          ...node,
          pods: [...node.pods, ...settled.map(asBound)],
          isTerminating: node.isTerminating || closed.has(node.name),
        };
      }),
    pods: [...waiting, ...pods],
  });
  const ofCandidates = new Set(pods.map(({ uid }) => uid));
  const startingNode = result.existingNodes.find(
    ({ nodeName, podUids }) =>
      starting.has(nodeName) && podUids.some((uid) => ofCandidates.has(uid)),
  );
  const placeByPod = new Map([
    ...result.existingNodes
      .filter(({ nodeName }) => !starting.has(nodeName))
      .flatMap(({ nodeName, podUids }) => podUids.map((uid) => [uid, nodeName] as const)),
    ...result.newNodeClaims.flatMap(({ id, podUids }) => podUids.map((uid) => [uid, id] as const)),
  ]);
  return {
    unplacedPods: pods.filter(({ uid }) => !placeByPod.has(uid)),
    startingNode: startingNode?.nodeName ?? null,
    moves: candidates.flatMap((candidate) => movesOf(candidate, placeByPod)),
    newNodeClaims: result.newNodeClaims,
  };
}

interface Settled {
  /** Pending pods that have a place, by node name. */
  readonly settledByNode: ReadonlyMap<string, readonly Pod[]>;
  /**
   * Pending pods without a place, those whose place is removed, and virtual pods, which have no
   * fixed place.
   */
  readonly waiting: readonly Pod[];
}

/** Virtual pods are never bound, so those with capacity on a closed node keep it. */
function settle(
  snapshot: ClusterSnapshot,
  gone: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): Settled {
  const places = pendingPlaces(snapshot);
  const settledByNode = new Map<string, Pod[]>();
  const waiting: Pod[] = [];
  for (const pod of snapshot.pods) {
    const place = places.get(pod.uid);
    if (place === undefined || gone.has(place) || (isBufferPod(pod) && !closed.has(place))) {
      waiting.push(pod);
      continue;
    }
    getOrCreate(settledByNode, place, () => []).push(pod);
  }
  return { settledByNode, waiting };
}

function movesOf(
  { node, reschedulable }: Candidate,
  placeByPod: ReadonlyMap<string, string>,
): readonly PodMove[] {
  return reschedulable
    .flatMap((pod) => {
      const to = placeByPod.get(pod.uid);
      return to === undefined
        ? []
        : [{ podUid: pod.uid, pod: namespacedName(pod), from: node.name, to }];
    })
    .sort((a, b) => compareText(a.pod, b.pod));
}

/** Leaves out NodePools that never consolidate, or consolidate at once. */
function nodesNotYetConsolidatable({ nodes, nodePools, now }: ClusterSnapshot): readonly string[] {
  const pools = new Map(nodePools.map((pool) => [pool.name, pool]));
  return nodes.filter((node) => isNotYetConsolidatable(node, pools, now)).map(({ name }) => name);
}

function isNotYetConsolidatable(
  { nodeClaim, isInitialized }: Node,
  pools: ReadonlyMap<string, NodePool>,
  now: number,
): boolean {
  if (nodeClaim === null || nodeClaim.nodePool === null || !isInitialized) return false;
  const after = pools.get(nodeClaim.nodePool)?.disruption.consolidateAfterMs ?? null;
  return after !== null && after > 0 && now < consolidatableAt(nodeClaim, after);
}
