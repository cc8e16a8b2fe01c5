import type {
  CacheChanges,
  ChangeScope,
  Clock,
  ClusterConnectionDetails,
  ClusterEvents,
  ClusterView,
  DefinitionKind,
} from '@kerf/application';
import { AppError, type ClusterId, type DurationMs, invariant } from '@kerf/core';
import type { AddressPolicy } from '@kerf/system';
import { CacheBudget, type CacheLimits, defaultCacheLimits } from '../cache/cache-budget.js';
import { ClusterState } from '../cache/cluster-state.js';
import { type CacheFinding, Findings } from '../cache/findings.js';
import type { PodProgress } from '../cache/pod-progress.js';
import { pause } from '../connect/back-off.js';
import { ClusterConnection } from '../connect/cluster-connection.js';
import type { ClusterTokenSource } from '../connect/token-cache.js';
import { EventFeed } from '../events/event-feed.js';
import { chunksOf } from '../watch/chunks-of.js';
import { ResourceWatcher, type WatchHealth } from '../watch/resource-watcher.js';
import { qualifiedPlural, resourceNames, resources } from '../watch/resources.js';
import { defaultTiming, type SessionTiming } from '../watch/timing.js';
import { ConnectionMonitor } from './connection-monitor.js';

export interface ClusterSessionOptions {
  readonly details: ClusterConnectionDetails;
  readonly tokens: ClusterTokenSource;
  readonly events: ClusterEvents;
  readonly clock: Clock;
  readonly endpoints: AddressPolicy;
  /** Called for each pod that was pending, for metrics. */
  readonly onPodProgress?: (progress: PodProgress) => void;
  readonly timing?: Partial<SessionTiming>;
  /** Default: room for a cluster of 5,000 nodes and 150,000 pods. */
  readonly limits?: CacheLimits;
  /** Called once if the cluster exceeds the limits; its view is no longer available then. */
  readonly onTooLarge?: (error: AppError) => void;
}

/** A watched cluster: its cache, and the delivery of changes to use cases. */
export interface ClusterSession {
  readonly clusterId: ClusterId;
  /** Starts listing and watching; `connectionChanged` reports the result. */
  start(): void;
  /** Stops all watches; resolves when no more changes are delivered. */
  stop(): Promise<void>;
  /** @throws CLUSTER.NOT_SYNCED as `ClusterCache.view` */
  view(): ClusterView;
  /** Returns the changes since the last call; `null` before the cluster was first synced. */
  takeChanges(scope?: ChangeScope): CacheChanges | null;
  /** Returns the problems with objects of the cluster since the session began. */
  findings(): readonly CacheFinding[];
  /** Returns the value of `ClusterCache.clockAheadMs`. */
  clockAheadMs(): DurationMs | null;
  /** Returns the health of each kind's watch. */
  health(): readonly WatchHealth[];
  /** Returns the names of the cluster's definitions of a kind; `null` before the first list. */
  definitionNames(kind: DefinitionKind): readonly string[] | null;
}

/**
 * @throws CLUSTER.INVALID, CLUSTER.ENDPOINT_REFUSED for an endpoint to which a token must not be
 * sent
 */
export function createClusterSession(options: ClusterSessionOptions): ClusterSession {
  return new WatchedCluster(options);
}

/** Repeating this many takes a millisecond. */
const podsPerTurn = 500;

const namesOf = (watches: readonly WatchHealth[]): readonly string[] =>
  Object.freeze(watches.map(({ resource }) => qualifiedPlural(resource)));

class WatchedCluster implements ClusterSession {
  readonly #options: ClusterSessionOptions;

  readonly clusterId: ClusterId;
  readonly #timing: SessionTiming;
  readonly #connection: ClusterConnection;
  readonly #findings: Findings;
  readonly #budget: CacheBudget;
  readonly #feed: EventFeed;
  readonly #state: ClusterState;
  readonly #watchers: readonly ResourceWatcher[];
  readonly #monitor: ConnectionMonitor;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> | null = null;
  #tooLarge: AppError | null = null;

