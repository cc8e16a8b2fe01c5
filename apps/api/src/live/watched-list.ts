import { setTimeout as delay } from 'node:timers/promises';
import { toWeakETag } from '../request/etag.js';
import type { ChangeQueue } from './change-queue.js';
import { toEventText } from './event-streams.js';

const bookmarkEveryMs = 15_000;
/** Changes that follow each other are shown together. */
const settleMs = 250;

/** A list and the changes after which it is read again. */
export interface ListStream {
  readonly queue: ChangeQueue;
  readonly read: () => Promise<unknown>;
  readonly readPosition: () => Promise<string>;
  /** From which nothing after what was sent is missing. */
  readonly position: string;
  /** The list as it was read at first; absent if the client has it. */
  readonly first?: unknown;
}

/** Yields the list whenever it is another than before, and bookmarks meanwhile. */
export async function* listEvents(stream: ListStream): AsyncGenerator<string> {
  const { queue, read, readPosition } = stream;
  let { position } = stream;
  let known = 'first' in stream ? toWeakETag(stream.first) : '';
  yield 'first' in stream
    ? toEventText(position, 'list', stream.first)
    : toEventText(position, 'bookmark', {});
  let change = queue.next();
  let announced = position;
  for (;;) {
    const happened = await firstOf(change);
    if (happened === 'ended') return;
    if (happened === 'quiet') {
      // Notices of changes before a position may be on their way when it is read.
      position = announced;
      announced = await readPosition();
      yield toEventText(position, 'bookmark', {});
      continue;
    }
    await delay(settleMs);
    while (!queue.isEmpty) await queue.next();
    change = queue.next();
    position = await readPosition();
    announced = position;
    const list = await read();
    const current = toWeakETag(list);
    if (current !== known) yield toEventText(position, 'list', list);
    known = current;
  }
}

async function firstOf(
  change: Promise<IteratorResult<unknown>>,
): Promise<'changed' | 'ended' | 'quiet'> {
  const stop = new AbortController();
  const quiet = delay(bookmarkEveryMs, 'quiet' as const, { signal: stop.signal, ref: false });
  const next = change.then(({ done }) =>
    done === true ? ('ended' as const) : ('changed' as const),
  );
  try {
    return await Promise.race([next, quiet]);
  } finally {
    quiet.catch(() => undefined);
    stop.abort();
  }
}
