import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import {
  type CatalogGaps,
  type DisruptionPlan,
  type EvaluationCursor,
  type InstanceType,
  noEvaluations,
  type OverlaidCatalogue,
} from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { BlockersOfPass } from '../domain/decision/node-blockers.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedCapacityBuffer, CachedNodeOverlay } from './cluster-cache.js';

/** What the gaps of a node class were made from: equal texts and identical facts make the same ones. */
export interface CatalogGapsOrigin {
  readonly nodeClass: string;
  readonly catalog: CatalogFacts;
  /** Of the node class and settings, all that types are made from but for their offerings. */
  readonly rules: string;
}

/** What a list of instance types was made from: equal texts and identical facts make the same list. */
export interface InstanceTypeOrigin extends CatalogGapsOrigin {
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: string;
}

/** What an overlaid catalogue was made from: identical lists and equal texts make the same one. */
export interface OverlaidOrigin {
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  /** What overlays look at of the pools. */
  readonly pools: string;
  /** Types of each of the pools. */
  readonly lists: readonly (readonly InstanceType[] | undefined)[];
}

/** When a cluster's buffers were looked at, and which. */
export interface BufferInputs {
  readonly objects: readonly CachedCapacityBuffer[];
  readonly at: Instant;
  /** The cluster has buffers that may not be read. */
  readonly isUnreadable: boolean;
}

/** What a look at a state said, and until when a look at the same state would say the same. */
export interface RememberedPlan {
  readonly plan: DisruptionPlan;
  readonly stateDigest: string;
  readonly validUntil: Instant;
}

interface Remembered {
  readonly instanceTypes: Map<
    string,
    { readonly from: InstanceTypeOrigin; readonly types: readonly InstanceType[] }
  >;
  readonly catalogGaps: Map<
    string,
    { readonly from: CatalogGapsOrigin; readonly gaps: CatalogGaps }
  >;
  overlaid: { readonly from: OverlaidOrigin; readonly catalogue: OverlaidCatalogue } | null;
  /** What was said of the cluster's overlays, as text. */
  publishedOverlayStatus: string | null;
  bufferInputs: BufferInputs | null;
  /** By uid of a buffer: what was said of it, as text. */
  readonly publishedBufferStatuses: Map<string, string>;
  /** Of the state that was solved last. */
  solvedDigest: string | null;
  nominatedUntil: Map<string, Instant>;
  blockers: BlockersOfPass;
  plan: RememberedPlan | null;
  cursor: EvaluationCursor;
  /** By claim: the version that its object in the cluster was made from. */
  readonly shownVersions: Map<NodeClaimId, number>;
}

/**
 * What a worker remembers of its clusters between two looks, and may forget at any time: which
 * nodes pods are on their way to, what kept each node from being disrupted at the last plan, the
 * instance types that node classes resolve to and what overlays make of them, and what is shown of
 * each claim.
 */
export class ClusterMemory {
  readonly #clusters = new Map<ClusterId, Remembered>();

  nominate(clusterId: ClusterId, nodeNames: readonly string[], until: Instant): void {
    const { nominatedUntil } = this.#of(clusterId);
    for (const name of nodeNames) nominatedUntil.set(name, until);
  }

  /** Nominations that still hold, by node name. */
  nominations(clusterId: ClusterId, now: Instant): ReadonlyMap<string, Instant> {
    const remembered = this.#of(clusterId);
    remembered.nominatedUntil = new Map(
      [...remembered.nominatedUntil].filter(([, until]) => until > now),
    );
    return remembered.nominatedUntil;
  }

  setBlockers(clusterId: ClusterId, blockers: BlockersOfPass): void {
    this.#of(clusterId).blockers = blockers;
  }

  /** Why nodes were not disrupted at the last pass. */
  blockers(clusterId: ClusterId): BlockersOfPass {
    return this.#of(clusterId).blockers;
  }

  /** Where the last disruption evaluation of the cluster stopped. */
  cursor(clusterId: ClusterId): EvaluationCursor {
    return this.#of(clusterId).cursor;
  }

  noteCursor(clusterId: ClusterId, cursor: EvaluationCursor): void {
    this.#of(clusterId).cursor = cursor;
  }

  rememberPlan(clusterId: ClusterId, plan: RememberedPlan): void {
    this.#of(clusterId).plan = plan;
  }

  /** The plan that was made of this very state and still holds; `null` without one. */
  recallPlan(clusterId: ClusterId, stateDigest: string, now: Instant): DisruptionPlan | null {
    const { plan } = this.#of(clusterId);
    const holds = plan?.stateDigest === stateDigest && now < plan.validUntil;
    return plan !== null && holds ? plan.plan : null;
  }

