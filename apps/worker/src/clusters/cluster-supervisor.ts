import {
  type ChangeNotice,
  type Cluster,
  cloudTargetOf,
  type LeaseHold,
  resumeChecks,
} from '@kerf/application';
import { hasErrorCode } from '@kerf/core';
import type { ChangeFeed } from '@kerf/db';
import { ClusterRuntime, type RuntimeParts } from './cluster-runtime.js';

interface Held {
  readonly lease: LeaseHold;
  readonly runtime: ClusterRuntime;
  /** Schedule settings and access settings that the runtime was created with. */
  readonly settings: string;
}

const leaseTtlMs = 15_000;
const pollEveryMs = 5_000;
/** Topics that the holder of a cluster writes itself from its cluster cache. */
const publishedTopics: ReadonlySet<ChangeNotice['topic']> = new Set(['nodes', 'pods', 'sync']);

/**
 * Acquires every cluster that may be watched and that no other worker holds, and releases removed
 * clusters and lost leases. Each pass renews leases first, because an expired lease can be acquired
 * by another worker.
 */
export class ClusterSupervisor {
  readonly #parts: RuntimeParts;
  readonly #owner: string;
  readonly #held = new Map<string, Held>();
  readonly #releasing = new Map<string, Promise<unknown>>();
  /**
   * Version of each cluster at the last pass, so that a version that was handled starts no further
   * pass.
   */
  #versions: ReadonlyMap<string, number> = new Map();
  #checksMayBeMissing = false;
  #reconciling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: RuntimeParts, owner: string) {
    this.#parts = parts;
    this.#owner = owner;
  }

  start(feed: ChangeFeed): void {
    this.#timer = setInterval(() => this.#check(), pollEveryMs);
    feed.events.on('change', ({ topic, clusterId, id, version }) => {
      if (!publishedTopics.has(topic)) this.#noteChange(clusterId);
      if (topic !== 'cluster') return;
      if (id === null || (!this.#held.has(id) && this.#versions.get(id) !== version)) this.#check();
    });
    feed.events.on('gap', () => this.#noteChange(null));
    this.#check();
  }

  /** Called when the database or the queue is available again after an outage. */
  resume(): void {
    for (const { runtime } of this.#held.values()) runtime.resume();
    this.#checksMayBeMissing = true;
    this.#check();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#reconciling;
    for (const id of this.#held.keys()) this.#release(id);
    await Promise.all(this.#releasing.values());
  }

  /** Returns the ids of the clusters that this worker holds. */
  get heldClusters(): readonly string[] {
    return [...this.#held.keys()];
  }

  #noteChange(clusterId: string | null): void {
    for (const [id, { runtime }] of this.#held) {
      if (clusterId === null || clusterId === id) runtime.noteChange();
    }
  }

  #check(): void {
    this.#queue(() => this.#reconcile());
  }

  /** Runs passes one after another: two concurrent passes could start a cluster twice. */
  #queue(work: () => Promise<void>): void {
    this.#reconciling = this.#reconciling.then(work).catch((error: unknown) => {
      this.#parts.log.warn({ error }, 'check of cluster leases failed; retrying');
    });
  }

  async #reconcile(): Promise<void> {
    await this.#renew();
    if (this.#checksMayBeMissing) await this.#resumeChecks();
    const clusters = await this.#parts.ports.store.clusters.list();
    const known = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    this.#versions = new Map(clusters.map(({ id, version }) => [id, version]));
    for (const [id, { settings }] of this.#held) {
      const cluster = known.get(id);
      if (cluster === undefined) this.#release(id, () => this.#parts.queues.removeCluster(id));
      else if (!isWatchable(cluster) || settingsOf(cluster) !== settings) this.#release(id);
    }
    await Promise.all(
      clusters
        .filter((cluster) => isWatchable(cluster) && this.#isFree(cluster.id))
        .map((cluster) => this.#acquire(cluster)),
    );
  }

  async #resumeChecks(): Promise<void> {
    // Reset before the work: an outage during the work requests it again.
    this.#checksMayBeMissing = false;
    try {
      await resumeChecks(this.#parts.ports);
    } catch (error) {
      this.#checksMayBeMissing = true;
      throw error;
    }
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#parts.ports;
    for (const [id, { lease }] of this.#held) {
      if (await store.leases.renew(lease, clock.now(), leaseTtlMs)) continue;
      this.#parts.log.warn({ clusterId: id }, 'another worker has the lease of the cluster');
      this.#release(id);
    }
  }

  async #acquire(cluster: Cluster): Promise<void> {
    const { store, clock } = this.#parts.ports;
    const lease = await store.leases.acquire(cluster.id, this.#owner, clock.now(), leaseTtlMs);
    if (lease === null) return;
    const runtime = new ClusterRuntime(this.#parts, cluster, lease);
    this.#held.set(cluster.id, { lease, runtime, settings: settingsOf(cluster) });
    runtime.start((error) => this.#startFailed(cluster, runtime, error));
  }

  /** Releases the cluster; the next pass, or another worker, tries again. */
  #startFailed(cluster: Cluster, runtime: ClusterRuntime, error: unknown): void {
    this.#parts.log.warn({ error, cluster: cluster.name }, 'acquiring the cluster failed');
    this.#queue(async () => {
      if (this.#held.get(cluster.id)?.runtime === runtime) this.#release(cluster.id);
      if (hasErrorCode(error, 'STATE.STALE')) return;
      await runtime.markUnreachable(error instanceof Error ? error.message : String(error));
    });
  }

  #isFree(id: string): boolean {
    return !this.#held.has(id) && !this.#releasing.has(id);
  }

  /**
   * Stops the runtime of a cluster in the background: jobs that wait for AWS must not delay the
   * renewal of other leases. This worker does not acquire the cluster again until the runtime has
   * stopped.
   */
  #release(id: string, afterwards: () => Promise<void> = () => Promise.resolve()): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held === undefined) return;
    const released = held.runtime
      .stop()
      .then(() => this.#parts.ports.store.leases.release(held.lease))
      .then(afterwards)
      .catch((error: unknown) => {
        this.#parts.log.warn({ error, clusterId: id }, 'releasing a cluster failed');
      })
      .finally(() => this.#releasing.delete(id));
    this.#releasing.set(id, released);
  }
}

const isWatchable = ({ connection }: Cluster): boolean =>
  connection.state !== 'Checking' && connection.state !== 'Rejected';

/** Returns the settings of a runtime; when they change, the cluster is started again. */
const settingsOf = (cluster: Cluster): string =>
  JSON.stringify([cluster.settings, cloudTargetOf(cluster)]);
