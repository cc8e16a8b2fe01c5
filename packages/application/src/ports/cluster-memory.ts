import type { ClusterId, DecisionId, DurationMs, Instant, NodeClaimId } from '@kerf/core';
import { getOrCreate } from '@kerf/core';
import {
  type CatalogGaps,
  type ClusterMode,
  type DisruptionPlan,
  type InstanceType,
  type OverlaidCatalog,
} from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import { LearnedMemories, type LearnedMemory } from '../domain/catalog/learned-memory.js';
import type { BlockersOfPass } from '../domain/decision/node-blockers.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { podControllerKey } from '../domain/scheduling/pod-controller-key.js';
import type {
  CachedCapacityBuffer,
  CachedNodeOverlay,
  ClusterView,
  ExpectedPods,
} from './cluster-cache.js';

/** Inputs of an EC2NodeClass's catalog gaps: equal texts and identical facts give the same gaps. */
export interface CatalogGapsOrigin {
  readonly nodeClass: string;
  readonly catalog: CatalogFacts;
  /** A text of all inputs from the EC2NodeClass and the settings, except the offerings. */
  readonly rules: string;
}

/** Inputs of a list of instance types: equal texts and identical facts give the same list. */
export interface InstanceTypeOrigin extends CatalogGapsOrigin {
  readonly spotPrices: readonly SpotPrice[];
  /**
   * A text of the offerings without capacity, of the capacity reservations, and of the memory that
   * nodes report.
   */
  readonly capacity: string;
}

/** Inputs of an overlaid catalog: identical lists and equal texts give the same catalog. */
export interface OverlaidOrigin {
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  /** A text of the NodePool fields that overlays depend on. */
  readonly pools: string;
  /** Instance types of each NodePool. */
  readonly lists: readonly (readonly InstanceType[] | undefined)[];
}

/** The CapacityBuffers of a cluster's last evaluation, and its time. */
export interface BufferInputs {
  readonly objects: readonly CachedCapacityBuffer[];
  readonly at: Instant;
  /** True when the cluster has CapacityBuffers that Kerf may not read. */
  readonly isUnreadable: boolean;
}

/**
 * The plan of the last disruption evaluation. Until `validUntil`, an evaluation of the same state
 * would give the same plan.
 */
export interface RememberedPlan {
  readonly plan: DisruptionPlan;
  readonly stateDigest: string;
  /** Number of evaluations before the first one of this state that the plan builds on. */
  readonly evaluationsBefore: number;
  /** `null` while an evaluation of the same state may find more. */
  readonly validUntil: Instant | null;
}

/** State that a disruption pass depends on while nothing of it takes or loses effect with time. */
export interface QuietState {
  /** Fingerprint of `ClusterRepository.steadyRecords`. */
  readonly records: string;
  readonly view: ClusterView;
  readonly at: Instant;
}

/** The state that was solved last, and what came of it. */
export interface SolvedState {
  readonly stateDigest: string;
  readonly at: Instant;
  readonly mode: ClusterMode;
  /** The decision to launch nodes; `null` if no nodes were needed. */
  readonly decisionId: DecisionId | null;
  /** Whether nodes were launched, not only proposed in mode `observe`. */
  readonly launches: boolean;
}

/** The state that a cost analysis was about, and its time. */
export interface AnalyzedCost {
  readonly stateDigest: string;
  readonly at: Instant;
}

/** An eviction that a PodDisruptionBudget blocked. */
export interface BlockedEviction {
  /** The blocker, for people. */
  readonly message: string;
  readonly retryAt: Instant;
}

/** Delays between evictions of one pod. Source: karpenter node/termination/terminator/eviction.go. */
const firstEvictionDelayMs = 1_000;
const longestEvictionDelayMs = 10_000;
/** Pods that are not drained any more are forgotten after this time. */
const forgottenAfterMs = 60_000;

/** The most pods that a controller wanted and had, and since when. */
interface ControllerProgress extends Pick<ExpectedPods, 'wanted' | 'existing'> {
  readonly since: Instant;
}

/**
 * How long pods are expected while their controller makes no progress, e.g. because of a quota; then
 * no nodes are launched or kept for them until something changes.
 */
const expectedForMs: DurationMs = 30_000;

