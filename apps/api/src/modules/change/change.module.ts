import { once } from 'node:events';
import { ClusterQueries } from '@kerf/db';
import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Access, CalledBy } from '../../auth/access.js';
import { clusterIdOf } from '../../contract/require-place.js';
import type { ChangeQueue } from '../../live/change-queue.js';
import type { ChangeView } from '../../live/change-view.js';
import { announceEvents, EventStreams, toEventText } from '../../live/event-streams.js';
import { LiveModule } from '../../live/live.module.js';
import { type ChangeFilter, LiveChanges } from '../../live/live-changes.js';
import { onceClosed } from '../../live/once-closed.js';
import type { StreamPosition } from '../../live/stream-position.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { Operation, type RequestOf } from '../../rest/operation.js';
import { changeResource, changeOperations as operations } from './change.contract.js';

const bookmarkEveryMs = 15_000;

/** One client's stream of changes. */
interface Stream {
  readonly filter: ChangeFilter;
  readonly queue: ChangeQueue;
  readonly response: Response;
  /** Position after the sent changes. */
  readonly position: StreamPosition;
  /** Position at the last bookmark: notices of changes before it have arrived since. */
  read: string;
  /** The client has left, or the stream has ended. */
  readonly closed: AbortSignal;
}

/** Streams changes as server-sent events. */
@Controller('api/v1/changes')
@Access('signed-in')
class ChangeController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(LiveChanges) private readonly changes: LiveChanges,
    @Inject(EventStreams) private readonly streams: EventStreams,
  ) {}

  @Get()
  @Operation(operations.watch)
  async watch(
    @FromRequest() { query }: RequestOf<typeof operations.watch>,
    @CalledBy() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const filter = {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      topics: query.topic === undefined ? null : new Set(query.topic),
      principal: caller.principal,
    };
    const since = request.get('last-event-id') ?? query.since ?? null;
    await this.streams.enter(request, caller, response);
    const { queue, position } = await this.changes.listenSince(filter, since);
    const closing = new AbortController();
    onceClosed(response, () => {
      void queue.return();
      closing.abort();
    });
    if (since === null) position.advance(await this.changes.position());
    const { signal: closed } = closing;
    await this.#send({ filter, queue, response, position, read: position.from, closed });
  }

  async #send(stream: Stream): Promise<void> {
    const { response, queue } = stream;
    announceEvents(response.status(200));
    response.flushHeaders();
    writeEvent(stream, 'bookmark', {});
    const timer = setInterval(() => {
      this.#bookmark(stream).catch(() => response.end());
    }, bookmarkEveryMs);
    timer.unref();
    try {
      for await (const change of queue) {
        if (change.topic === 'UNKNOWN') await this.#catchUp(stream);
        else sendChange(stream, change);
        if (response.writableNeedDrain) await drained(stream);
      }
    } finally {
      clearInterval(timer);
      response.end();
    }
  }

  /** A position is announced one interval after it was read: notices of changes before it may be on their way. */
  async #bookmark(stream: Stream): Promise<void> {
    if (stream.queue.isEmpty) stream.position.advance(stream.read);
    stream.read = await this.changes.position();
    writeEvent(stream, 'bookmark', {});
  }

  /** Notices were missed; the change log has them. */
  async #catchUp(stream: Stream): Promise<void> {
    try {
      const missed = await this.changes.since(stream.filter, stream.position);
      for (const change of missed) sendChange(stream, change);
    } catch {
      stream.position.advance(await this.changes.position());
      writeEvent(stream, 'reset', {});
    }
  }
}

/** Resolves when the client has read what was sent, or has left. */
async function drained({ response, closed }: Stream): Promise<void> {
  await once(response, 'drain', { signal: closed }).catch(() => undefined);
}

function sendChange(stream: Stream, change: ChangeView): void {
  if (!stream.position.deliver(change)) return;
  writeEvent(stream, 'change', z.encode(changeResource, change));
}

function writeEvent({ response, position }: Stream, event: string, data: unknown): void {
  // It ends with its session or token, and closes a moment later.
  if (response.writableEnded) return;
  response.write(toEventText(String(position), event, data));
}

@Module({ imports: [LiveModule], controllers: [ChangeController] })
export class ChangeModule {}
