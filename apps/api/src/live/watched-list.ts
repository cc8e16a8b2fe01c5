import { setTimeout as delay } from 'node:timers/promises';
import { toWeakETag } from '../request/etag.js';
import type { ChangeQueue } from './change-queue.js';
import type { ChangeView } from './change-view.js';
import { toEventText } from './event-streams.js';
import type { StreamPosition } from './stream-position.js';

const bookmarkEveryMs = 15_000;
/** Changes that follow each other are shown together. */
const settleMs = 250;

/** A list and the changes after which it is read again. */
export interface ListStream {
  readonly queue: ChangeQueue;
  readonly read: () => Promise<unknown>;
  readonly readPosition: () => Promise<string>;
  /** Position from which nothing after the sent list is missing. */
  readonly position: StreamPosition;
  /** The list as it was read at first; absent if the client has it. */
  readonly first?: unknown;
}

/** Yields the list whenever it is another than before, and bookmarks meanwhile. */
export async function* listEvents(stream: ListStream): AsyncGenerator<string> {
  const { queue, read, readPosition, position } = stream;
  let known = 'first' in stream ? toWeakETag(stream.first) : '';
  yield 'first' in stream
    ? toEventText(String(position), 'list', stream.first)
    : toEventText(String(position), 'bookmark', {});
  let change = queue.next();
  let announced = position.from;
  for (;;) {
    const happened = await firstOf(change);
    if (happened === 'quiet') {
      // Notices of changes before a position may be on their way when it is read.
      position.advance(announced);
      announced = await readPosition();
      yield toEventText(String(position), 'bookmark', {});
      continue;
    }
    if (happened.done === true) return;
    position.deliver(happened.value);
    await delay(settleMs);
    for (const next of queue.takeUnread()) position.deliver(next);
    change = queue.next();
    const list = await read();
    const current = toWeakETag(list);
    if (current !== known) yield toEventText(String(position), 'list', list);
    known = current;
  }
}

async function firstOf(
  change: Promise<IteratorResult<ChangeView>>,
): Promise<IteratorResult<ChangeView> | 'quiet'> {
  const stop = new AbortController();
  const quiet = delay(bookmarkEveryMs, 'quiet' as const, { signal: stop.signal, ref: false });
  try {
    return await Promise.race([change, quiet]);
  } finally {
    quiet.catch(() => undefined);
    stop.abort();
  }
}