  constructor(options: ClusterSessionOptions) {
    this.#options = options;

    const { details, events, clock, onPodProgress = () => undefined } = options;
    const { clusterId } = details;
    this.clusterId = clusterId;
    const timing = { ...defaultTiming, ...options.timing };
    this.#timing = timing;
    this.#connection = new ClusterConnection(options);
    const findings = new Findings(clock);
    this.#findings = findings;
    const { limits = defaultCacheLimits } = options;
    const budget = new CacheBudget(limits, (problem) => this.#endWatches(problem));
    this.#budget = budget;
    // No decision is possible while the cache is not synced; the next reminder repeats these pods.
    const mayNeedNode = (uid: string): boolean =>
      this.#tooLarge === null && this.#monitor.isSynced && this.#state.mayNeedNode(uid);
    this.#feed = new EventFeed({
      clusterId,
      events,
      clock,
      timing,
      findings,
      budget,
      onPodProgress,
      mayNeedNode,
    });
    this.#state = new ClusterState(clusterId, { findings, budget }, this.#feed);
    this.#watchers = this.#createWatchers();
    this.#monitor = new ConnectionMonitor({
      clusterId,
      clock,
      timing,
      health: () => this.health(),
      onChange: (change) => this.#feed.connectionChanged(change),
    });
  }

  start(): void {
    invariant(this.#running === null, `the session of ${this.clusterId} was started before`);
    const { signal } = this.#stopping;
    this.#running = Promise.all([
      ...this.#watchers.map((watcher) => watcher.run(signal)),
      this.#feed.run(signal),
      this.#every(this.#timing.lostAfterMs / 10, () => this.#monitor.evaluate()),
      this.#every(this.#timing.repeatPendingMs, () => this.#repeatPendingPods()),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#connection.close();
  }

  view(): ClusterView {
    if (this.#tooLarge !== null) throw this.#tooLarge;
    const asOf = this.#monitor.requireFresh();
    const now = this.#options.clock.now();
    const { silentAfterMs } = this.#timing;
    const health = this.health();
    const denied = health.filter(({ phase }) => phase === 'Denied');
    const silent = health.filter(
      ({ silentSinceAt }) => silentSinceAt !== null && now - silentSinceAt >= silentAfterMs,
    );
    return this.#state.view(asOf, namesOf(denied), namesOf(silent));
  }

  takeChanges(scope: ChangeScope = 'Delta'): CacheChanges | null {
    if (this.#tooLarge !== null || !this.#monitor.hasSynced) return null;
    return this.#state.takeChanges(this.#monitor.asOf(), scope);
  }

  findings(): readonly CacheFinding[] {
    return this.#findings.list();
  }

  clockAheadMs(): DurationMs | null {
    return this.#connection.clockAheadMs;
  }

  health(): readonly WatchHealth[] {
    return this.#watchers.map((watcher) => watcher.health());
  }

  definitionNames(kind: DefinitionKind): readonly string[] | null {
    return this.#state.definitions.names(kind);
  }

  #createWatchers(): readonly ResourceWatcher[] {
    const { clock } = this.#options;
    const sinks = this.#state.sinks();
    return resourceNames.map(
      (name) =>
        new ResourceWatcher({
          connection: this.#connection,
          resource: resources[name],
          sink: sinks[name],
          clock,
          timing: this.#timing,
          maxObjects: this.#budget.limits.maxObjects,
          onChange: () => this.#monitor.evaluate(),
          // CRDs are usually installed together.
          onAppeared: () => this.#expectOthers(),
        }),
    );
  }

  /** Nothing more is read: memory that one cluster controls would end the work of all. */
  #endWatches(problem: string): void {
    const error = new AppError({
      code: 'CLUSTER.TOO_LARGE',
      message: `The cluster is too large for this worker: ${problem}.`,
      retry: { kind: 'backoff' },
    });
    this.#tooLarge = error;
    this.#stopping.abort();
    this.#options.onTooLarge?.(error);
  }

  #expectOthers(): void {
    for (const watcher of this.#watchers) watcher.expect();
  }

  /** Repeats the notification of pods while they need a node or may need one. */
  async #repeatPendingPods(): Promise<void> {
    const { signal } = this.#stopping;
    const pods = this.#state.workload.podIndex.pendingNow();
    for (const some of chunksOf(pods, podsPerTurn)) {
      if (signal.aborted) return;
      await this.#connection.pace.run(() => {
        for (const pod of some) if (this.#state.mayNeedNode(pod.uid)) this.#feed.podStillWaits(pod);
      }, signal);
    }
  }

  async #every(ms: DurationMs, task: () => void | Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(ms, signal);
      if (!signal.aborted) await task();
    }
  }
}
