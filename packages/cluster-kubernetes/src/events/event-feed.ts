import type {
  Clock,
  ClusterEvents,
  ConnectionChange,
  DefinitionEvent,
  NodeClaimEvent,
  NodeEvent,
  PodEvent,
  PodMovedEvent,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type { TableParts } from '../cache/cache-budget.js';
import type { CacheListener } from '../cache/cache-listener.js';
import type { PodProgress } from '../cache/pod-progress.js';
import type { PodRecord } from '../cache/pod-record.js';
import type { SessionTiming } from '../watch/timing.js';
import { DeliveryQueue } from './delivery-queue.js';

export interface EventFeedOptions extends TableParts {
  readonly clusterId: ClusterId;
  readonly events: ClusterEvents;
  readonly clock: Clock;
  readonly timing: SessionTiming;
  readonly onPodProgress: (progress: PodProgress) => void;
  /** Whether a queued pod is still provisionable or untried at delivery. */
  readonly mayNeedNode: (uid: string) => boolean;
}

/** Maximum number of items in one transaction of a use case. */
const maxAtOnce = 500;

/**
 * Delivers changes of a cluster cache to use cases, with the guarantees of {@link DeliveryQueue}.
 */
export class EventFeed implements CacheListener {
  readonly #options: EventFeedOptions;

  readonly #pods: DeliveryQueue<PodEvent>;
  readonly #nodes: DeliveryQueue<NodeEvent>;
  readonly #moves: DeliveryQueue<PodMovedEvent>;
  readonly #definitions: DeliveryQueue<DefinitionEvent>;
  readonly #nodeClaims: DeliveryQueue<NodeClaimEvent>;
  readonly #connections: DeliveryQueue<ConnectionChange>;
  /** Earliest time of the next reported move, by node. */
  readonly #nextMoveAt = new Map<string, Instant>();
  readonly #known = Promise.withResolvers<void>();

  constructor(options: EventFeedOptions) {
    this.#options = options;

    const { clusterId, events } = options;
    this.#pods = this.#queue('podsProvisionable', maxAtOnce, (items) => this.#deliverPods(items));
    this.#moves = this.#queue('podsMoved', maxAtOnce, (items) => this.#deliverMoves(items));
    this.#nodes = this.#queue('nodesChanged', maxAtOnce, (items) =>
      events.nodesChanged(clusterId, items),
    );
    this.#definitions = this.#queue('definitionChanged', 1, ([event]) =>
      deliverOne(event, (one) => events.definitionChanged(clusterId, one)),
    );
    this.#nodeClaims = this.#queue('nodeClaimChanged', 1, ([event]) =>
      deliverOne(event, (one) => events.nodeClaimChanged(clusterId, one)),
    );
    this.#connections = this.#queue('connectionChanged', 1, ([change]) =>
      deliverOne(change, (one) => events.connectionChanged(clusterId, one)),
    );
  }

  podMayNeedNode({ uid, spec, name, isUntried }: PodRecord, isAnnounced: boolean): void {
    const event = { uid, namespace: spec.namespace, name, isAnnounced };
    if (!isUntried) {
      this.#pods.put(uid, event);
      return;
    }
    // Most pods fit on a node and are bound before this time.
    const { clock, timing } = this.#options;
    this.#pods.put(uid, { ...event, isUntried }, clock.now() + timing.untriedMs);
  }

  /** Reports a pod again that still needs a node or may need one. */
  podStillWaits({ uid, spec, name, isUntried }: PodRecord): void {
    // A waiting report may be the first one.
    if (this.#pods.has(uid)) return;
    const event = { uid, namespace: spec.namespace, name, isRepeated: true };
    this.#pods.put(uid, isUntried ? { ...event, isUntried } : event);
  }

  podMoved(nodeName: string): void {
    const at = this.#options.clock.now();
    this.#moves.put(nodeName, { nodeName, at }, this.#nextMoveAt.get(nodeName));
  }

  podProgressed(progress: PodProgress): void {
    this.#options.onPodProgress(progress);
  }

  nodeChanged(event: NodeEvent): void {
    this.#nodes.put(event.name, event);
  }

  definitionChanged(event: DefinitionEvent): void {
    this.#definitions.put(`${event.kind}/${event.name}`, event);
  }

  nodeClaimChanged(event: NodeClaimEvent): void {
    this.#nodeClaims.put(event.name, event);
  }

  connectionChanged(change: ConnectionChange): void {
    if (change.kind === 'Synced') this.#known.resolve();
    this.#connections.put('connection', change);
  }

  /**
   * Reports changes of the connection, and all other changes once the cluster cache is synced,
   * because receivers read the cluster cache.
   * @returns when the signal aborts and running deliveries are finished
   */
  async run(signal: AbortSignal): Promise<void> {
    const connections = this.#connections.run(signal);
    signal.addEventListener('abort', () => this.#known.resolve(), { once: true });
    await this.#known.promise;
    const others = [this.#pods, this.#nodes, this.#moves, this.#definitions, this.#nodeClaims];
    await Promise.all([connections, ...others.map((queue) => queue.run(signal))]);
  }

  async #deliverPods(pods: readonly PodEvent[]): Promise<void> {
    const { clusterId, events, mayNeedNode } = this.#options;
    const waiting = pods.filter(({ uid }) => mayNeedNode(uid));
    if (waiting.length > 0) await events.podsProvisionable(clusterId, waiting);
  }

  async #deliverMoves(moves: readonly PodMovedEvent[]): Promise<void> {
    const { clusterId, clock, events, timing } = this.#options;
    const now = clock.now();
    for (const [nodeName, at] of this.#nextMoveAt) if (at <= now) this.#nextMoveAt.delete(nodeName);
    for (const { nodeName } of moves) this.#nextMoveAt.set(nodeName, now + timing.moveMs);
    await events.podsMoved(clusterId, moves);
  }

  #queue<Item>(
    subject: string,
    atMost: number,
    deliver: (items: readonly Item[]) => Promise<void>,
  ): DeliveryQueue<Item> {
    const { clock, timing, findings, budget } = this.#options;
    return new DeliveryQueue({
      clock,
      deliver,
      onRefused: (problem) => findings.add(subject, `was refused: ${problem}`, ''),
      onSize: (bytes) => budget.add(0, bytes),
      atMost,
      gatherMs: atMost === 1 ? 0 : timing.gatherMs,
      firstPauseMs: timing.firstPauseMs,
      lastPauseMs: timing.lastPauseMs,
    });
  }
}

async function deliverOne<Item>(
  item: Item | undefined,
  deliver: (item: Item) => Promise<void>,
): Promise<void> {
  if (item !== undefined) await deliver(item);
}
