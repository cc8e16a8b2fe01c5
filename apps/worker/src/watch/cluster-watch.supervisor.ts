import { type Cluster, cloudTargetOf, type LeaseHold, resumeChecks } from '@kerf/application';
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

/**
 * Acquires every cluster that may be watched and that no other worker holds, and releases removed
 * clusters and lost leases. Each turn renews leases first, because an expired lease can be acquired
 * by another worker.
 */
export class ClusterWatchSupervisor {
  readonly #parts: RuntimeParts;
  readonly #owner: string;
  readonly #held = new Map<string, Held>();
  readonly #leaving = new Map<string, Promise<unknown>>();
  /**
   * Version of each cluster at the last turn, so that a version already handled starts no further
   * turn.
   */
  #versions: ReadonlyMap<string, number> = new Map();
  #checksMayBeLost = false;
  #turning: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: RuntimeParts, owner: string) {
    this.#parts = parts;
    this.#owner = owner;
  }

  start(feed: ChangeFeed): void {
    this.#timer = setInterval(() => this.#look(), pollEveryMs);
    feed.events.on('change', ({ topic, id, version }) => {
      if (topic !== 'cluster') return;
      if (id === null || (!this.#held.has(id) && this.#versions.get(id) !== version)) this.#look();
    });
    this.#look();
  }

  /** Called when the database or the queue is available again after an outage. */
  resume(): void {
    for (const { runtime } of this.#held.values()) runtime.resume();
    this.#checksMayBeLost = true;
    this.#look();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#turning;
    for (const id of this.#held.keys()) this.#letGo(id);
    await Promise.all(this.#leaving.values());
  }

  /** Returns the ids of the clusters that this worker holds. */
  get heldClusters(): readonly string[] {
    return [...this.#held.keys()];
  }

  #look(): void {
    this.#queue(() => this.#turn());
  }

  /** Runs turns one after another: two concurrent turns could start a cluster twice. */
  #queue(work: () => Promise<void>): void {
    this.#turning = this.#turning.then(work).catch((error: unknown) => {
      this.#parts.log.warn({ error }, 'check of cluster leases failed; retrying');
    });
  }

  async #turn(): Promise<void> {
    await this.#renew();
    if (this.#checksMayBeLost) await this.#resumeChecks();
    const clusters = await this.#parts.ports.store.clusters.list();
    const known = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    this.#versions = new Map(clusters.map(({ id, version }) => [id, version]));
    for (const [id, { settings }] of this.#held) {
      const cluster = known.get(id);
      if (cluster === undefined) this.#letGo(id, () => this.#parts.queues.removeCluster(id));
      else if (!isWatchable(cluster) || settingsOf(cluster) !== settings) this.#letGo(id);
    }
    await Promise.all(
      clusters
        .filter((cluster) => isWatchable(cluster) && this.#isFree(cluster.id))
        .map((cluster) => this.#take(cluster)),
    );
  }

  async #resumeChecks(): Promise<void> {
    // Reset before the work: an outage during the work requests it again.
    this.#checksMayBeLost = false;
    try {
      await resumeChecks(this.#parts.ports);
    } catch (error) {
      this.#checksMayBeLost = true;
      throw error;
    }
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#parts.ports;
    for (const [id, { lease }] of this.#held) {
      if (await store.leases.renew(lease, clock.now(), leaseTtlMs)) continue;
      this.#parts.log.warn({ clusterId: id }, 'another worker has the lease of the cluster');
      this.#letGo(id);
    }
  }

  async #take(cluster: Cluster): Promise<void> {
    const { store, clock } = this.#parts.ports;
    const lease = await store.leases.acquire(cluster.id, this.#owner, clock.now(), leaseTtlMs);
    if (lease === null) return;
    const runtime = new ClusterRuntime(this.#parts, cluster, lease);
    this.#held.set(cluster.id, { lease, runtime, settings: settingsOf(cluster) });
    runtime.start((error) => this.#giveUp(cluster, runtime, error));
  }

  /** Releases the cluster; the next turn, or another worker, tries again. */
  #giveUp(cluster: Cluster, runtime: ClusterRuntime, error: unknown): void {
    this.#parts.log.warn({ error, cluster: cluster.name }, 'taking over the cluster failed');
    this.#queue(async () => {
      if (this.#held.get(cluster.id)?.runtime === runtime) this.#letGo(cluster.id);
      if (hasErrorCode(error, 'STATE.STALE')) return;
      await runtime.markUnreachable(error instanceof Error ? error.message : String(error));
    });
  }

  #isFree(id: string): boolean {
    return !this.#held.has(id) && !this.#leaving.has(id);
  }

  /**
   * Stops the runtime of a cluster in the background: jobs that wait for AWS must not delay the
   * renewal of other leases. This worker does not acquire the cluster again until the runtime has
   * stopped.
   */
  #letGo(id: string, andThen: () => Promise<void> = () => Promise.resolve()): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held === undefined) return;
    const left = held.runtime
      .stop()
      .then(() => this.#parts.ports.store.leases.release(held.lease))
      .then(andThen)
      .catch((error: unknown) => {
        this.#parts.log.warn({ error, clusterId: id }, 'releasing a cluster failed');
      })
      .finally(() => this.#leaving.delete(id));
    this.#leaving.set(id, left);
  }
}

const isWatchable = ({ connection }: Cluster): boolean =>
  connection.state !== 'Checking' && connection.state !== 'Rejected';

/** Returns the settings of a runtime; when they change, the cluster is started again. */
const settingsOf = (cluster: Cluster): string =>
  JSON.stringify([cluster.settings, cloudTargetOf(cluster)]);
