import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { DurationMs } from '@kerf/core';

/** Times of a connection to a server that users choose. */
export interface ConnectionTimes {
  readonly connectMs: DurationMs;
  /** Until the connection is closed. */
  readonly totalMs: DurationMs;
}

/** A connection that does not stay open for long. */
export interface LimitedConnection {
  readonly socket: Socket;
  close(): void;
}

/** @throws the error of the connection */
export async function openLimited(
  host: string,
  port: number,
  { connectMs, totalMs }: ConnectionTimes,
): Promise<LimitedConnection> {
  const socket = createConnection({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const timer = setTimeout(() => {
    socket.destroy(new Error(`The server did not finish within ${totalMs} ms.`));
  }, totalMs);
  return {
    socket,
    close: () => {
      clearTimeout(timer);
      socket.destroy();
    },
  };
}