interface Remembered {
  readonly instanceTypes: Map<
    string,
    { readonly from: InstanceTypeOrigin; readonly types: readonly InstanceType[] }
  >;
  readonly catalogGaps: Map<
    string,
    { readonly from: CatalogGapsOrigin; readonly gaps: CatalogGaps }
  >;
  readonly memories: LearnedMemories;
  overlaid: { readonly from: OverlaidOrigin; readonly catalog: OverlaidCatalog } | null;
  /** The published status of the cluster's NodeOverlays, as text. */
  publishedOverlayStatus: string | null;
  bufferInputs: BufferInputs | null;
  /** The published status of each CapacityBuffer, as text, by uid. */
  readonly publishedBufferStatuses: Map<string, string>;
  solved: SolvedState | null;
  nominatedUntil: Map<string, Instant>;
  controllers: ReadonlyMap<string, ControllerProgress>;
  blockers: BlockersOfPass;
  plan: RememberedPlan | null;
  quiet: QuietState | null;
  analyzedCost: AnalyzedCost | null;
  /** Blocked evictions by uid of the pod. */
  readonly blockedEvictions: Map<string, BlockedEviction & { readonly delayMs: DurationMs }>;
  /** The last consistency check: whether the node of each NodeClaim has the planned capacity. */
  consistency: ReadonlyMap<NodeClaimId, boolean>;
  /** Versions from which the objects in the cluster were written, by NodeClaim. */
  readonly shownVersions: Map<NodeClaimId, number>;
}

/**
 * The state that a worker keeps of its clusters between two passes and may lose at any time:
 * nominated nodes, the disruption blockers of the last pass, blocked evictions, the instance types
 * of EC2NodeClasses with and without overlays, the memory that nodes reported, and the published version of each NodeClaim.
 */
export class ClusterMemory {
  readonly #clusters = new Map<ClusterId, Remembered>();

  nominate(clusterId: ClusterId, nodeNames: readonly string[], until: Instant): void {
    const { nominatedUntil } = this.#of(clusterId);
    for (const name of nodeNames) nominatedUntil.set(name, until);
  }

  /** Returns the nominations that still hold, by node name. */
  nominations(clusterId: ClusterId, now: Instant): ReadonlyMap<string, Instant> {
    const remembered = this.#of(clusterId);
    remembered.nominatedUntil = new Map(
      [...remembered.nominatedUntil].filter(([, until]) => until > now),
    );
    return remembered.nominatedUntil;
  }

  /**
   * Returns the pods that are still expected: their controller made progress in the last 30 s, i.e. it
   * had or wanted more pods than ever since pods of it are missing. A Job that only replaces pods that
   * have ended makes none.
   */
  retainExpected(
    clusterId: ClusterId,
    expected: readonly ExpectedPods[],
    now: Instant,
  ): readonly ExpectedPods[] {
    const remembered = this.#of(clusterId);
    const controllers = new Map<string, ControllerProgress>();
    const retained = expected.filter(({ ownerKind, ownerName, spec, wanted, existing }) => {
      const key = podControllerKey(ownerKind, spec.namespace, ownerName);
      const known = remembered.controllers.get(key);
      const isStuck = known !== undefined && wanted <= known.wanted && existing <= known.existing;
      const { since } = isStuck ? known : { since: now };
      controllers.set(key, isStuck ? known : { wanted, existing, since });
      return now < since + expectedForMs;
    });
    remembered.controllers = controllers;
    return retained;
  }

  setBlockers(clusterId: ClusterId, blockers: BlockersOfPass): void {
    this.#of(clusterId).blockers = blockers;
  }

  /** Returns why nodes were not disrupted in the last pass. */
  blockers(clusterId: ClusterId): BlockersOfPass {
    return this.#of(clusterId).blockers;
  }

  /** Returns which state of the cluster the last cost analysis was about; `null` before the first. */
  analyzedCost(clusterId: ClusterId): AnalyzedCost | null {
    return this.#of(clusterId).analyzedCost;
  }

  setAnalyzedCost(clusterId: ClusterId, analyzed: AnalyzedCost): void {
    this.#of(clusterId).analyzedCost = analyzed;
  }

  /** Returns the last plan, whether it is still valid or not; `null` before the first. */
  lastPlan(clusterId: ClusterId): RememberedPlan | null {
    return this.#of(clusterId).plan;
  }

  rememberPlan(clusterId: ClusterId, plan: RememberedPlan): void {
    this.#of(clusterId).plan = plan;
  }

