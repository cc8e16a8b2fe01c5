import { compareText, getOrCreate, type Instant } from '@kerf/core';
import { isBufferPod } from '../buffers/buffer-pods.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command, PlacedMove } from '../model/command.js';
import type { Node } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import { asBound, type BoundPod, namespacedName, type Pod } from '../model/pod.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { nodesOfPendingPods } from '../plan/pending-pods.js';
import { writeClaims } from '../plan/write-result.js';
import { firstFit, fitAsPlanned } from '../scheduling/first-fit/first-fit.js';
import { type FirstFitResult } from '../scheduling/first-fit/first-fit-result.js';
import type { ReservedOfferingMode } from '../scheduling/first-fit/fit.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem/problem.js';
import type { Candidate } from './candidate.js';
import { consolidatableAt } from './methods/consolidatable.js';
import { releasedResources } from './released-resources.js';
import { fitOnCheapestNodes } from './replacements/cheapest-nodes.js';
import { replacementsBlueprint } from './replacements/replacements-blueprint.js';

/** The result of scheduling a cluster without some of its nodes. */
export interface Simulation {
  /** Pods of the candidates that fit nowhere. */
  readonly unplacedPods: readonly BoundPod[];
  /** An uninitialized node that pods of the candidates would move to; `null` if there is none. */
  readonly startingNode: string | null;
  /** Destinations of the other pods, sorted by pod name. */
  readonly moves: readonly PlacedMove[];
  /** New nodes, including those for pending pods. */
  readonly newNodeClaims: readonly PlannedNodeClaim[];
}

interface SimulationOptions {
  /** Nodes that the candidates' pods may move to; `'Consolidatable'` by default. */
  readonly destinations?: Destinations;
  /**
   * How the pods that need new nodes are distributed over them: `null`, the default, as provisioning
   * does at first; `'Cheapest'` searches for the cheapest new nodes; a command repeats its own.
   */
  readonly newNodes?: NewNodes | null;
  /** How capacity reservations are used; `'Fallback'` by default. */
  readonly reservedOfferings?: ReservedOfferingMode;
}

/**
 * Without `'NotConsolidatable'`, nodes that are not consolidatable yet take no pods of candidates;
 * `'Initialized'` leaves out uninitialized nodes, too.
 */
type Destinations = 'Consolidatable' | 'Initialized' | 'NotConsolidatable';

/** See {@link SimulationOptions}. */
export type NewNodes = 'Cheapest' | Pick<Command, 'replacements' | 'moves'>;

/**
 * Schedules the cluster without the candidates, whose pods are pending then. Pending pods stay on
 * the nodes that they have in the unchanged cluster. The candidates' pods cannot move to
 * uninitialized nodes, nor to nodes that are not consolidatable yet: those would never become so.
 * Limits of NodePools do not count the candidates.
 * Source: karpenter disruption/helpers.go SimulateScheduling @v1.14.1.
 * @remarks Differs: upstream schedules pending pods and those of the candidates together, so a
 * candidate's pod may take the capacity of a pending pod. The cluster is compiled once for all
 * simulations of a snapshot.
 */
export function simulateWithout(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  {
    destinations = 'Consolidatable',
    newNodes = null,
    reservedOfferings = 'Fallback',
  }: SimulationOptions = {},
): Simulation {
  return getOrCreate(
    simulators[destinations],
    snapshot,
    () => new Simulator(snapshot, destinations),
  ).without(candidates, { newNodes, reservedOfferings });
}

const simulators: Readonly<Record<Destinations, WeakMap<ClusterSnapshot, Simulator>>> = {
  Consolidatable: new WeakMap(),
  Initialized: new WeakMap(),
  NotConsolidatable: new WeakMap(),
};

/** A compiled cluster, in which each simulation removes other nodes. */
class Simulator {
  readonly #snapshot: ClusterSnapshot;
  /** Nodes that are not initialized, by name. */
  readonly #starting: ReadonlySet<string>;
  /** Nodes of pending pods, by uid. Virtual pods are never bound, so each pass places them anew. */
  readonly #nodeByPod: ReadonlyMap<string, string>;
  readonly #problem: SchedulingProblem;
  readonly #restore: () => void;

  constructor(snapshot: ClusterSnapshot, destinations: Destinations) {
    this.#snapshot = snapshot;
    this.#starting = new Set(
      snapshot.nodes.filter((node) => !node.isInitialized).map(({ name }) => name),
    );
    const excluded = new Set([
      ...(destinations === 'NotConsolidatable' ? [] : nodesNotYetConsolidatable(snapshot).keys()),
      ...(destinations === 'Initialized' ? this.#starting : []),
      ...snapshot.nodes.flatMap(({ name, proposedRemoval }) =>
        proposedRemoval === null ? [] : [name],
      ),
    ]);
    this.#nodeByPod = placesOf(snapshot, excluded);
    const { unplaced, placedByNode } = this.#pendingPods();
    const nodes = snapshot.nodes.map((node) => {
      const placed = placedByNode.get(node.name) ?? [];
      if (placed.length === 0 && !excluded.has(node.name)) return node;
      return {
        ...node,
        pods: [...node.pods, ...placed.map(asBound)],
        isTerminating: node.isTerminating || excluded.has(node.name),
      };
    });
    const movable = nodes.flatMap(({ pods }) => pods.filter(isReschedulable));
    this.#problem = compileProblem({ ...snapshot, nodes, pods: unplaced }, movable);
    this.#restore = this.#problem.checkpoint();
  }

