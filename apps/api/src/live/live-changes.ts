import { type Clock, can, canSomewhere, type Principal } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { type ChangeFeed, ChangeLogQueries } from '@kerf/db';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { readAtMostEvery } from '../contract/read-at-most-every.js';
import type { ChangeTopic } from '../generated/word-types.js';
import { CLOCK, FEED } from '../parts.js';
import { ChangeQueue } from './change-queue.js';
import type { Listening } from './change-stream.js';
import { type ChangeView, unknownChange } from './change-view.js';
import { StreamPosition } from './stream-position.js';

const pruneEveryMs = 300_000;
const positionEveryMs = 1_000;

export interface ChangeFilter {
  /** `null`: all. */
  readonly topics: ReadonlySet<ChangeTopic> | null;
  readonly clusterId: ClusterId | null;
  /** The subscriber; it learns of nothing that is hidden from it. */
  readonly principal: Principal;
}

/** Distributes the changes of this process's feed to its subscribers. */
@Injectable()
export class LiveChanges implements OnModuleInit, OnModuleDestroy {
  readonly #listeners = new Map<ChangeQueue, ChangeFilter>();
  #pruning: NodeJS.Timeout | undefined;

  constructor(
    @Inject(FEED) private readonly feed: ChangeFeed,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ChangeLogQueries) private readonly log: ChangeLogQueries,
  ) {}

  onModuleInit(): void {
    this.#pruning = setInterval(() => {
      // Entries that are not removed now are removed later.
      this.log.prune(this.clock.now()).catch(() => undefined);
    }, pruneEveryMs);
    this.#pruning.unref();
    this.feed.events.on('change', this.#onChange);
    this.feed.events.on('gap', this.#onGap);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#pruning);
    this.feed.events.off('change', this.#onChange);
    this.feed.events.off('gap', this.#onGap);
    await Promise.all([...this.#listeners.keys()].map((queue) => queue.return()));
  }

  listen(filter: ChangeFilter): ChangeQueue {
    const queue = new ChangeQueue(() => this.#listeners.delete(queue));
    this.#listeners.set(queue, filter);
    return queue;
  }

  /**
   * Listens from a position on: first to the changes since then. A change may be in the queue twice, or
   * before the position; {@link StreamPosition.deliver} tells.
   * @throws STATE.GONE, INPUT.INVALID
   */
  async listenSince(filter: ChangeFilter, since: string | null): Promise<Listening> {
    const position = since === null ? new StreamPosition() : StreamPosition.read(since);
    // Before the log is read, so that no change is missed in between.
    const queue = this.listen(filter);
    try {
      if (since !== null) queue.prepend(await this.since(filter, position));
      position.forgetUnknown();
      return { queue, position };
    } catch (error) {
      await queue.return();
      throw error;
    }
  }

  /**
   * Returns the changes since a position that are not delivered, oldest first.
   * @throws STATE.GONE
   */
  async since(filter: ChangeFilter, position: StreamPosition): Promise<readonly ChangeView[]> {
    const changes = await this.log.since(position.from, filter);
    return changes
      .filter((change) => !position.isDelivered(change))
      .flatMap((change) => toShown(filter.principal, change) ?? []);
  }

  /** Returns the position after everything that is committed now. */
  position(): Promise<string> {
    return this.#readPosition();
  }

  /** One read serves all streams that announce their position at about the same time. */
  readonly #readPosition = readAtMostEvery(
    positionEveryMs,
    () => performance.now(),
    () => this.log.position(),
  );

  readonly #onChange = (change: ChangeView): void => {
    const { topic, clusterId } = change;
    for (const [queue, filter] of this.#listeners) {
      const isWanted =
        (filter.topics === null || filter.topics.has(topic)) &&
        (filter.clusterId === null || filter.clusterId === clusterId);
      const shown = isWanted ? toShown(filter.principal, change) : null;
      if (shown !== null) queue.push(shown);
    }
  };

  /** Notices may have been missed: subscribers have to read everything again. */
  readonly #onGap = (): void => {
    const change = unknownChange(this.clock.now());
    for (const queue of this.#listeners.keys()) queue.push(change);
  };
}

/**
 * Returns what a subscriber may learn of a change, or `null`. One who sees only parts of the
 * organization or the cluster learns that something changed there, but not what: it may be hidden.
 */
function toShown(principal: Principal, change: ChangeView): ChangeView | null {
  const { clusterId } = change;
  if (clusterId === null) {
    if (can(principal, 'cluster.read', { kind: 'Organization' }).isAllowed) return change;
    return canSomewhere(principal, 'cluster.read').isAllowed ? { ...change, id: null } : null;
  }
  if (can(principal, 'cluster.read', { kind: 'Cluster', clusterId }).isAllowed) return change;
  return canSomewhere(principal, 'cluster.read', clusterId).isAllowed
    ? { ...change, id: null }
    : null;
}
