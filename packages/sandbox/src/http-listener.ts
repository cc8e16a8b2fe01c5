import type { Server } from 'node:http';
import { AppError, invariant } from '@kerf/core';

/**
 * Waits until a server listens.
 * @param what it is, for the message
 * @returns its port
 * @throws AppError `CONFIG.INVALID` when the address cannot be had
 */
export function listen(
  server: Server,
  what: string,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `${what} cannot listen on ${host}:${port}: ${cause.message}`;
      reject(new AppError({ code: 'CONFIG.INVALID', message, cause, meta: { port } }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      invariant(address !== null && typeof address === 'object', 'the server has no address');
      resolve(address.port);
    });
  });
}

/** Ends all connections at once. */
export function closeNow(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });
}
