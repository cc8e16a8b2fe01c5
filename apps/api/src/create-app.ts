import { explainListening } from '@kerf/system';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { composeApi } from './compose.js';
import type { ApiEnv } from './env.js';
import { NestLog } from './http/nest-log.js';
import { installPipeline } from './http/pipeline.js';
import { startMetricsServer } from './metrics/metrics-server.js';
import type { ApiParts } from './parts.js';

export interface RunningApi {
  readonly app: NestExpressApplication;
  readonly parts: ApiParts;
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** URL of the metrics; `null` without a metrics port. */
  readonly metricsUrl: string | null;
  /** Finishes running requests, closes sockets and the database. */
  readonly close: () => Promise<void>;
}

/** Slow clients must not hold a connection forever. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

export async function startApi(env: ApiEnv): Promise<RunningApi> {
  const parts = await composeApi(env);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(parts),
    new ExpressAdapter(),
    {
      logger: new NestLog(parts.log),
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
    },
  );
  installPipeline(app, parts);
  const { KERF_API_PORT: port, KERF_LISTEN_ADDRESS: address } = env;
  await explainListening({ address, port, portSetting: 'KERF_API_PORT' }, () =>
    app.listen(port, address),
  );
  const metricsServer = await startMetricsServer(env, parts);
  const server = app.getHttpServer();
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  return {
    app,
    parts,
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    metricsUrl: metricsServer?.url ?? null,
    close: async () => {
      await metricsServer?.close();
      await app.close();
      await parts.feed.close();
      await parts.rateLimits.close();
      await parts.database.close();
    },
  };
}
