import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invariant } from '@kerf/core';

interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Time for which a port in use is tried again: connections of a process that ended, or those of clients that
 * try to reach it, release theirs soon.
 */
const patienceMs = 5_000;
const retryMs = 200;

/** Waits for a moment until no other process has the port; 0 is any free port. */
export async function waitForPort(address: ListenAddress): Promise<void> {
  const until = performance.now() + patienceMs;
  while (address.port !== 0 && performance.now() < until) {
    const probe = createServer();
    const isFree = await listenOnce(probe, address).then(
      () => true,
      () => false,
    );
    if (isFree) {
      await closeNow(probe);
      return;
    }
    await sleep(retryMs);
  }
}

/**
 * Starts listening.
 * @param description description of the server for the message
 * @returns the port
 * @throws AppError `CONFIG.INVALID` if the address is not available
 */
export async function listen(
  server: Server,
  description: string,
  address: ListenAddress,
): Promise<number> {
  try {
    return await listenOnce(server, address);
  } catch (cause) {
    const { port, host } = address;
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `${description} cannot listen on ${host}:${port}: ${why}`;
    throw new AppError({ code: 'CONFIG.INVALID', message, cause, meta: { port } });
  }
}

/** Returns true for the error of a server whose port another process has. */
export function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function listenOnce(server: Server, { port, host }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      invariant(address !== null && typeof address === 'object', 'the server has no address');
      resolve(address.port);
    });
  });
}

/** Closes the server and all its connections. */
export function closeNow(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });
}
