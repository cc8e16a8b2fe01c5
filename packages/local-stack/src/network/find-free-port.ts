import { once } from 'node:events';
import { createServer } from 'node:net';
import { invariant } from '@kerf/core';

/** Returns `wanted` if it is free on 127.0.0.1, otherwise any free port. */
export async function findFreePort(wanted = 0): Promise<number> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(wanted, '127.0.0.1');
  if (!(await listening)) return findFreePort();
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'a listening server has an address');
  server.close();
  await once(server, 'close');
  return address.port;
}
