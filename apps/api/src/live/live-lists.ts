import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { invariant } from '@kerf/core';
import { ClusterQueries } from '@kerf/db';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { ListWatcher, WatchedList } from '../contract/list-watcher.js';
import { type Caller, currentRequest } from '../request/current-request.js';
import { announceEvents, EventStreams } from './event-streams.js';
import { LiveChanges } from './live-changes.js';
import { onceClosed } from './once-closed.js';
import { type ListStream, listEvents } from './watched-list.js';

/** Streams lists as server-sent events: the whole list, again after each change of its topics. */
@Injectable()
export class LiveLists implements ListWatcher {
  constructor(
    @Inject(LiveChanges) private readonly changes: LiveChanges,
    @Inject(EventStreams) private readonly streams: EventStreams,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  /** @throws STATE.GONE, INPUT.INVALID, AUTH.RATE_LIMITED, and whatever the list throws */
  async watch(list: WatchedList): Promise<StreamableFile> {
    const { request, response } = list;
    const caller = currentRequest()?.caller;
    invariant(caller !== null && caller !== undefined, 'lists are for callers who are signed in');
    await this.streams.enter(request, caller, response);
    const stream = await this.#open(list, caller);
    onceClosed(response, () => void stream.queue.return());
    announceEvents(response);
    return new StreamableFile(Readable.from(listEvents(stream)), {
      type: 'text/event-stream; charset=utf-8',
    });
  }

  async #open(
    { topics, cluster, since, read }: WatchedList,
    { principal }: Caller,
  ): Promise<ListStream> {
    const inRequest = AsyncLocalStorage.snapshot();
    // Pauses of the organization hold the cluster too.
    const isOfAll = cluster === undefined || topics.has('pause');
    const place = isOfAll ? null : await this.clusterQueries.locate(cluster);
    const filter = { topics, principal, clusterId: place?.id ?? null };
    const before = since === null ? await this.changes.position() : null;
    const { queue, position } = await this.changes.listenSince(filter, since);
    if (before !== null) position.advance(before);
    try {
      // Its failures still have a status of their own.
      const first = await read();
      const isKnown = since !== null && queue.isEmpty;
      return {
        queue,
        read: () => inRequest(read),
        readPosition: () => this.changes.position(),
        position,
        ...(isKnown ? {} : { first }),
      };
    } catch (error) {
      await queue.return();
      throw error;
    }
  }
}
