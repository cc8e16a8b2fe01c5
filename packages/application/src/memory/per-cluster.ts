import { type ClusterId, getOrCreate } from '@kerf/core';

/** A worker's memory of each of its clusters, until it gives the cluster up. */
export class PerCluster<Remembered> {
  readonly #clusters = new Map<ClusterId, Remembered>();
  readonly #create: () => Remembered;

  constructor(create: () => Remembered) {
    this.#create = create;
  }

  of(clusterId: ClusterId): Remembered {
    return getOrCreate(this.#clusters, clusterId, this.#create);
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.delete(clusterId);
  }
}