  without(candidates: readonly Candidate[], asked: Asked): Simulation {
    const removed = new Set(candidates.map(({ node }) => node.name));
    const pods = candidates.flatMap(({ reschedulable }) => reschedulable);
    const problem = {
      ...this.#problem,
      released: releasedResources(candidates.map(({ node }) => node)),
      nodes: this.#problem.nodes.filter(({ node }) => !removed.has(node.name)),
      pods: this.#problem.queue([...this.#pendingPods(removed).unplaced, ...pods]),
    };
    try {
      for (const name of removed) problem.uncountNode(name);
      return this.#read(problem, passOf(problem, asked), { candidates, pods });
    } finally {
      this.#restore();
    }
  }

  #read(
    problem: SchedulingProblem,
    result: FirstFitResult,
    {
      candidates,
      pods,
    }: { readonly candidates: readonly Candidate[]; readonly pods: readonly BoundPod[] },
  ): Simulation {
    const ofCandidates = new Set(pods.map(({ uid }) => uid));
    const destinationByPod = new Map<string, string>();
    let startingNode: string | null = null;
    for (const [{ node }, placed] of result.podsByNode) {
      if (!this.#starting.has(node.name)) {
        for (const { uid } of placed) destinationByPod.set(uid, node.name);
      } else if (placed.some(({ uid }) => ofCandidates.has(uid))) {
        startingNode = firstByName(startingNode, node.name);
      }
    }
    const newNodeClaims = writeClaims(problem, result).planned;
    for (const { id, podUids } of newNodeClaims) {
      for (const uid of podUids) destinationByPod.set(uid, id);
    }
    return {
      unplacedPods: pods.filter(({ uid }) => !destinationByPod.has(uid)),
      startingNode,
      moves: candidates.flatMap((candidate) => movesOf(candidate, destinationByPod)),
      newNodeClaims,
    };
  }

  /** @param removed nodes whose pending pods need another one */
  #pendingPods(removed: ReadonlySet<string> = new Set()): PendingPods {
    const unplaced: Pod[] = [];
    const placedByNode = new Map<string, Pod[]>();
    for (const pod of this.#snapshot.pods) {
      const nodeName = this.#nodeByPod.get(pod.uid);
      if (nodeName === undefined || removed.has(nodeName)) unplaced.push(pod);
      else getOrCreate(placedByNode, nodeName, () => []).push(pod);
    }
    return { unplaced, placedByNode };
  }
}

type Asked = Required<Pick<SimulationOptions, 'newNodes' | 'reservedOfferings'>>;

function passOf(
  problem: SchedulingProblem,
  { newNodes, reservedOfferings }: Asked,
): FirstFitResult {
  if (newNodes === null) return firstFit(problem, reservedOfferings);
  return newNodes === 'Cheapest'
    ? fitOnCheapestNodes(problem)
    : fitAsPlanned(problem, replacementsBlueprint(problem, newNodes), reservedOfferings);
}

interface PendingPods {
  /** Pending pods that fit on no node that stays, and virtual pods. */
  readonly unplaced: readonly Pod[];
  /** The others, by node name. */
  readonly placedByNode: ReadonlyMap<string, readonly Pod[]>;
}

/** Virtual pods are never bound, so only those on an excluded node keep it. */
function placesOf(
  snapshot: ClusterSnapshot,
  excluded: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const virtual = new Set(snapshot.pods.filter(isBufferPod).map(({ uid }) => uid));
  return new Map(
    [...nodesOfPendingPods(snapshot)].filter(
      ([uid, nodeName]) => !virtual.has(uid) || excluded.has(nodeName),
    ),
  );
}

const firstByName = (known: string | null, name: string): string =>
  known !== null && compareText(known, name) < 0 ? known : name;

function movesOf(
  { node, reschedulable }: Candidate,
  destinationByPod: ReadonlyMap<string, string>,
): readonly PlacedMove[] {
  return reschedulable
    .flatMap((pod) => {
      const to = destinationByPod.get(pod.uid);
      return to === undefined
        ? []
        : [{ podUid: pod.uid, pod: namespacedName(pod), from: node.name, to }];
    })
    .sort((a, b) => compareText(a.pod, b.pod));
}

/**
 * Returns when nodes that take no pods of candidates now become consolidatable, by name. Leaves out
 * NodePools that never consolidate, or consolidate without a delay.
 */
export function nodesNotYetConsolidatable(snapshot: ClusterSnapshot): ReadonlyMap<string, Instant> {
  return getOrCreate(notYetConsolidatable, snapshot, findNotYetConsolidatable);
}

const notYetConsolidatable = new WeakMap<ClusterSnapshot, ReadonlyMap<string, Instant>>();

function findNotYetConsolidatable({
  nodes,
  nodePools,
  now,
}: ClusterSnapshot): ReadonlyMap<string, Instant> {
  const pools = new Map(nodePools.map((pool) => [pool.name, pool]));
  return new Map(
    nodes.flatMap((node) => {
      const at = consolidatableTimeOf(node, pools);
      return at !== null && now < at ? [[node.name, at] as const] : [];
    }),
  );
}

function consolidatableTimeOf(
  { nodeClaim, isInitialized }: Node,
  pools: ReadonlyMap<string, NodePool>,
): Instant | null {
  if (nodeClaim === null || nodeClaim.nodePool === null || !isInitialized) return null;
  const after = pools.get(nodeClaim.nodePool)?.disruption.consolidateAfterMs ?? null;
  return after !== null && after > 0 ? consolidatableAt(nodeClaim, after) : null;
}
