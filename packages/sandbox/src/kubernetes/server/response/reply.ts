import type { Status } from '../../api/status.js';
import type { JsonObject } from '../../json/json.js';

/** The response of a handler; the server sends it. */
export type Reply = TextReply | StreamReply;

export interface TextReply {
  readonly kind: 'Text';
  readonly code: number;
  readonly contentType: string;
  readonly text: string;
  readonly retryAfterSeconds?: number;
}

export interface StreamReply {
  readonly kind: 'Stream';
  readonly contentType: string;
  readonly start: (stream: EventStream) => void;
}

/** A streaming response, which ends when one side closes it. */
export interface EventStream {
  write(text: string): void;
  end(): void;
  onClose(listener: () => void): void;
}

export const jsonType = 'application/json';

export function jsonReply(code: number, body: JsonObject | Status): TextReply {
  return textReply(code, JSON.stringify(body), jsonType);
}

export function textReply(
  code: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): TextReply {
  return { kind: 'Text', code, text, contentType };
}

/** Returns the response to a path that nothing serves. */
export function notFoundPage(): Reply {
  return textReply(404, '404 page not found\n');
}
