import type { ClusterId, Instant } from '@kerf/core';
import type { CacheChanges, ChangeScope } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { ReadModelPublisher } from './read-model-publisher.js';

type WriterPorts = Pick<Ports, 'store' | 'memory' | 'cache'>;

/** A cluster cache that remembers what has changed. */
export interface ChangeSource {
  /** Returns `null` before the cluster was first synced. */
  takeChanges(scope: ChangeScope): CacheChanges | null;
}

/** Interval at which the sync time is written while nothing changes. */
const touchEveryMs = 10_000;
/**
 * Interval at which the read model is compared with the database while nothing changes, in case a
 * change was not noticed.
 */
const compareEveryMs = 30_000;

/** Writes what changes in a cluster cache to the database. Call `write` about once a second. */
export class CacheWriter {
  readonly #ports: WriterPorts;
  readonly #clusterId: ClusterId;
  readonly #publisher: ReadModelPublisher;
  #scope: ChangeScope = 'Everything';
  #touchedAt: Instant = 0;
  #comparedAt: Instant = 0;
  /** The number of changes of the database that the read model has. */
  #seen = 0;

  constructor(ports: WriterPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
    this.#publisher = new ReadModelPublisher(ports, clusterId);
  }

  /**
   * Writes the changes since the last call. While the cache is not in sync, changes are left for later.
   * If writing fails, the next call writes everything.
   * @param recordChanges number of changes of the database so far that the read model depends on
   * @returns the time up to which the read model is current; `null` when the cache is not in sync
   */
  async write(source: ChangeSource, recordChanges: number): Promise<Instant | null> {
    if (viewIfSynced(this.#ports, this.#clusterId) === null) return null;
    const scope = this.#scope;
    const changes = source.takeChanges(scope);
    if (changes === null) return null;
    this.#scope = 'Everything';
    const { asOf } = changes;
    const isNews =
      recordChanges !== this.#seen || this.#publisher.isOutdated || hasChanges(changes);
    if (scope === 'Everything' || isNews || asOf - this.#comparedAt >= compareEveryMs) {
      await this.#publisher.publish(changes);
      this.#seen = recordChanges;
      this.#comparedAt = asOf;
    }
    this.#scope = 'Delta';
    if (asOf - this.#touchedAt >= touchEveryMs) {
      await this.#ports.store.clusters.touchSynced(this.#clusterId, asOf);
      this.#touchedAt = asOf;
    }
    return asOf;
  }
}

const hasChanges = ({ relisted, nodes, pods }: CacheChanges): boolean =>
  relisted ||
  [nodes.changed, nodes.gone, pods.changed, pods.gone].some((changed) => changed.length > 0);
