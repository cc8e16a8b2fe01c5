import {
  type Clock,
  type Cluster,
  type ClusterConnectionDetails,
  type ClusterEventRecorder,
  type ClusterGateway,
  connectionOf,
  type NotedEvent,
  requireKnown,
} from '@kerf/application';
import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { getOrCreate } from '@kerf/core';
import type { Logger } from '@kerf/system';
import { type BucketRate, RecentMap, TokenBucket } from './event-limits.js';

/** Outcome of an event. */
export type EventOutcome = 'written' | 'repeated' | 'limited' | 'overflowed' | 'failed';

export interface EventRecorderParts {
  readonly gateway: Pick<ClusterGateway, 'recordEvent'>;
  readonly findCluster: (id: ClusterId) => Promise<Cluster | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly count: (outcome: EventOutcome) => void;
}

/* Intervals and rates of Karpenter: pkg/events/recorder.go and scheduling/events.go @v1.14.1. */
const dedupeMs: DurationMs = 2 * 60_000;
const nominationRate: BucketRate = { burst: 10, refillMs: 200 };
/* Rates of client-go: tools/record/events_correlator.go and broadcaster. */
const objectRate: BucketRate = { burst: 25, refillMs: 5 * 60_000 };
const maxRemembered = 4_096;
const maxWaiting = 1_000;
/** Number of parallel requests, so that a burst reaches a distant cluster within a few seconds. */
const writtenAtOnce = 4;
/** How long a cluster's connection details are reused for writing events. */
const clusterMs: DurationMs = 5_000;

interface Queue {
  readonly waiting: NotedEvent[];
  /** Time until which the same Event is not repeated. */
  readonly suppressedUntil: RecentMap<Instant>;
  readonly byObject: RecentMap<TokenBucket>;
  readonly nominations: TokenBucket;
  running: number;
  known: { readonly connection: ClusterConnectionDetails | null; readonly at: Instant } | null;
}

/**
 * Writes Events, with a separate queue for each cluster. Events that arrive faster than a cluster
 * accepts them are dropped, so that memory stays bounded and no caller waits.
 */
export class EventRecorder implements ClusterEventRecorder {
  readonly #parts: EventRecorderParts;
  readonly #queues = new Map<ClusterId, Queue>();
  readonly #writers = new Set<Promise<void>>();
  #isStopped = false;

  constructor(parts: EventRecorderParts) {
    this.#parts = parts;
  }

  record(clusterId: ClusterId, events: readonly NotedEvent[]): void {
    if (this.#isStopped || events.length === 0) return;
    const queue = this.#queueOf(clusterId);
    const now = this.#parts.clock.now();
    for (const event of events) {
      const outcome = admit(queue, event, now);
      if (outcome === null) queue.waiting.push(event);
      else this.#parts.count(outcome);
    }
    while (queue.running < Math.min(writtenAtOnce, queue.waiting.length)) {
      this.#startWriter(clusterId, queue);
    }
  }

  /** Drops queued events and resolves when the events in flight are written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { waiting } of this.#queues.values()) waiting.length = 0;
    await Promise.all(this.#writers);
  }

  #queueOf(clusterId: ClusterId): Queue {
    return getOrCreate(
      this.#queues,
      clusterId,
      (): Queue => ({
        waiting: [],
        suppressedUntil: new RecentMap(maxRemembered),
        byObject: new RecentMap(maxRemembered),
        nominations: new TokenBucket(nominationRate, this.#parts.clock.now()),
        running: 0,
        known: null,
      }),
    );
  }

  #startWriter(clusterId: ClusterId, queue: Queue): void {
    queue.running += 1;
    const writer = this.#write(clusterId, queue).finally(() => {
      queue.running -= 1;
      this.#writers.delete(writer);
    });
    this.#writers.add(writer);
  }

  async #write(clusterId: ClusterId, queue: Queue): Promise<void> {
    // Admit all events that are recorded in this turn of the event loop together.
    await Promise.resolve();
    for (let event = queue.waiting.shift(); event !== undefined; event = queue.waiting.shift()) {
      try {
        const connection = await this.#connectionOf(clusterId, queue);
        if (connection === null) continue;
        await this.#parts.gateway.recordEvent(connection, event);
        this.#parts.count('written');
      } catch (error) {
        this.#parts.count('failed');
        const { reason, about } = event;
        this.#parts.log.debug(
          { error, clusterId, reason, about },
          'writing a Kubernetes Event failed',
        );
      }
    }
  }

  /** Returns the connection of the cluster; `null` if nothing may be written to it. */
  async #connectionOf(
    clusterId: ClusterId,
    queue: Queue,
  ): Promise<ClusterConnectionDetails | null> {
    const now = this.#parts.clock.now();
    if (queue.known !== null && now - queue.known.at < clusterMs) return queue.known.connection;
    const cluster = await this.#parts.findCluster(clusterId);
    const connection =
      cluster === null || cluster.mode === 'observe' ? null : connectionOf(requireKnown(cluster));
    queue.known = { connection, at: now };
    return connection;
  }
}

/** @returns the reason to drop the event; `null` if it is to be written */
function admit(queue: Queue, event: NotedEvent, now: Instant): EventOutcome | null {
  const { about, reason, isNomination } = event;
  const object = JSON.stringify([about.kind, about.namespace, about.name, about.uid]);
  const key = JSON.stringify([object, reason, event.dedupeBy]);
  if (now < (queue.suppressedUntil.get(key) ?? 0)) return 'repeated';
  queue.suppressedUntil.set(key, now + (event.dedupeMs ?? dedupeMs));
  if (isNomination === true && !queue.nominations.take(now)) return 'limited';
  const bucket = queue.byObject.get(object) ?? new TokenBucket(objectRate, now);
  queue.byObject.set(object, bucket);
  if (!bucket.take(now)) return 'limited';
  return queue.waiting.length >= maxWaiting ? 'overflowed' : null;
}
