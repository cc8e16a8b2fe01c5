import { compareText, deepFreeze, getOrCreate, invariant, type MicroUsdPerHour } from '@kerf/core';
import { isBufferPod } from '../buffers/buffer-pods.js';
import { isReschedulable } from '../drainability/pod-state.js';
import { engineVersion } from '../engine-version.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlacedMove, PodMove } from '../model/command.js';
import type { Node } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import { asBound, namespacedName, type Pod } from '../model/pod.js';
import type { ResourceList } from '../model/resource-list.js';
import type { PlannedNodeClaim, SchedulingResult } from '../model/scheduling-result.js';
import type {
  SimulatedConsolidation,
  SimulatedDisruption,
  SimulatedNode,
  UnplacedPod,
} from '../model/simulated-disruption.js';
import { planStaticNodes } from '../plan/static-nodes.js';
import { plannedId, planWithFirstFit } from '../plan/write-result.js';
import { type Candidate, inspectNodes, savingOf, sumOfPrices, toRemovedNode } from './candidate.js';
import { consolidate, underutilized } from './methods/consolidation.js';
import { releasedResources } from './released-resources.js';
import { blockersByNode } from './simulated-blockers.js';

/**
 * Returns what would happen if nodes were removed together. Pods are scheduled by the FirstFit
 * baseline, as for consolidation, but also to nodes that are not consolidatable or initialized yet.
 * Pending pods keep the existing nodes that they have a place on. A node that a static NodePool
 * replaces moves its pods to the replacement.
 * @param snapshot is not changed; `snapshot.now` is the only clock
 * @param nodeNames managed nodes of the snapshot, at least one
 * @returns a frozen result; equal input gives equal bytes
 * @remarks As for consolidation, the limits of NodePools do not count the removed nodes.
 */
export function simulateDisruption(
  snapshot: ClusterSnapshot,
  nodeNames: readonly string[],
): SimulatedDisruption {
  const names = new Set(nodeNames);
  const removed = snapshot.nodes
    .filter(({ name }) => names.has(name))
    .sort((a, b) => compareText(a.name, b.name));
  invariant(removed.length === names.size, 'a node to remove is not in the snapshot');

  // 1. Nodes that static NodePools launch, whatever the pods need.
  const fixed = staticReplacements(snapshot, removed);

  // 2. The cluster before and after.
  const cluster = withoutLeavingNodes(snapshot);
  const before = planWithFirstFit(cluster);
  const displaced = displacedPods(cluster, { before, removed, keptByStatic: fixed.nodeNames });
  const after = planWithFirstFit(clusterWithout(cluster, { before, names, displaced }));

  // 3. The difference.
  const replacements = [...newlyNeeded(before, after), ...fixed.claims].map((claim, index) => ({
    ...claim,
    id: plannedId(index),
  }));
  const { candidates } = inspectNodes(snapshot);
  return deepFreeze({
    engineVersion,
    evaluatedAt: snapshot.now,
    nodes: simulatedNodes(snapshot, removed),
    ...destinations(snapshot, { before, after, displaced, fixed, replacements }),
    replacements,
    costChangeMicroUsdPerHour: costChange(removed, before, [
      ...after.newNodeClaims,
      ...fixed.claims,
    ]),
    consolidation: consolidationOf(
      snapshot,
      candidates.filter(({ node }) => names.has(node.name)),
      removed.length,
    ),
  });
}

/** Nodes that leave the cluster anyway take no pods. */
function withoutLeavingNodes(snapshot: ClusterSnapshot): ClusterSnapshot {
  const nodes = snapshot.nodes.map((node) =>
    node.proposedRemoval === null ? node : { ...node, isTerminating: true },
  );
  return { ...snapshot, nodes };
}

interface StaticReplacements {
  readonly claims: readonly PlannedNodeClaim[];
  /** Removed nodes that are replaced or that cannot be replaced, whose pods wait for the new node. */
  readonly nodeNames: ReadonlySet<string>;
  /** The replacement of each removed node, by index in `claims`. */
  readonly indexByNode: ReadonlyMap<string, number>;
  readonly unplaced: readonly UnplacedPod[];
}

