import { compareText, getOrCreate } from '@kerf/core';
import { isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PodMove } from '../model/command.js';
import type { Node } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import { asBound, type BoundPod, namespacedName, type Pod } from '../model/pod.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { nodesOfPendingPods } from '../plan/pending-pods.js';
import { planWithFirstFit } from '../plan/write-result.js';
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
 * pods stay on the nodes that they have in the unchanged cluster. The candidates' pods cannot move to
 * uninitialized nodes, nor to nodes that are not consolidatable yet: those would never become so.
 * Source: karpenter disruption/helpers.go SimulateScheduling @v1.14.1.
 * @remarks Differs: upstream schedules pending pods and those of the candidates together, so a
 * candidate's pod may take the capacity of a pending pod.
 */
export function simulateWithout(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  { avoidsStartingNodes = false }: SimulationOptions = {},
): Simulation {
  const removed = new Set(candidates.map(({ node }) => node.name));
  const pods = candidates.flatMap(({ reschedulable }) => reschedulable);
  const starting = new Set(
    snapshot.nodes.filter((node) => !node.isInitialized).map(({ name }) => name),
  );
  const excluded = new Set([
    ...nodesNotYetConsolidatable(snapshot),
    ...(avoidsStartingNodes ? starting : []),
    ...snapshot.nodes.flatMap(({ name, proposedRemoval }) =>
      proposedRemoval === null ? [] : [name],
    ),
  ]);
  const { placedByNode, unplaced } = placePendingPods(snapshot, removed, excluded);
  const result = planWithFirstFit({
    ...snapshot,
    nodes: snapshot.nodes
      .filter(({ name }) => !removed.has(name))
      .map((node) => {
        const placed = placedByNode.get(node.name) ?? [];
        if (placed.length === 0 && !excluded.has(node.name)) return node;
        return {
          ...node,
          pods: [...node.pods, ...placed.map(asBound)],
          isTerminating: node.isTerminating || excluded.has(node.name),
        };
      }),
    pods: [...unplaced, ...pods],
  });
  const ofCandidates = new Set(pods.map(({ uid }) => uid));
  const startingNode = result.existingNodes.find(
    ({ nodeName, podUids }) =>
      starting.has(nodeName) && podUids.some((uid) => ofCandidates.has(uid)),
  );
  const destinationByPod = new Map([
    ...result.existingNodes
      .filter(({ nodeName }) => !starting.has(nodeName))
      .flatMap(({ nodeName, podUids }) => podUids.map((uid) => [uid, nodeName] as const)),
    ...result.newNodeClaims.flatMap(({ id, podUids }) => podUids.map((uid) => [uid, id] as const)),
  ]);
  return {
    unplacedPods: pods.filter(({ uid }) => !destinationByPod.has(uid)),
    startingNode: startingNode?.nodeName ?? null,
    moves: candidates.flatMap((candidate) => movesOf(candidate, destinationByPod)),
    newNodeClaims: result.newNodeClaims,
  };
}

interface PendingPlacement {
  /** Pending pods that fit on a node, by node name. */
  readonly placedByNode: ReadonlyMap<string, readonly Pod[]>;
  /**
   * Pending pods that fit on no node or only on a removed one, and virtual pods, which are not
   * bound to a node.
   */
  readonly unplaced: readonly Pod[];
}

/** Virtual pods are never bound, so those with capacity on an excluded node keep it. */
function placePendingPods(
  snapshot: ClusterSnapshot,
  removed: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
): PendingPlacement {
  const nodeByPod = nodesOfPendingPods(snapshot);
  const placedByNode = new Map<string, Pod[]>();
  const unplaced: Pod[] = [];
  for (const pod of snapshot.pods) {
    const nodeName = nodeByPod.get(pod.uid);
    if (
      nodeName === undefined ||
      removed.has(nodeName) ||
      (isBufferPod(pod) && !excluded.has(nodeName))
    ) {
      unplaced.push(pod);
      continue;
    }
    getOrCreate(placedByNode, nodeName, () => []).push(pod);
  }
  return { placedByNode, unplaced };
}

function movesOf(
  { node, reschedulable }: Candidate,
  destinationByPod: ReadonlyMap<string, string>,
): readonly PodMove[] {
  return reschedulable
    .flatMap((pod) => {
      const to = destinationByPod.get(pod.uid);
      return to === undefined
        ? []
        : [{ podUid: pod.uid, pod: namespacedName(pod), from: node.name, to }];
    })
    .sort((a, b) => compareText(a.pod, b.pod));
}

/** Leaves out NodePools that never consolidate, or consolidate without a delay. */
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
