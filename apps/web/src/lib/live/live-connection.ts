import type { Client, createClient as CreateClient } from 'graphql-ws';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { ChangesDocument, type ChangesSubscription } from '../../gql/graphql.js';
import { serverNow } from '../api/server-clock.js';
import type { Change } from './refetch-on-change.js';

/** The state of the live connection, and since when. */
interface LiveStatus {
  readonly state: 'connecting' | 'live' | 'lost';
  readonly since: number;
}

interface LiveHandlers {
  readonly onChange: (change: Change) => void;
  /** Called after a gap, in which anything may have changed. */
  readonly onReconnect: () => void;
}

/** The connection to the change notices of the API. */
export interface LiveConnection {
  /** Opens the connection; the returned function closes it. */
  readonly open: (url: string, handlers: LiveHandlers) => () => void;
  readonly status: () => LiveStatus;
  readonly subscribe: (onStatus: () => void) => () => void;
}

const pingEveryMs = 2_500;
/** graphql-ws only sends pings; a server that hangs would stay "live" without this. */
const pongWithinMs = 2_000;
const maxRetryMs = 10_000;

function createLiveConnection(): LiveConnection {
  let current: LiveStatus = { state: 'connecting', since: serverNow() };
  const listeners = new Set<() => void>();
  const setState = (state: LiveStatus['state']) => {
    if (current.state === state) return;
    current = { state, since: serverNow() };
    for (const listener of listeners) listener();
  };
  return {
    open: (url, handlers) => {
      let isClosed = false;
      let close = () => {};
      const connect = async () => {
        try {
          // Loaded after the page, which does not wait for it.
          const { createClient } = await import('graphql-ws');
          if (!isClosed) close = followChanges(createClient, url, handlers, setState);
        } catch {
          setState('lost');
        }
      };
      void connect();
      return () => {
        isClosed = true;
        close();
      };
    },
    status: () => current,
    subscribe: (onStatus) => {
      listeners.add(onStatus);
      return () => listeners.delete(onStatus);
    },
  };
}

function followChanges(
  createClient: typeof CreateClient,
  url: string,
  { onChange, onReconnect }: LiveHandlers,
  setState: (state: LiveStatus['state']) => void,
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
        setState('live');
        if (wasLive) onReconnect();
        wasLive = true;
      },
      closed: () => {
        clearTimeout(pongTimer);
        if (!isClosed && wasLive) setState('lost');
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
      error: () => setState('lost'),
      complete: () => {
        if (!isClosed) setState('lost');
      },
    },
  );
  return () => {
    isClosed = true;
    unsubscribe();
    void client.dispose();
    setState('connecting');
  };
}

/** A factor between 0.5 and 1.5, so that pages do not reconnect at the same time. */
const jitter = (): number => 0.5 + Math.random();
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The live connection of the page, open while a user is signed in. */
export const LiveContext = createContext(createLiveConnection());

export function useLiveStatus(): LiveStatus {
  const connection = useContext(LiveContext);
  return useSyncExternalStore(connection.subscribe, connection.status);
}