/** Plans as many nodes as the static NodePools lack without the removed ones. */
function staticReplacements(
  snapshot: ClusterSnapshot,
  removed: readonly Node[],
): StaticReplacements {
  const claims: PlannedNodeClaim[] = [];
  const nodeNames = new Set<string>();
  const indexByNode = new Map<string, number>();
  const unplaced: UnplacedPod[] = [];
  for (const { name, replicas, usage } of snapshot.nodePools) {
    const ofPool = removed.filter(({ nodeClaim }) => nodeClaim?.nodePool === name);
    if (replicas === null) continue;
    const remaining = (usage['nodes'] ?? 0) - ofPool.length;
    const replaced = ofPool.slice(0, Math.max(0, replicas - remaining));
    if (replaced.length === 0) continue;
    const plan = planStaticNodes(snapshot, name, replaced.length);
    for (const [index, node] of replaced.entries()) {
      nodeNames.add(node.name);
      if (plan.kind === 'Planned') indexByNode.set(node.name, claims.length + index);
      else {
        const reasons = [plan.reason];
        unplaced.push(...evictedFrom(node).map((pod) => ({ ...pod, reasons, byNodePool: [] })));
      }
    }
    if (plan.kind === 'Planned') claims.push(...plan.result.newNodeClaims);
  }
  return { claims, nodeNames, indexByNode, unplaced };
}

function evictedFrom(node: Node): readonly Omit<PodMove, 'to'>[] {
  return node.pods
    .filter(isReschedulable)
    .map((pod) => ({ podUid: pod.uid, pod: namespacedName(pod), from: node.name }));
}

/** A pod that needs another node, and the removed node that it runs on or would be bound to. */
interface Displaced {
  readonly pod: Pod;
  readonly from: string;
}

function displacedPods(
  { pods }: ClusterSnapshot,
  {
    before,
    removed,
    keptByStatic,
  }: {
    readonly before: SchedulingResult;
    readonly removed: readonly Node[];
    readonly keptByStatic: ReadonlySet<string>;
  },
): readonly Displaced[] {
  const pendingByUid = new Map(pods.map((pod) => [pod.uid, pod]));
  const names = new Set(removed.map(({ name }) => name));
  const running = removed
    .filter(({ name }) => !keptByStatic.has(name))
    .flatMap(({ name, pods: onNode }) =>
      onNode.filter(isReschedulable).map((pod) => ({ pod, from: name })),
    );
  const planned = before.existingNodes
    .filter(({ nodeName }) => names.has(nodeName))
    .flatMap(({ nodeName, podUids }) =>
      podUids.flatMap((uid) => {
        const pod = pendingByUid.get(uid);
        return pod === undefined || isBufferPod(pod) ? [] : [{ pod, from: nodeName }];
      }),
    );
  return [...running, ...planned];
}

/** Returns the cluster with the displaced pods pending and the other pending pods on their nodes. */
function clusterWithout(
  snapshot: ClusterSnapshot,
  {
    before,
    names,
    displaced,
  }: {
    readonly before: SchedulingResult;
    readonly names: ReadonlySet<string>;
    readonly displaced: readonly Displaced[];
  },
): ClusterSnapshot {
  // Virtual pods are never bound, so they give way to displaced pods.
  const pending = new Map(
    snapshot.pods.filter((pod) => !isBufferPod(pod)).map((pod) => [pod.uid, pod]),
  );
  const arriving = new Map<string, Pod[]>();
  const arrived = new Set(displaced.map(({ pod }) => pod.uid));
  for (const { nodeName, podUids } of before.existingNodes) {
    if (names.has(nodeName)) continue;
    for (const uid of podUids) {
      const pod = pending.get(uid);
      if (pod === undefined) continue;
      getOrCreate(arriving, nodeName, () => []).push(pod);
      arrived.add(uid);
    }
  }
  const released = releasedResources(snapshot.nodes.filter(({ name }) => names.has(name)));
  return {
    ...snapshot,
    nodePools: snapshot.nodePools.map((pool) => withoutUsageOf(released.get(pool.name), pool)),
    nodes: snapshot.nodes
      .filter(({ name }) => !names.has(name))
      .map((node) => {
        const pods = arriving.get(node.name);
        return pods === undefined ? node : { ...node, pods: [...node.pods, ...pods.map(asBound)] };
      }),
    pods: [
      ...snapshot.pods.filter(({ uid }) => !arrived.has(uid)),
      ...displaced.map(({ pod }) => pod),
    ],
  };
}

/** Returns the NodePool as it is used without what it releases. */
function withoutUsageOf(released: ResourceList | undefined, pool: NodePool): NodePool {
  if (released === undefined) return pool;
  const left = Object.entries(released).map(
    ([name, amount]) => [name, (pool.usage[name] ?? 0) - amount] as const,
  );
  return { ...pool, usage: { ...pool.usage, ...Object.fromEntries(left) } };
}

