import { type Cluster, cloudTargetOf, type LeaseHold, resumeChecks } from '@kerf/application';
import { hasErrorCode } from '@kerf/core';
import type { ChangeFeed } from '@kerf/db';
import { ClusterRuntime, type RuntimeParts } from './cluster-runtime.js';

interface Held {
  readonly lease: LeaseHold;
  readonly runtime: ClusterRuntime;
  /** The settings that its schedules were made from, and how it gets access. */
  readonly settings: string;
}

const leaseTtlMs = 15_000;
const pollEveryMs = 5_000;

/**
 * Takes every cluster that may be watched and that no other worker holds, and lets go of those that
 * were removed or lost. Renewing comes first in each turn: a lease that is late is another's.
 */
export class ClusterWatchSupervisor {
  readonly #parts: RuntimeParts;
  readonly #owner: string;
  readonly #held = new Map<string, Held>();
  readonly #leaving = new Map<string, Promise<unknown>>();
  /** The version of each cluster at the last turn: a change that it has seen asks for no other. */
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

  /** The database or the queue was away and is back. */
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

  /** Ids of the clusters that this worker holds. */
  get heldClusters(): readonly string[] {
    return [...this.#held.keys()];
  }

  #look(): void {
    this.#queue(() => this.#turn());
  }

  /** Turns follow each other: two at once would start a cluster twice. */
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
    // Before it is done: whatever goes away meanwhile asks for it once more.
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

  /** The next turn tries again, or another worker does. */
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
   * Ends what runs for a cluster, in its own time: jobs that wait for AWS must not keep this worker
   * from renewing its other leases. Until it has ended, the cluster is not taken again here.
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

/** What a runtime is made with: when it changes, the cluster is taken anew. */
const settingsOf = (cluster: Cluster): string =>
  JSON.stringify([cluster.settings, cloudTargetOf(cluster)]);