  /**
   * The list made from this origin last time, or a new one.
   * @param make gets the types of the last list that are as they were but for their offerings
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
      known.from.unavailable === from.unavailable
    ) {
      return known.types;
    }
    const types = make(isSameKind ? known.types : []);
    instanceTypes.set(from.nodeClass, { from, types });
    return types;
  }

  /** What a node class leaves out of the region: the same object as long as its origin is the same. */
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

  /** The catalogue made from this origin last time, or a new one made with the last at hand. */
  recallOverlaid(
    clusterId: ClusterId,
    from: OverlaidOrigin,
    make: (previous: OverlaidCatalogue | null) => OverlaidCatalogue,
  ): OverlaidCatalogue {
    const remembered = this.#of(clusterId);
    const known = remembered.overlaid;
    if (known !== null && isSameOrigin(known.from, from)) return known.catalogue;
    const catalogue = make(known?.catalogue ?? null);
    remembered.overlaid = { from, catalogue };
    return catalogue;
  }

  /** True when this was said of the cluster's overlays last. */
  isPublishedOverlayStatus(clusterId: ClusterId, text: string): boolean {
    return this.#of(clusterId).publishedOverlayStatus === text;
  }

  notePublishedOverlayStatus(clusterId: ClusterId, text: string): void {
    this.#of(clusterId).publishedOverlayStatus = text;
  }

  bufferInputs(clusterId: ClusterId): BufferInputs | null {
    return this.#of(clusterId).bufferInputs;
  }

  noteBufferInputs(clusterId: ClusterId, look: BufferInputs): void {
    this.#of(clusterId).bufferInputs = look;
  }

  /** True when this was said of the buffer last. */
  isPublishedBufferStatus(clusterId: ClusterId, uid: string, text: string): boolean {
    return this.#of(clusterId).publishedBufferStatuses.get(uid) === text;
  }

  notePublishedBufferStatus(clusterId: ClusterId, uid: string, text: string): void {
    this.#of(clusterId).publishedBufferStatuses.set(uid, text);
  }

  /** Forgets what was said of buffers that are gone. */
  retainBuffers(clusterId: ClusterId, uids: ReadonlySet<string>): void {
    const { publishedBufferStatuses } = this.#of(clusterId);
    for (const uid of publishedBufferStatuses.keys())
      if (!uids.has(uid)) publishedBufferStatuses.delete(uid);
  }

  /** True when the last solve was of this very state. */
  wasSolved(clusterId: ClusterId, stateDigest: string): boolean {
    return this.#of(clusterId).solvedDigest === stateDigest;
  }

  noteSolved(clusterId: ClusterId, stateDigest: string): void {
    this.#of(clusterId).solvedDigest = stateDigest;
  }

  /** True when the object of the claim in its cluster says all that the claim does. */
  isShown({ clusterId, id, version }: NodeClaim): boolean {
    return (this.#of(clusterId).shownVersions.get(id) ?? 0) >= version;
  }

  /** True when the object of the claim says what some version of it did. */
  wasShown({ clusterId, id }: NodeClaim): boolean {
    return this.#of(clusterId).shownVersions.has(id);
  }

  /** The object of the claim has to say something else, though the claim did not change. */
  forgetShown({ clusterId, id }: NodeClaim): void {
    this.#of(clusterId).shownVersions.delete(id);
  }

  noteShown({ clusterId, id, version, state }: NodeClaim): void {
    const { shownVersions } = this.#of(clusterId);
    // What has ended is not shown again, unless an older job asks for it once more.
    if (state === 'Terminated' || state === 'LaunchFailed') shownVersions.delete(id);
    else shownVersions.set(id, version);
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.delete(clusterId);
  }

  #of(clusterId: ClusterId): Remembered {
    const known = this.#clusters.get(clusterId);
    if (known !== undefined) return known;
    const fresh: Remembered = {
      instanceTypes: new Map(),
      catalogGaps: new Map(),
      overlaid: null,
      publishedOverlayStatus: null,
      bufferInputs: null,
      publishedBufferStatuses: new Map(),
      solvedDigest: null,
      nominatedUntil: new Map(),
      blockers: { blockers: new Map(), evaluations: new Map() },
      plan: null,
      cursor: noEvaluations,
      shownVersions: new Map(),
    };
    this.#clusters.set(clusterId, fresh);
    return fresh;
  }
}

function isSameOrigin(a: OverlaidOrigin, b: OverlaidOrigin): boolean {
  return (
    a.nodeOverlays === b.nodeOverlays &&
    a.pools === b.pools &&
    a.lists.every((list, index) => list === b.lists[index])
  );
}
