import { once } from 'node:events';
import { createServer } from 'node:http';
import type { WorkerEnv } from './env.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `/livez` answers while the process runs, `/readyz` while what it needs answers too. */
export async function startHealthServer(
  env: Pick<WorkerEnv, 'KERF_WORKER_HEALTH_PORT' | 'KERF_LISTEN_ADDRESS'>,
  check: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/livez') answer(200, { status: 'ok' });
    else if (request.url === '/readyz') {
      check().then(
        (facts) => answer(200, { status: 'ok', ...facts }),
        () => answer(503, { status: 'unavailable', problem: 'the database does not answer' }),
      );
    } else answer(404, { status: 'not found' });
  });
  server.listen(env.KERF_WORKER_HEALTH_PORT, env.KERF_LISTEN_ADDRESS);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
