import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { PerCluster } from './per-cluster.js';

/** The CapacityBuffers of a cluster's last evaluation, and its time. */
export interface BufferInputs {
  readonly objects: readonly object[];
  readonly at: Instant;
  /** True when the cluster has CapacityBuffers that Kerf may not read. */
  readonly isUnreadable: boolean;
}

/** The last write of deletion costs of pods. */
export interface WrittenDeletionCosts {
  readonly at: Instant;
  /** Whether the setting was on. */
  readonly isOn: boolean;
}

interface Remembered {
  deletionCosts: WrittenDeletionCosts | null;
  overlayStatus: string | null;
  bufferInputs: BufferInputs | null;
  /** By uid of the CapacityBuffer, as text. */
  readonly bufferStatuses: Map<string, string>;
  /** The last consistency check: whether the node of each NodeClaim has the planned capacity. */
  consistency: ReadonlyMap<NodeClaimId, boolean>;
  /** By NodeClaim: the version that its object in the cluster was written from. */
  readonly shownVersions: Map<NodeClaimId, number>;
}

/**
 * The statuses that objects of a cluster show already, so that it is not written again. It may be forgotten: the next worker
 * writes each status once more, which changes no object.
 */
export class PublishedStatuses {
  readonly #clusters = new PerCluster(
    (): Remembered => ({
      deletionCosts: null,
      overlayStatus: null,
      bufferInputs: null,
      bufferStatuses: new Map(),
      consistency: new Map(),
      shownVersions: new Map(),
    }),
  );

  /** Returns the last write of deletion costs; `null` before the first. */
  deletionCosts(clusterId: ClusterId): WrittenDeletionCosts | null {
    return this.#clusters.of(clusterId).deletionCosts;
  }

  setDeletionCosts(clusterId: ClusterId, written: WrittenDeletionCosts): void {
    this.#clusters.of(clusterId).deletionCosts = written;
  }

  /** Returns true when this is the last published status of the cluster's NodeOverlays. */
  isOverlayStatus(clusterId: ClusterId, text: string): boolean {
    return this.#clusters.of(clusterId).overlayStatus === text;
  }

  setOverlayStatus(clusterId: ClusterId, text: string): void {
    this.#clusters.of(clusterId).overlayStatus = text;
  }

  /** Returns true when this is the last published status of the CapacityBuffer. */
  isBufferStatus(clusterId: ClusterId, uid: string, text: string): boolean {
    return this.#clusters.of(clusterId).bufferStatuses.get(uid) === text;
  }

  setBufferStatus(clusterId: ClusterId, uid: string, text: string): void {
    this.#clusters.of(clusterId).bufferStatuses.set(uid, text);
  }

  /** Forgets the published status of CapacityBuffers that no longer exist. */
  retainBuffers(clusterId: ClusterId, uids: ReadonlySet<string>): void {
    const { bufferStatuses } = this.#clusters.of(clusterId);
    for (const uid of bufferStatuses.keys()) if (!uids.has(uid)) bufferStatuses.delete(uid);
  }

  bufferInputs(clusterId: ClusterId): BufferInputs | null {
    return this.#clusters.of(clusterId).bufferInputs;
  }

  setBufferInputs(clusterId: ClusterId, look: BufferInputs): void {
    this.#clusters.of(clusterId).bufferInputs = look;
  }

  /** Returns true when the NodeClaim's object in the cluster is up to date. */
  isShown({ clusterId, id, version }: NodeClaim): boolean {
    return (this.#clusters.of(clusterId).shownVersions.get(id) ?? 0) >= version;
  }

  /** Returns true when some version of the NodeClaim was written to its object. */
  wasShown({ clusterId, id }: NodeClaim): boolean {
    return this.#clusters.of(clusterId).shownVersions.has(id);
  }

  markShown({ clusterId, id, version, state }: NodeClaim): void {
    const { shownVersions } = this.#clusters.of(clusterId);
    // A NodeClaim that has ended is not written again, unless an older job requests it.
    if (state === 'Terminated' || state === 'LaunchFailed') shownVersions.delete(id);
    else shownVersions.set(id, version);
  }

  /** Marks the NodeClaim's object as outdated although the NodeClaim itself has not changed. */
  forgetShown({ clusterId, id }: Pick<NodeClaim, 'clusterId' | 'id'>): void {
    this.#clusters.of(clusterId).shownVersions.delete(id);
  }

  setConsistency(clusterId: ClusterId, consistency: ReadonlyMap<NodeClaimId, boolean>): void {
    this.#clusters.of(clusterId).consistency = consistency;
  }

  /** Returns whether the node has the planned capacity; `null` before the first check. */
  isConsistent({ clusterId, id }: NodeClaim): boolean | null {
    return this.#clusters.of(clusterId).consistency.get(id) ?? null;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}
