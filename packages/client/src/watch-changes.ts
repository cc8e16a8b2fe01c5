import { dataOf, type KerfClient } from './client.js';
import type { Change, operations } from './generated/api.js';

/** Changes to watch, and the position from which on. */
export type ChangeQuery = NonNullable<operations['watchChanges']['parameters']['query']>;

/** A change; `null` if changes are missing, or nothing is known yet: read everything again. */
export interface WatchedChange {
  readonly change: Change | null;
  /** To continue from. */
  readonly position: string;
}

/**
 * Yields changes as they happen, until the connection or the signal ends. The first one is no change: from then on
 * none is missed.
 * @throws KerfProblem
 */
export async function* watchChanges(
  client: KerfClient,
  query: ChangeQuery,
  signal: AbortSignal,
): AsyncGenerator<WatchedChange> {
  const call = client.GET('/api/v1/changes', {
    params: { query },
    headers: { accept: 'text/event-stream' },
    parseAs: 'stream',
    signal,
  });
  const stream = await dataOf(call);
  if (stream === null) return;
  let isFirst = true;
  for await (const { id, event, data } of eventsOf(stream)) {
    const change = event === 'change' ? readChange(data) : null;
    if (change !== null || event === 'reset' || isFirst) yield { change, position: id };
    isFirst = false;
  }
}

interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield toEvent(part);
  }
}

function toEvent(text: string): ServerSentEvent {
  const fields = new Map(
    text.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? 'message',
    data: fields.get('data') ?? '',
  };
}

function readChange(text: string): Change | null {
  const value: unknown = JSON.parse(text);
  return isChange(value) ? value : null;
}

function isChange(value: unknown): value is Change {
  return (
    typeof value === 'object' &&
    value !== null &&
    'topic' in value &&
    typeof value.topic === 'string' &&
    'version' in value &&
    typeof value.version === 'number'
  );
}
