import { setTimeout as sleep } from 'node:timers/promises';
import {
  adoptNodeClaims,
  CacheWriter,
  type Cluster,
  ControllerGuard,
  CostRecorder,
  connectionOf,
  done,
  endAbandonedBatches,
  endpointOf,
  type InterruptionQueues,
  type LeaseHold,
  OperationTracker,
  type Ports,
  reconcileDefinitions,
  recordConnection,
  refreshConnection,
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
  requireKnown,
  resolveNodeClasses,
  resumeWork,
  viewIfSynced,
} from '@kerf/application';
import {
  type CacheLimits,
  type ClusterCacheRegistry,
  type ClusterSession,
  createClusterSession,
} from '@kerf/cluster-kubernetes';
import { isAppError } from '@kerf/core';
import type { JobHandlers, JobQueues, RunningWorker } from '@kerf/queue-bullmq';
import { type AddressPolicy, type Logger, withoutRepeats } from '@kerf/system';
import { createClusterFailureLog } from '../jobs/job-failures.js';
import { createHandlers } from '../jobs/job-handlers.js';
import { createStepObserver, type ObserveSteps, runSteps } from '../jobs/job-steps.js';
import { JobsAfterChanges } from '../jobs/jobs-after-changes.js';
import { runRearmLoop } from '../jobs/rearm-loop.js';
import { RecurringJobs } from '../jobs/recurring-jobs.js';
import { schedulesOf } from '../jobs/schedules.js';
import { trackOperations } from '../jobs/track-operations.js';
import type { InterruptionMetrics } from '../metrics/interruption-metrics.js';
import type { HandlerMeter } from '../metrics/measure.js';
import type { PodMetrics } from '../metrics/pod-metrics.js';
import { createClusterEvents } from './cluster-events.js';
import { flushOnce } from './flush-once.js';
import { InterruptionPoller } from './interruption-poller.js';

export interface RuntimeParts {
  /** Ports of the whole worker; the store is bound to the lease here. */
  readonly ports: Ports;
  readonly caches: ClusterCacheRegistry;
  readonly endpoints: AddressPolicy;
  readonly cacheLimits: CacheLimits;
  readonly queues: JobQueues;
  readonly log: Logger;
  readonly meter: HandlerMeter;
  readonly podMetrics: Pick<PodMetrics, 'ofCluster' | 'forget'>;
  /** Called when pods become provisionable: their batch will be solved a second later. */
  readonly warmEngine: () => void;
  readonly interruptions: {
    readonly queues: InterruptionQueues;
    readonly metrics: (cluster: string) => InterruptionMetrics;
  };
}

const flushEveryMs = 1_000;
const resumePauseMs = 2_000;
const guardEveryMs = 2_000;

/** Runs all work of one cluster while this worker holds the cluster's lease. */
export class ClusterRuntime {
  readonly #parts: RuntimeParts;
  readonly #ports: Ports;
  readonly #log: Logger;
  readonly #clusterId: string;
  readonly #clusterName: string;
  readonly #stopping = new AbortController();
  #session: ClusterSession | null = null;
  #onFailure: (error: unknown) => void = () => undefined;
  readonly #afterChanges: JobsAfterChanges;
  readonly #tracker: OperationTracker;
  readonly #observeSteps: ObserveSteps;
  #jobs: RunningWorker | null = null;
  #recurring: RecurringJobs | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #polling: Promise<void> = Promise.resolve();
  #guarding: Promise<void> = Promise.resolve();
  #starting: Promise<void> = Promise.resolve();
  #resuming: Promise<void> = Promise.resolve();
  #rearming: Promise<void> = Promise.resolve();

