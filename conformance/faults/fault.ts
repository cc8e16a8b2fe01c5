/** A fault of one exchange between a client and the server behind the proxy. */
export type Fault =
  /** The proxy answers itself; the server gets nothing. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      /** Default: the content type of a page. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The server gets nothing, and the client no answer. */
  | { readonly kind: 'hang' }
  /** The connection is reset before the server gets anything. */
  | { readonly kind: 'reset' }
  /** The server acts, and the client gets no answer. */
  | { readonly kind: 'lose-answer' }
  /** The server acts, and the connection is reset in the middle of the answer. */
  | { readonly kind: 'cut-answer' }
  /** The server acts, and the answer ends in its middle as if it was complete. */
  | { readonly kind: 'truncate-answer' }
  /** The server acts, and nothing follows the first half of the answer. */
  | { readonly kind: 'stall-answer' }
  /** The server acts, and the connection is closed for sending after half of the answer. */
  | { readonly kind: 'half-close' }
  /** The server acts at once, and the client gets the answer later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server acts, and the answer is delivered byte by byte: no pause is long, but the whole is. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** The server gets nothing, and the client gets interim responses (HTTP 102) without an end. */
  | { readonly kind: 'interim-only'; readonly everyMs: number }
  /** The server's clock differs: its header `Date` and all times in its answers. */
  | { readonly kind: 'shift-clock'; readonly aheadMs: number }
  /** The server gets the request twice; the client gets the second answer. */
  | { readonly kind: 'repeat' }
  /** A watch is opened and delivers nothing: neither events nor its end. */
  | { readonly kind: 'silent-watch' }
  /** The lines of a watch are replaced. */
  | { readonly kind: 'rewrite-watch'; readonly rewrite: (line: string) => readonly string[] };

/** A fault of a watch that is open. */
export type WatchFault =
  /** It ends as at its timeout. */
  | 'end'
  | 'reset'
  /** The connection is closed for sending only, without the end of the body. */
  | 'half-close'
  /** It delivers nothing more, and stays open. */
  | 'silence'
  /** It ends after an error event with status 410. */
  | 'expire'
  /** It ends in the middle of an event. */
  | 'truncate';

/** An exchange, as far as faults choose by it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Whether the answer is a stream of events of the Kubernetes API. */
  readonly isWatch: boolean;
  /** Operation of an AWS call, e.g. `CreateFleet`; empty for other requests. */
  readonly operation: string;
  readonly body: string;
}

/** Treatment of new connections: `hang` accepts them and sends nothing, not even TLS. */
export type ConnectionMode = 'serve' | 'hang' | 'reset';

/** An answer of the Kubernetes API with this code and reason. */
export const statusFault = (code: number, reason: string, retryAfterSeconds?: number): Fault => ({
  kind: 'answer',
  status: code,
  body: JSON.stringify({ kind: 'Status', status: 'Failure', reason, code }),
  headers: {
    'content-type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  },
});
