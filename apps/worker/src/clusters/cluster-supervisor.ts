import {
  type Cluster,
  cloudTargetOf,
  type DeathOfHolder,
  type LeaseHold,
  type Ports,
  recordConnection,
  type TrialRules,
} from '@kerf/application';
import { type ClusterId, hasErrorCode, type Instant, toldMessageOf } from '@kerf/core';
import type { ChangeFeed } from '@kerf/db';
import type { JobQueues } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/system';
import type { ClusterRuntime } from './cluster-runtime.js';

/** The parts of a runtime that the supervisor uses. */
export type HeldCluster = Pick<
  ClusterRuntime,
  'start' | 'stop' | 'resume' | 'markChanged' | 'markUnreachable' | 'isServing'
>;

export interface SupervisorParts {
  readonly ports: Pick<Ports, 'store' | 'clock'>;
  readonly queues: Pick<JobQueues, 'removeCluster'>;
  readonly log: Logger;
  readonly createRuntime: (cluster: Cluster, lease: LeaseHold) => HeldCluster;
  readonly rules: TrialRules;
  /**
   * Called while clusters that are suspected to end their workers may be tried, in another process;
   * `null` in that process, which holds no other clusters.
   */
  readonly startTrials: (() => void) | null;
  /** Creates lost jobs of clusters that are being checked. */
  readonly resumeChecks: () => Promise<void>;
}

interface Held {
  readonly lease: LeaseHold;
  readonly runtime: HeldCluster;
  /** Schedule settings and access settings that the runtime was created with. */
  readonly settings: string;
}

const leaseTtlMs = 15_000;
const pollEveryMs = 5_000;

/**
 * Acquires clusters that may be watched and that no other worker holds, up to an equal share for
 * each worker that runs. Releases removed clusters, lost leases and what exceeds the share. Each pass
 * renews leases first, because an expired lease can be acquired by another worker. Clusters that are
 * suspected to end their workers are tried in a process of their own, a few at a time.
 */