  /** Returns the state that the last complete disruption pass saw; `null` if it was not quiet. */
  quietState(clusterId: ClusterId): QuietState | null {
    return this.#of(clusterId).quiet;
  }

  setQuietState(clusterId: ClusterId, state: QuietState | null): void {
    this.#of(clusterId).quiet = state;
  }

  /** Returns the plan for exactly this state if it is still valid; otherwise `null`. */
  recallPlan(clusterId: ClusterId, stateDigest: string, now: Instant): DisruptionPlan | null {
    const { plan } = this.#of(clusterId);
    const holds = plan?.stateDigest === stateDigest && now < (plan.validUntil ?? now);
    return plan !== null && holds ? plan.plan : null;
  }

  /**
   * Returns the list that was last built from this origin, or builds a new one.
   * @param make gets the types of the last list when only their offerings may have changed,
   * otherwise an empty list
   */
  recallInstanceTypes(
    clusterId: ClusterId,
    from: InstanceTypeOrigin,
    make: (previous: readonly InstanceType[]) => readonly InstanceType[],
  ): readonly InstanceType[] {
    const { instanceTypes } = this.#of(clusterId);
    const known = instanceTypes.get(from.nodeClass);
    const isSameKind = known?.from.catalog === from.catalog && known.from.rules === from.rules;
    if (
      isSameKind &&
      known.from.spotPrices === from.spotPrices &&
      known.from.capacity === from.capacity
    ) {
      return known.types;
    }
    const types = make(isSameKind ? known.types : []);
    instanceTypes.set(from.nodeClass, { from, types });
    return types;
  }

  /**
   * Returns the catalog gaps of an EC2NodeClass: the same object as long as its origin is the same.
   */
  recallCatalogGaps(
    clusterId: ClusterId,
    from: CatalogGapsOrigin,
    make: () => CatalogGaps,
  ): CatalogGaps {
    const { catalogGaps } = this.#of(clusterId);
    const known = catalogGaps.get(from.nodeClass);
    if (known?.from.catalog === from.catalog && known.from.rules === from.rules) return known.gaps;
    const gaps = make();
    catalogGaps.set(from.nodeClass, { from, gaps });
    return gaps;
  }

  /** Records the memory that nodes report; see {@link learnedMemory}. */
  recordMemory(clusterId: ClusterId, reported: readonly LearnedMemory[], now: Instant): void {
    this.#of(clusterId).memories.record(reported, now);
  }

  /**
   * Returns the smallest memory capacity that nodes reported in the last 60 days, by instance type
   * and image: the same list as long as no value has changed.
   */
  learnedMemory(clusterId: ClusterId): readonly LearnedMemory[] {
    return this.#of(clusterId).memories.values;
  }

  /**
   * Returns the catalog that was last built from this origin, or builds a new one; `make` gets the
   * last one.
   */
  recallOverlaid(
    clusterId: ClusterId,
    from: OverlaidOrigin,
    make: (previous: OverlaidCatalog | null) => OverlaidCatalog,
  ): OverlaidCatalog {
    const remembered = this.#of(clusterId);
    const known = remembered.overlaid;
    if (known !== null && isSameOrigin(known.from, from)) return known.catalog;
    const catalog = make(known?.catalog ?? null);
    remembered.overlaid = { from, catalog };
    return catalog;
  }

  /** Returns true when this is the last published status of the cluster's NodeOverlays. */
  isPublishedOverlayStatus(clusterId: ClusterId, text: string): boolean {
    return this.#of(clusterId).publishedOverlayStatus === text;
  }

  setPublishedOverlayStatus(clusterId: ClusterId, text: string): void {
    this.#of(clusterId).publishedOverlayStatus = text;
  }

  bufferInputs(clusterId: ClusterId): BufferInputs | null {
    return this.#of(clusterId).bufferInputs;
  }

  setBufferInputs(clusterId: ClusterId, look: BufferInputs): void {
    this.#of(clusterId).bufferInputs = look;
  }

  /** Returns true when this is the last published status of the CapacityBuffer. */
  isPublishedBufferStatus(clusterId: ClusterId, uid: string, text: string): boolean {
    return this.#of(clusterId).publishedBufferStatuses.get(uid) === text;
  }

  setPublishedBufferStatus(clusterId: ClusterId, uid: string, text: string): void {
    this.#of(clusterId).publishedBufferStatuses.set(uid, text);
  }

