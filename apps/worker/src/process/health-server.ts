import { once } from 'node:events';
import { createServer } from 'node:http';
import { explainListening, type Metrics } from '@kerf/system';
import type { WorkerEnv } from '../env.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthParts {
  readonly metrics: Metrics;
  /** Returns the facts that `/readyz` reports; throws while a dependency does not respond. */
  readonly check: () => Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Serves `/livez` (the process runs), `/readyz` (its dependencies respond as well) and `/metrics`
 * (for Prometheus).
 * @throws CONFIG.INVALID if the port or the address cannot be used
 */
export async function startHealthServer(
  env: Pick<WorkerEnv, 'KERF_WORKER_HEALTH_PORT' | 'KERF_LISTEN_ADDRESS'>,
  { metrics, check }: HealthParts,
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
        () => answer(503, { status: 'unavailable', problem: 'The database does not respond.' }),
      );
    } else if (request.url === '/metrics') {
      metrics.text().then(
        (text) => {
          response.writeHead(200, { 'content-type': metrics.contentType });
          return response.end(text);
        },
        () => answer(503, { status: 'unavailable', problem: 'reading the metrics failed' }),
      );
    } else answer(404, { status: 'not found' });
  });
  const { KERF_WORKER_HEALTH_PORT: port, KERF_LISTEN_ADDRESS: address } = env;
  await explainListening({ address, port, portSetting: 'KERF_WORKER_HEALTH_PORT' }, () => {
    server.listen(port, address);
    return once(server, 'listening');
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
