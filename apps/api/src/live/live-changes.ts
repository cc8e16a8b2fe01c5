import {
  type ChangeNotice,
  type Clock,
  can,
  canSomewhere,
  type Principal,
} from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import type { ChangeFeed } from '@kerf/db';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ChangeTopic } from '../contract/words.js';
import type { Change } from '../generated/schema-types.js';
import { CLOCK, FEED } from '../parts.js';
import { ChangeQueue } from './change-queue.js';

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

  constructor(
    @Inject(FEED) private readonly feed: ChangeFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.feed.events.on('change', this.#onChange);
    this.feed.events.on('gap', this.#onGap);
  }

  async onModuleDestroy(): Promise<void> {
    this.feed.events.off('change', this.#onChange);
    this.feed.events.off('gap', this.#onGap);
    await Promise.all([...this.#listeners.keys()].map((queue) => queue.return()));
  }

  listen(filter: ChangeFilter): ChangeQueue {
    const queue = new ChangeQueue(() => this.#listeners.delete(queue));
    this.#listeners.set(queue, filter);
    return queue;
  }

  readonly #onChange = ({ topic, clusterId, id, version }: ChangeNotice): void => {
    for (const [queue, filter] of this.#listeners) {
      const isWanted =
        (filter.topics === null || filter.topics.has(topic)) &&
        (filter.clusterId === null || filter.clusterId === clusterId);
      const change = { topic, clusterId, id, version };
      const shown = isWanted ? toShown(filter.principal, change) : null;
      if (shown !== null) queue.push(shown);
    }
  };

  /** Notices may have been missed: subscribers have to read everything again. */
  readonly #onGap = (): void => {
    const change: Change = {
      topic: 'UNKNOWN',
      clusterId: null,
      id: null,
      version: this.clock.now(),
    };
    for (const queue of this.#listeners.keys()) queue.push(change);
  };
}

/**
 * Returns what a subscriber may learn of a change, or `null`. One who sees only parts of the cluster
 * learns that something changed there, but not what: it may be an object of another NodePool.
 */
function toShown(principal: Principal, change: Change): Change | null {
  const { clusterId } = change;
  if (clusterId === null) {
    return canSomewhere(principal, 'cluster.read').isAllowed ? change : null;
  }
  if (can(principal, 'cluster.read', { kind: 'Cluster', clusterId }).isAllowed) return change;
  return canSomewhere(principal, 'cluster.read', clusterId).isAllowed
    ? { ...change, id: null }
    : null;
}
