import {
  asBound,
  type BoundPod,
  type ClusterSnapshot,
  type SchedulingResult,
  solve,
} from '@kerf/engine';
import { readFixture } from '../karpenter/fixture.js';
import { Json } from '../karpenter/json.js';
import { plannedNode } from '../karpenter/planned-node.js';
import { randomFixture } from './random-fixture.js';

/** Returns a random cluster of nodes with their pods; its pending pods fit on none of the nodes. */
export function runningCluster(seed: number): ClusterSnapshot {
  const empty = readFixture(new Json(randomFixture(seed)));
  return withoutPlaceable(carriedOut(empty, firstFitOf(empty)));
}

const firstFitOf = (snapshot: ClusterSnapshot): SchedulingResult =>
  solve(snapshot, { searchMs: 0 });

/** Returns the cluster with the planned nodes started and the pods on them. */
function carriedOut(snapshot: ClusterSnapshot, result: SchedulingResult): ClusterSnapshot {
  const pods = new Map(snapshot.pods.map((pod) => [pod.uid, pod]));
  const boundPods = (uids: readonly string[]): readonly BoundPod[] =>
    uids.flatMap((uid) => {
      const pod = pods.get(uid);
      return pod === undefined ? [] : [{ ...asBound(pod), ownerKind: 'ReplicaSet' as const }];
    });
  const placed = new Map(result.existingNodes.map(({ nodeName, podUids }) => [nodeName, podUids]));
  const started = result.newNodeClaims.map((claim) => ({
    // Consolidatable, whatever `consolidateAfter` is.
    ...plannedNode(snapshot, claim, { name: claim.id, bornAt: snapshot.now - 86_400_000 }),
    pods: boundPods(claim.podUids),
  }));
  return {
    ...snapshot,
    nodes: [
      ...snapshot.nodes.map((node) => ({
        ...node,
        pods: [...node.pods, ...boundPods(placed.get(node.name) ?? [])],
      })),
      ...started,
    ],
    pods: snapshot.pods.filter(({ uid }) =>
      result.unschedulable.some(({ podUid }) => podUid === uid),
    ),
  };
}

/** A pod that fits nowhere may fit as soon as others are not pending any more. */
function withoutPlaceable(snapshot: ClusterSnapshot): ClusterSnapshot {
  const placed = new Set(firstFitOf(snapshot).existingNodes.flatMap(({ podUids }) => podUids));
  if (placed.size === 0) return snapshot;
  return withoutPlaceable({
    ...snapshot,
    pods: snapshot.pods.filter(({ uid }) => !placed.has(uid)),
  });
}
