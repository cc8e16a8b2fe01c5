import type { ClusterId, Instant } from '@kerf/core';
import type { Reason } from '@kerf/engine';

interface Remembered {
  nominatedUntil: Map<string, Instant>;
  blockers: ReadonlyMap<string, readonly Reason[]>;
}

/**
 * What a worker remembers of its clusters between two looks, and may forget at any time: which
 * nodes pods are on their way to, and what kept each node from being disrupted at the last plan.
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

  setBlockers(clusterId: ClusterId, blockers: ReadonlyMap<string, readonly Reason[]>): void {
    this.#of(clusterId).blockers = blockers;
  }

  blockers(clusterId: ClusterId): ReadonlyMap<string, readonly Reason[]> {
    return this.#of(clusterId).blockers;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.delete(clusterId);
  }

  #of(clusterId: ClusterId): Remembered {
    const known = this.#clusters.get(clusterId);
    if (known !== undefined) return known;
    const fresh: Remembered = { nominatedUntil: new Map(), blockers: new Map() };
    this.#clusters.set(clusterId, fresh);
    return fresh;
  }
}
