import type { Server } from 'node:http';
import { AppError, invariant } from '@kerf/core';

/**
 * Starts listening.
 * @param description description of the server for the message
 * @returns the port
 * @throws AppError `CONFIG.INVALID` if the address is not available
 */
export function listen(
  server: Server,
  description: string,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `${description} cannot listen on ${host}:${port}: ${cause.message}`;
      reject(new AppError({ code: 'CONFIG.INVALID', message, cause, meta: { port } }));
    });
    server.listen(port, host, () => {
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
