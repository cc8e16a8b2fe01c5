import { type ChangeNotice, type Clock, seesEverything } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import { type ChangeFeed, NodeQueries, type VisibleScope } from '@kerf/db';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, FEED, VISIBLE } from '../../parts.js';
import { rowsOf } from '../../rest/paging.js';
import { list } from '../../rest/wire.js';
import { nodeSummaryResource, nodesByName, toNodeView } from './node.contract.js';

interface CachedText {
  readonly readAt: Instant;
  readonly text: Promise<Buffer>;
}

/** Rows per step; other requests are handled between the steps. */
const rowsAtOnce = 500;
/** About half a megabyte for each thousand nodes. */
const cachedClusters = 16;
/** Maximum age, because a lost connection of the feed reports no changes. */
const cacheTtlMs = 10_000;

const summaries = list(nodeSummaryResource);

/**
 * Caches all nodes of a cluster as JSON text until the feed reports a change. Serializing 5,000 nodes
 * takes 0.2 s of this process; serializing in Postgres takes as long there, for each request again.
 */
@Injectable()
export class NodeTexts implements OnModuleInit, OnModuleDestroy {
  readonly #kept = new Map<ClusterId, CachedText>();

  constructor(
    @Inject(NodeQueries) private readonly nodeQueries: NodeQueries,
    @Inject(FEED) private readonly feed: ChangeFeed,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(VISIBLE) private readonly visible: VisibleScope,
  ) {}

  onModuleInit(): void {
    this.feed.events.on('change', this.#onChange);
    this.feed.events.on('gap', this.#forgetAll);
  }

  onModuleDestroy(): void {
    this.feed.events.off('change', this.#onChange);
    this.feed.events.off('gap', this.#forgetAll);
  }

  /** Rows of a list without its brackets, in the format of the paged list. */
  async read(clusterId: ClusterId): Promise<Buffer> {
    // The cached text has all nodes, so only callers who see all of them get it.
    if (!seesEverything(this.visible('node.read'))) return this.#write(clusterId);
    const now = this.clock.now();
    const kept = this.#kept.get(clusterId);
    if (kept !== undefined && this.feed.isListening() && now - kept.readAt < cacheTtlMs) {
      return kept.text;
    }
    // Requests that arrive meanwhile wait for the same text, unless a change makes it too old.
    const reading: CachedText = { readAt: now, text: this.#write(clusterId) };
    this.#keep(clusterId, reading);
    try {
      return await reading.text;
    } catch (error) {
      if (this.#kept.get(clusterId) === reading) this.#kept.delete(clusterId);
      throw error;
    }
  }

  async #write(clusterId: ClusterId): Promise<Buffer> {
    const parts: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const request = { size: rowsAtOnce, edge: 'first', cursor } as const;
      const page = await this.nodeQueries.page(clusterId, {}, nodesByName, request);
      const rows = z.encode(summaries, rowsOf(page, toNodeView));
      if (rows.length > 0) parts.push(JSON.stringify(rows).slice(1, -1));
      cursor = page.items.at(-1)?.cursor ?? null;
      if (!page.hasNextPage) return Buffer.from(parts.join());
    }
  }

  #keep(clusterId: ClusterId, reading: CachedText): void {
    this.#kept.delete(clusterId);
    this.#kept.set(clusterId, reading);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > cachedClusters && oldest !== undefined) this.#kept.delete(oldest);
  }

  readonly #onChange = ({ topic, clusterId }: ChangeNotice): void => {
    if (topic === 'nodes' && clusterId !== null) this.#kept.delete(clusterId);
  };

  readonly #forgetAll = (): void => this.#kept.clear();
}
