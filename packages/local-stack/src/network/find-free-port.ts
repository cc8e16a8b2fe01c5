import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppError } from '@kerf/core';

/**
 * Ports that no system gives to outgoing connections: while a server restarts, a client that tries to reach it
 * could otherwise get the server's own port.
 */
const firstPort = 20_000;
const lastPort = 29_999;
const maxTries = 100;

/**
 * Returns `wanted` if it is free on 127.0.0.1, otherwise any free port.
 * @throws AppError `CONFIG.INVALID` if no port is free
 */
export async function findFreePort(wanted = 0): Promise<number> {
  if (wanted !== 0 && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(firstPort, lastPort + 1);
    if (await isFree(port)) return port;
  }
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: `No port from ${firstPort} to ${lastPort} of 127.0.0.1 is free. End programs that use them.`,
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  if (!(await listening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}
