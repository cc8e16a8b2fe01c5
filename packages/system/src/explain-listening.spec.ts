import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { explainListening } from './explain-listening.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @returns the port */
function listen(address: string, port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  return explainListening({ address, port, portSetting: 'KERF_API_PORT' }, async () => {
    server.listen(port, address);
    await once(server, 'listening');
    const bound = server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : 0;
  });
}

it('names the setting of a port that is in use, which may be free later', async () => {
  const port = await listen('127.0.0.1', 0);
  await expect(listen('127.0.0.1', port)).rejects.toMatchObject({
    code: 'CONFIG.INVALID',
    retry: { kind: 'backoff' },
    message: `KERF_API_PORT: port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set another port`,
  });
});

it('names the setting of an address that the machine does not have', async () => {
  await expect(listen('192.0.2.1', 0)).rejects.toMatchObject({
    code: 'CONFIG.INVALID',
    retry: { kind: 'never' },
    message: expect.stringMatching(/^KERF_LISTEN_ADDRESS: 192\.0\.2\.1 is not an address of this/),
  });
});