  /** Forgets the published status of CapacityBuffers that no longer exist. */
  retainBuffers(clusterId: ClusterId, uids: ReadonlySet<string>): void {
    const { publishedBufferStatuses } = this.#of(clusterId);
    for (const uid of publishedBufferStatuses.keys())
      if (!uids.has(uid)) publishedBufferStatuses.delete(uid);
  }

  /** Returns true when the last solve was of exactly this state. */
  wasSolved(clusterId: ClusterId, stateDigest: string): boolean {
    return this.#of(clusterId).solved?.stateDigest === stateDigest;
  }

  /** Returns the state that was solved last; `null` before the first. */
  lastSolved(clusterId: ClusterId): SolvedState | null {
    return this.#of(clusterId).solved;
  }

  setSolved(clusterId: ClusterId, solved: SolvedState): void {
    this.#of(clusterId).solved = solved;
  }

  /** Records that the eviction of a pod was blocked: each time in a row, the next one waits longer. */
  recordBlockedEviction(clusterId: ClusterId, podUid: string, message: string, now: Instant): void {
    const { blockedEvictions } = this.#of(clusterId);
    for (const [uid, { retryAt }] of blockedEvictions)
      if (now - retryAt > forgottenAfterMs) blockedEvictions.delete(uid);
    const before = blockedEvictions.get(podUid)?.delayMs ?? firstEvictionDelayMs / 2;
    const delayMs = Math.min(2 * before, longestEvictionDelayMs);
    blockedEvictions.set(podUid, { message, retryAt: now + delayMs, delayMs });
  }

  /** Returns why the pod cannot be evicted yet; `null` when the next eviction is due. */
  blockedEviction(clusterId: ClusterId, podUid: string, now: Instant): BlockedEviction | null {
    const blocked = this.#of(clusterId).blockedEvictions.get(podUid);
    return blocked === undefined || blocked.retryAt <= now ? null : blocked;
  }

  setConsistency(clusterId: ClusterId, consistency: ReadonlyMap<NodeClaimId, boolean>): void {
    this.#of(clusterId).consistency = consistency;
  }

  /** Returns whether the node has the planned capacity; `null` before the first check. */
  isConsistent({ clusterId, id }: NodeClaim): boolean | null {
    return this.#of(clusterId).consistency.get(id) ?? null;
  }

  /** Returns true when the NodeClaim's object in the cluster is up to date. */
  isShown({ clusterId, id, version }: NodeClaim): boolean {
    return (this.#of(clusterId).shownVersions.get(id) ?? 0) >= version;
  }

  /** Returns true when some version of the NodeClaim was written to its object. */
  wasShown({ clusterId, id }: NodeClaim): boolean {
    return this.#of(clusterId).shownVersions.has(id);
  }

  /** Marks the NodeClaim's object as outdated although the NodeClaim itself has not changed. */
  forgetShown({ clusterId, id }: Pick<NodeClaim, 'clusterId' | 'id'>): void {
    this.#of(clusterId).shownVersions.delete(id);
  }

  markShown({ clusterId, id, version, state }: NodeClaim): void {
    const { shownVersions } = this.#of(clusterId);
    // A NodeClaim that has ended is not written again, unless an older job requests it.
    if (state === 'Terminated' || state === 'LaunchFailed') shownVersions.delete(id);
    else shownVersions.set(id, version);
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.delete(clusterId);
  }

  #of(clusterId: ClusterId): Remembered {
    return getOrCreate(
      this.#clusters,
      clusterId,
      (): Remembered => ({
        instanceTypes: new Map(),
        catalogGaps: new Map(),
        memories: new LearnedMemories(),
        overlaid: null,
        publishedOverlayStatus: null,
        bufferInputs: null,
        publishedBufferStatuses: new Map(),
        solved: null,
        nominatedUntil: new Map(),
        controllers: new Map(),
        blockers: { blockers: new Map(), evaluations: new Map() },
        plan: null,
        quiet: null,
        analyzedCost: null,
        blockedEvictions: new Map(),
        consistency: new Map(),
        shownVersions: new Map(),
      }),
    );
  }
}

function isSameOrigin(a: OverlaidOrigin, b: OverlaidOrigin): boolean {
  return (
    a.nodeOverlays === b.nodeOverlays &&
    a.pools === b.pools &&
    a.lists.every((list, index) => list === b.lists[index])
  );
}