export class ClusterSupervisor {
  readonly #parts: SupervisorParts;
  readonly #owner: string;
  readonly #held = new Map<string, Held>();
  readonly #releasing = new Map<string, Promise<unknown>>();
  /**
   * Version of each cluster at the last pass, so that a version that was handled starts no further
   * pass.
   */
  #versions: ReadonlyMap<string, number> = new Map();
  #checksMayBeMissing = false;
  #lastPassAt: Instant | null = null;
  readonly #trialsDone = Promise.withResolvers<void>();
  #reconciling: Promise<void> = Promise.resolve();
  /** The pass that has not begun yet. */
  #waitingPass: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: SupervisorParts, owner: string) {
    this.#parts = parts;
    this.#owner = owner;
  }

  start(feed: ChangeFeed): void {
    this.#timer = setInterval(() => void this.check(), pollEveryMs);
    feed.events.on('revision', (clusterId) => this.#markChanged(clusterId));
    feed.events.on('change', ({ topic, id, version }) => {
      if (topic !== 'cluster') return;
      if (id === null || (!this.#held.has(id) && this.#versions.get(id) !== version))
        void this.check();
    });
    feed.events.on('gap', () => this.#markChanged(null));
    void this.check();
  }

  /** Called when the database or the queue is available again after an outage. */
  resume(): void {
    for (const { runtime } of this.#held.values()) runtime.resume();
    this.#checksMayBeMissing = true;
    void this.check();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#reconciling;
    for (const id of this.#held.keys()) this.#release(id);
    await Promise.all(this.#releasing.values());
    await this.#parts.ports.store.leases.leave(this.#owner).catch((error: unknown) => {
      this.#parts.log.warn(
        { error },
        'the end of the worker was not recorded; it is noticed later',
      );
    });
  }

  /** Makes a pass after the current one. Requests that come meanwhile share it: each reads all clusters. */
  check(): Promise<void> {
    if (this.#waitingPass !== null) return this.#waitingPass;
    this.#queue(() => {
      this.#waitingPass = null;
      return this.#reconcile();
    });
    this.#waitingPass = this.#reconciling;
    return this.#waitingPass;
  }

  /** Returns the ids of the clusters that this worker holds. */
  get heldClusters(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Resolves, in the process of the trials, when there is nothing left to try. */
  get trialsDone(): Promise<void> {
    return this.#trialsDone.promise;
  }

  /** Number of held clusters whose jobs run: a pod that waits there gets a plan. */
  get servedClusters(): number {
    return [...this.#held.values()].filter(({ runtime }) => runtime.isServing).length;
  }

  #markChanged(clusterId: string | null): void {
    for (const [id, { runtime }] of this.#held) {
      if (clusterId === null || clusterId === id) runtime.markChanged();
    }
  }

  /** Runs passes one after another: two concurrent passes could start a cluster twice. */
  #queue(work: () => Promise<void>): void {
    this.#reconciling = this.#reconciling.then(work).catch((error: unknown) => {
      this.#parts.log.warn({ error }, 'check of cluster leases failed; retrying');
    });
  }

  async #reconcile(): Promise<void> {
    await this.#renew();
    const { store } = this.#parts.ports;
    const workers = await this.#countWorkers();
    await this.#settleDeaths();
    if (this.#checksMayBeMissing) await this.#resumeChecks();
    const clusters = await store.clusters.list();
    const known = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    this.#versions = new Map(clusters.map(({ id, version }) => [id, version]));
    for (const [id, { settings }] of this.#held) {
      const cluster = known.get(id);
      if (cluster === undefined) this.#release(id, () => this.#parts.queues.removeCluster(id));
      else if (!isWatchable(cluster) || settingsOf(cluster) !== settings) this.#release(id);
    }
    const watchable = clusters.filter(isWatchable);
    const share = Math.ceil(watchable.length / workers);
    for (const id of [...this.#held.keys()].slice(share)) this.#release(id);
    await this.#acquireOwn(watchable, share);
  }

  /** The process of the trials shares no clusters with workers: it holds what they must not hold. */
  async #countWorkers(): Promise<number> {
    const { ports, startTrials } = this.#parts;
    if (startTrials === null) return 1;
    return ports.store.leases.join(this.#owner, ports.clock.now(), leaseTtlMs);
  }

  async #acquireOwn(watchable: readonly Cluster[], share: number): Promise<void> {
    const { ports, rules, startTrials } = this.#parts;
    const suspects = await ports.store.leases.suspects(rules, ports.clock.now());
    if (startTrials === null) {
      // A cluster that is trusted again is acquired by a worker.
      for (const id of this.#held.keys()) if (!suspects.has(id)) this.#release(id);
      await this.#acquire(watchable, 'Suspected', watchable.length);
      if (this.#held.size === 0 && !watchable.some(({ id }) => suspects.has(id))) {
        this.#trialsDone.resolve();
      }
      return;
    }
    if (watchable.some(({ id }) => suspects.has(id))) startTrials();
    await this.#acquire(watchable, 'Trusted', share - this.#held.size);
  }

  /** Frees what dead workers held. Nobody is blamed after an outage, in which all leases expire. */
  async #settleDeaths(): Promise<void> {
    const { ports, rules } = this.#parts;
    const now = ports.clock.now();
    const wasAway = this.#lastPassAt !== null && now - this.#lastPassAt > leaseTtlMs;
    const hasStarted = this.#lastPassAt === null;
    this.#lastPassAt = now;
    if (wasAway) return;
    const { suspectedFrom } = rules;
    const request = { owner: this.#owner, hasStarted, suspectedFrom, now };
    for (const death of await ports.store.leases.settleDeaths(request)) {
      this.#parts.log.warn({ ...death }, 'a worker died while it held the cluster');
      if (death.isSuspected) await this.#recordUnwatched(death.clusterId, problemOf(death));
    }
  }

  /** Records why the cluster is not watched, although it may be reachable. */
  async #recordUnwatched(clusterId: ClusterId, problem: string): Promise<void> {
    const { ports, log } = this.#parts;
    try {
      await recordConnection(ports, clusterId, { kind: 'Lost', problem, at: ports.clock.now() });
    } catch (error) {
      log.warn({ error, clusterId }, 'recording why a cluster is not watched failed');
    }
  }

  async #resumeChecks(): Promise<void> {
    // Reset before the work: an outage during the work requests it again.
    this.#checksMayBeMissing = false;
    try {
      await this.#parts.resumeChecks();
    } catch (error) {
      this.#checksMayBeMissing = true;
      throw error;
    }
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#parts.ports;
    const holds = [...this.#held.values()].map(({ lease }) => lease);
    const renewed = await store.leases.renew(holds, clock.now(), leaseTtlMs);
    for (const { clusterId } of holds) {
      if (renewed.has(clusterId)) continue;
      this.#parts.log.warn({ clusterId }, 'another worker has the lease of the cluster');
      this.#release(clusterId);
    }
  }

  async #acquire(
    watchable: readonly Cluster[],
    only: 'Trusted' | 'Suspected',
    atMost: number,
  ): Promise<void> {
    const clusters = watchable.filter(({ id }) => this.#isFree(id));
    if (clusters.length === 0 || atMost <= 0) return;
    const { store, clock } = this.#parts.ports;
    const leases = await store.leases.acquireSome({
      clusterIds: clusters.map(({ id }) => id),
      owner: this.#owner,
      atMost,
      now: clock.now(),
      ttlMs: leaseTtlMs,
      rules: this.#parts.rules,
      only,
    });
    const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    for (const lease of leases) {
      const cluster = byId.get(lease.clusterId);
      if (cluster !== undefined) this.#hold(cluster, lease);
    }
  }

  #hold(cluster: Cluster, lease: LeaseHold): void {
    const runtime = this.#parts.createRuntime(cluster, lease);
    this.#held.set(cluster.id, { lease, runtime, settings: settingsOf(cluster) });
    runtime.start((error) => this.#startFailed(cluster, runtime, error));
  }

  /** Releases the cluster; the next pass, or another worker, tries again. */
  #startFailed(cluster: Cluster, runtime: HeldCluster, error: unknown): void {
    this.#parts.log.warn({ error, cluster: cluster.name }, 'the cluster cannot be held');
    const isTooLarge = hasErrorCode(error, 'CLUSTER.TOO_LARGE');
    this.#queue(async () => {
      if (this.#held.get(cluster.id)?.runtime === runtime) {
        if (isTooLarge) this.#release(cluster.id, (lease) => this.#holdBack(lease, error));
        else this.#release(cluster.id);
      }
      if (isTooLarge) return;
      if (hasErrorCode(error, 'STATE.STALE')) return;
      await runtime.markUnreachable(toldMessageOf(error));
    });
  }

  /** Releases a cluster that no worker can hold, for a time. */
  async #holdBack(lease: LeaseHold, error: unknown): Promise<void> {
    const { ports, rules } = this.#parts;
    const retryAt = await ports.store.leases.holdBack(lease, rules, ports.clock.now());
    const problem = `${toldMessageOf(error)} Kerf tries it again at ${timeOf(retryAt)}, or when the limit is raised.`;
    await this.#recordUnwatched(lease.clusterId, problem);
  }

  #isFree(id: string): boolean {
    return !this.#held.has(id) && !this.#releasing.has(id);
  }

  /**
   * Stops the runtime of a cluster in the background: jobs that wait for AWS must not delay the
   * renewal of other leases. This worker does not acquire the cluster again until the runtime has
   * stopped.
   */
  #release(
    id: string,
    free: (lease: LeaseHold) => Promise<void> = (lease) =>
      this.#parts.ports.store.leases.release(lease),
  ): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held === undefined) return;
    const released = held.runtime
      .stop()
      .then(() => free(held.lease))
      .catch((error: unknown) => {
        this.#parts.log.warn({ error, clusterId: id }, 'releasing a cluster failed');
      })
      .finally(() => this.#releasing.delete(id));
    this.#releasing.set(id, released);
  }
}

const isWatchable = ({ connection }: Cluster): boolean =>
  connection.state !== 'Checking' && connection.state !== 'Rejected';

/** Returns why a cluster is not watched after the deaths of its workers. */
function problemOf({ owner, deaths, retryAt }: DeathOfHolder): string {
  const cause = `${deaths} workers ended one after the other while they read the cluster; the last one was ${owner}.`;
  return retryAt === null
    ? `${cause} Kerf tries a few of the clusters that they read at a time.`
    : `${cause} Kerf tries it again at ${timeOf(retryAt)}, apart from others.`;
}

const timeOf = (at: Instant): string => new Date(at).toISOString();

/** Returns the settings of a runtime; when they change, the cluster is started again. */
const settingsOf = (cluster: Cluster): string =>
  JSON.stringify([
    cluster.settings,
    cloudTargetOf(cluster),
    cluster.endpoint,
    cluster.certificateAuthority,
  ]);