  constructor(parts: RuntimeParts, cluster: Cluster, lease: LeaseHold) {
    this.#parts = parts;
    this.#ports = { ...parts.ports, store: parts.ports.store.heldBy(lease) };
    this.#clusterId = cluster.id;
    this.#clusterName = cluster.name;
    this.#afterChanges = new JobsAfterChanges(cluster.settings);
    this.#log = withoutRepeats(parts.log.with({ cluster: cluster.name, epoch: lease.epoch }));
    this.#tracker = new OperationTracker(this.#ports, cluster.id);
    this.#observeSteps = createStepObserver({
      tracker: this.#tracker,
      meter: parts.meter,
      log: this.#log,
      onUnrecorded: this.#onUnrecorded,
    });
  }

  /**
   * Acquires the cluster: ends or resumes the work that an earlier holder left, then starts all
   * tasks. Does not wait for them, because this can take a while (a catalog has a thousand prices).
   * @param onFailure called if the cluster could not be started, or cannot be held any longer
   */
  start(onFailure: (error: unknown) => void): void {
    this.#onFailure = onFailure;
    this.#starting = this.#begin().catch(onFailure);
  }

  /** True when the cluster is known and its jobs run. */
  get isServing(): boolean {
    return this.#jobs !== null && !this.#stopping.signal.aborted;
  }

  /** Recreates jobs that may have been lost, after an outage of the database or the queue. */
  resume(): void {
    this.#resuming = this.#resuming.then(() => this.#resume());
  }

  /** Called when the database has changed, e.g. a NodeClaim: the read model may be outdated. */
  markChanged(): void {
    this.#afterChanges.markRecordsChanged();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#resuming;
    await this.#recurring?.stop();
    await this.#jobs?.stop();
    await this.#session?.stop();
    await this.#flushing;
    await this.#polling;
    await this.#guarding;
    await this.#rearming;
    this.#parts.caches.remove(this.#clusterId);
    this.#ports.memory.forget(this.#clusterId);
    this.#parts.podMetrics.forget(this.#clusterName);
    this.#log.info({}, 'cluster released');
  }

  async #begin(): Promise<void> {
    const { queues, caches } = this.#parts;
    const { signal } = this.#stopping;
    const cluster = await this.#describe();
    await endAbandonedBatches(this.#ports, this.#clusterId, this.#ports.clock.now());
    if (signal.aborted) return;
    const guard = new ControllerGuard(this.#ports, this.#clusterId);
    const known = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => known.resolve(), { once: true });
    this.#session = createClusterSession({
      details: connectionOf(requireKnown(cluster)),
      tokens: (target) => this.#ports.cloud.clusterToken(target),
      events: createClusterEvents(this.#ports, {
        onProvisionable: this.#parts.warmEngine,
        onPodEvents: () => this.#afterChanges.markPodEvents(),
        beforeSynced: async () => void (await guard.check()),
        onSynced: () => this.#onSynced(),
        onKnown: () => known.resolve(),
      }),
      clock: this.#ports.clock,
      endpoints: this.#parts.endpoints,
      limits: this.#parts.cacheLimits,
      onTooLarge: this.#onFailure,
      onPodProgress: this.#parts.podMetrics.ofCluster(cluster.name),
    });
    caches.add(this.#session);
    this.#session.start();
    this.#flushing = this.#flush(this.#session);
    this.#log.info({}, 'watching the cluster');
    // Planning jobs start after their inputs are available. No job acts before it is known whether
    // Karpenter acts in the cluster. An unreachable cluster keeps its last known hold.
    await Promise.all([this.#readCatalog(), known.promise]);
    if (signal.aborted) return;
    this.#guarding = this.#guard(guard);
    const handlers = this.#parts.meter(this.#createHandlers());
    const onFailure = createClusterFailureLog(this.#ports, this.#log, this.#clusterId);
    this.#jobs = await queues.runCluster(this.#clusterId, handlers, onFailure);
    const clusterId = this.#clusterId;
    this.#recurring = new RecurringJobs(
      { clusterId, run: (name) => handlers[name]({ clusterId }), onFailure },
      schedulesOf(cluster.settings),
    );
    this.#recurring.start();
    const { interruptions } = this.#parts;
    const poller = new InterruptionPoller(
      {
        ports: this.#ports,
        queues: interruptions.queues,
        metrics: interruptions.metrics(cluster.name),
        log: this.#log,
      },
      this.#clusterId,
    );
    this.#polling = poller.run(signal);
    this.#rearming = runRearmLoop(
      { ports: this.#ports, queues, log: this.#log },
      this.#clusterId,
      signal,
    );
    this.#log.info({}, 'running jobs of the cluster');
  }

  async #guard(guard: ControllerGuard): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const isReleased = await guard.checkWhenDue(this.#afterChanges.recordChanges);
        if (isReleased) await adoptNodeClaims(this.#ports, this.#clusterId);
      } catch (error) {
        this.#log.warn({ error }, 'check for other controllers failed; retrying');
      }
      await sleep(guardEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #createHandlers(): JobHandlers {
    const handlers = this.#afterChanges.watch(createHandlers(this.#ports, this.#observeSteps));
    return trackOperations(handlers, this.#tracker, this.#onUnrecorded);
  }

  readonly #onUnrecorded = (error: unknown): void =>
    this.#log.warn({ error }, 'recording a failed operation failed');

  /** Reads the cluster from EKS; an outage of AWS does not prevent watching a known cluster. */
  async #describe(): Promise<Cluster> {
    try {
      return await refreshConnection(this.#ports, this.#clusterId);
    } catch (error) {
      const cluster = await this.#ports.store.clusters.find(this.#clusterId);
      if (!isAppError(error) || cluster === null || cluster.endpoint === null) throw error;
      const { region, roleArn } = cluster;
      this.#log.warn({ error, region, roleArn }, 'DescribeCluster failed');
      return { ...cluster, ...endpointOf(this.#ports.gateway, cluster, null) };
    }
  }

  async #onSynced(): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    await runSteps(this.#clusterId, this.#observeSteps, {
      'definition.reconcile': async ({ clusterId }) => {
        await reconcileDefinitions(this.#ports, clusterId, {
          nodePools: session.definitionNames('NodePool'),
          nodeClasses: session.definitionNames('EC2NodeClass'),
        });
        return done;
      },
      'cluster.resume-work': async ({ clusterId }) => {
        await resumeWork(this.#ports, clusterId);
        return done;
      },
    });
  }

  /** Retries until the jobs are created, because the database or the queue can fail again. */
  async #resume(): Promise<void> {
    await this.#starting;
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#jobs !== null) {
      try {
        await endAbandonedBatches(this.#ports, this.#clusterId, this.#ports.clock.now());
        await resumeWork(this.#ports, this.#clusterId);
        this.#afterChanges.requestAllAgain();
        return;
      } catch (error) {
        this.#log.warn({ error }, 'resuming the work of the cluster failed; retrying');
        await sleep(resumePauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #readCatalog(): Promise<void> {
    const input = { clusterId: this.#clusterId };
    const results = await Promise.allSettled([
      refreshInstanceTypes(this.#ports, input).then(() =>
        refreshOnDemandPrices(this.#ports, input),
      ),
      refreshSpotPrices(this.#ports, input),
      resolveNodeClasses(this.#ports, input),
    ]);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      this.#log.warn({ error: result.reason }, 'catalog is not complete yet; retrying');
    }
  }

  async #flush(session: ClusterSession): Promise<void> {
    const writer = new CacheWriter(this.#ports, this.#clusterId);
    const costs = new CostRecorder(this.#ports, this.#clusterId);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await flushOnce({
        write: () => writer.write(session, this.#afterChanges.recordChanges),
        measure: (asOf) => costs.measure(asOf),
        requestJobs: () => this.#requestJobs(),
        log: this.#log,
      });
      await sleep(flushEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Requests jobs whose work follows the changes that were noticed. */
  #requestJobs(): void {
    // The jobs of the cluster do not run yet.
    if (this.#recurring === null) return;
    const now = this.#ports.clock.now();
    const view = viewIfSynced(this.#ports, this.#clusterId);
    for (const { name, at } of this.#afterChanges.takeDue(view, now)) {
      this.#recurring.request(name, at - now);
    }
  }

  /** Records in the cluster's row that the cluster cannot be watched. */
  async markUnreachable(problem: string): Promise<void> {
    await recordConnection(this.#ports, this.#clusterId, {
      kind: 'Lost',
      problem,
      at: this.#ports.clock.now(),
    });
  }
}
