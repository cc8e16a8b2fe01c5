import { once } from 'node:events';
import { createServer } from 'node:http';
import { explainListening, type Logger, type Metrics } from '@kerf/system';
import type { ApiEnv } from '../env.js';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` for Prometheus on a separate port without authentication.
 * @returns `null` if no port is set
 * @throws CONFIG.INVALID if the port or the address cannot be used
 */
export async function startMetricsServer(
  { KERF_METRICS_PORT: port, KERF_LISTEN_ADDRESS: host }: ApiEnv,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
): Promise<MetricsServer | null> {
  if (port === undefined) return null;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ error }, 'reading the metrics failed');
        response.writeHead(500).end();
      },
    );
  });
  await explainListening({ address: host, port, portSetting: 'KERF_METRICS_PORT' }, () => {
    server.listen(port, host);
    return once(server, 'listening');
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