/** Returns the new nodes of which a pod needs none in the unchanged cluster. */
function newlyNeeded(
  before: SchedulingResult,
  after: SchedulingResult,
): readonly PlannedNodeClaim[] {
  const alreadyOnNew = new Set(before.newNodeClaims.flatMap(({ podUids }) => podUids));
  return after.newNodeClaims.filter(({ podUids }) => podUids.some((uid) => !alreadyOnNew.has(uid)));
}

interface Difference {
  readonly before: SchedulingResult;
  readonly after: SchedulingResult;
  readonly displaced: readonly Displaced[];
  readonly fixed: StaticReplacements;
  readonly replacements: readonly PlannedNodeClaim[];
}

function destinations(
  { nodes, pods }: ClusterSnapshot,
  { before, after, displaced, fixed, replacements }: Difference,
): Pick<SimulatedDisruption, 'moves' | 'unplaced'> {
  const destinationByPod = new Map([
    ...after.existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.map((uid) => [uid, nodeName] as const),
    ),
    ...replacements.flatMap(({ id, podUids }) => podUids.map((uid) => [uid, id] as const)),
  ]);
  const firstStatic = replacements.length - fixed.claims.length;
  const toStatic = nodes.flatMap((node): readonly PlacedMove[] => {
    const index = fixed.indexByNode.get(node.name);
    const to = index === undefined ? undefined : replacements[firstStatic + index]?.id;
    if (to === undefined) return [];
    return evictedFrom(node).map((pod) => ({ ...pod, to }));
  });
  const moves = displaced.flatMap(({ pod, from }): readonly PlacedMove[] => {
    const to = destinationByPod.get(pod.uid);
    return to === undefined ? [] : [{ podUid: pod.uid, pod: namespacedName(pod), from, to }];
  });
  const stillUnschedulable = new Set(before.unschedulable.map(({ podUid }) => podUid));
  const podByUid = new Map([...pods, ...displaced.map(({ pod }) => pod)].map((p) => [p.uid, p]));
  const fromByPod = new Map(displaced.map(({ pod, from }) => [pod.uid, from]));
  const unplaced = after.unschedulable.flatMap(({ podUid, reasons, byNodePool }) => {
    const pod = podByUid.get(podUid);
    if (pod === undefined || isBufferPod(pod) || stillUnschedulable.has(podUid)) return [];
    const from = fromByPod.get(podUid) ?? null;
    return [{ podUid, pod: namespacedName(pod), from, reasons, byNodePool }];
  });
  return {
    moves: [...moves, ...toStatic].sort(byPod),
    unplaced: [...unplaced, ...fixed.unplaced].sort(byPod),
  };
}

interface NamedPod {
  readonly pod: string;
  readonly podUid: string;
}
const byPod = (a: NamedPod, b: NamedPod): number =>
  compareText(a.pod, b.pod) || compareText(a.podUid, b.podUid);

/** Pending pods may need new nodes anyway, so both plans count. */
function costChange(
  removed: readonly Node[],
  before: SchedulingResult,
  newNodeClaims: readonly PlannedNodeClaim[],
): MicroUsdPerHour | null {
  const price = sumOfPrices(removed.map(({ offering }) => offering?.priceMicroUsdPerHour ?? null));
  const costBefore = savingOf(0, before.newNodeClaims);
  const saving = savingOf(price, newNodeClaims);
  return saving === null || costBefore === null ? null : costBefore - saving;
}

function simulatedNodes(
  snapshot: ClusterSnapshot,
  removed: readonly Node[],
): readonly SimulatedNode[] {
  const blockers = blockersByNode(snapshot, new Set(removed.map(({ name }) => name)));
  return removed.flatMap((node) => {
    const { nodeClaim } = node;
    if (nodeClaim === null) return [];
    return [
      {
        ...toRemovedNode(node, nodeClaim),
        nodePool: nodeClaim.nodePool,
        blockers: blockers.get(node.name) ?? [],
        podsWithoutController: node.pods
          .filter((pod) => isReschedulable(pod) && pod.ownerKind === 'None')
          .map(namespacedName)
          .sort(compareText),
      },
    ];
  });
}

function consolidationOf(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  nodes: number,
): SimulatedConsolidation | null {
  const applies =
    candidates.length === nodes &&
    candidates.every((one) => underutilized.appliesTo(one) && one.nodePool.replicas === null);
  if (!applies) return null;
  // For one node it is the same as single-node consolidation.
  const result = consolidate(snapshot, candidates, { method: 'MultiNodeConsolidation' });
  return 'code' in result
    ? { kind: 'Blocked', block: result }
    : { kind: 'Possible', savingMicroUsdPerHour: result.savingMicroUsdPerHour };
}
