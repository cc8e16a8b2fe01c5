import { invariant } from '@kerf/core';
import type { Sender } from './api-under-test.js';

/** A server-sent event. */
export interface WatchedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Opens a stream of server-sent events, and collects them until it is stopped. */
export async function watchEvents(url: string, headers: Sender) {
  const aborter = new AbortController();
  const response = await fetch(url, { headers, signal: aborter.signal });
  const events: WatchedEvent[] = [];
  const { body } = response;
  invariant(body !== null, 'a response has a body');
  const ended = (async () => {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(...parts.map(toEvent));
    }
  })().catch(() => undefined);
  return { response, events, ended, stop: () => aborter.abort() };
}

function toEvent(text: string): WatchedEvent {
  const fields = new Map(
    text.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  const data: unknown = JSON.parse(fields.get('data') ?? 'null');
  return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data };
}
