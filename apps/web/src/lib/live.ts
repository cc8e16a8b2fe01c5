import { type Client, createClient } from 'graphql-ws';
import { ChangesDocument, type ChangesSubscription } from '../gql/graphql.js';
import type { Change } from './changes.js';
import { serverNow } from './server-clock.js';

/** Whether changes arrive, and since when it is so. */
export interface LiveStatus {
  readonly state: 'connecting' | 'live' | 'lost';
  readonly since: number;
}

interface LiveHandlers {
  readonly onChange: (change: Change) => void;
  /** After a gap: anything may have changed. */
  readonly onReconnect: () => void;
}

/** The page's line to the API's change notices. */
export interface LiveConnection {
  /** Opens it until the answer is called. */
  readonly open: (url: string, handlers: LiveHandlers) => () => void;
  readonly status: () => LiveStatus;
  readonly subscribe: (onStatus: () => void) => () => void;
}

const pingEveryMs = 2_500;
/** graphql-ws only sends pings; a server that hangs would stay "live" without this. */
const pongWithinMs = 2_000;
const maxRetryMs = 10_000;

export function createLiveConnection(): LiveConnection {
  let current: LiveStatus = { state: 'connecting', since: serverNow() };
  const listeners = new Set<() => void>();
  const become = (state: LiveStatus['state']) => {
    if (current.state === state) return;
    current = { state, since: serverNow() };
    for (const listener of listeners) listener();
  };
  return {
    open: (url, handlers) => followChanges(url, handlers, become),
    status: () => current,
    subscribe: (onStatus) => {
      listeners.add(onStatus);
      return () => listeners.delete(onStatus);
    },
  };
}

function followChanges(
  url: string,
  { onChange, onReconnect }: LiveHandlers,
  become: (state: LiveStatus['state']) => void,
): () => void {
  let wasLive = false;
  let isClosed = false;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  const client: Client = createClient({
    url,
    keepAlive: pingEveryMs,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => sleep(Math.min(maxRetryMs, 300 * 2 ** retries) * jitter()),
    on: {
      connected: () => {
        become('live');
        if (wasLive) onReconnect();
        wasLive = true;
      },
      closed: () => {
        clearTimeout(pongTimer);
        if (!isClosed && wasLive) become('lost');
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => client.terminate(), pongWithinMs);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
    },
  });
  const unsubscribe = client.subscribe<ChangesSubscription>(
    { query: ChangesDocument.toString() },
    {
      next: ({ data }) => {
        if (data) onChange(data.changes);
      },
      error: () => become('lost'),
      complete: () => {
        if (!isClosed) become('lost');
      },
    },
  );
  return () => {
    isClosed = true;
    unsubscribe();
    void client.dispose();
    become('connecting');
  };
}

/** Between a half and one and a half, so that a hundred pages do not come back at once. */
const jitter = (): number => 0.5 + Math.random();
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
