import 'reflect-metadata';
import { exitCodeOf } from '@kerf/core';
import { createLogger } from '@kerf/system';
import { type RunningApi, startApi } from './create-app.js';
import { readEnv } from './env.js';

try {
  const api = await startApi(readEnv());
  api.parts.log.info({ url: api.url, metricsUrl: api.metricsUrl }, 'listening');
  closeOnSignal(api);
} catch (error) {
  createLogger({ name: 'api', level: 'info' }).error({ error }, 'start failed');
  process.exit(exitCodeOf(error));
}

function closeOnSignal({ close, parts: { log } }: RunningApi): void {
  let closing: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      closing ??= close().then(
        () => log.info({ signal }, 'closed'),
        (error: unknown) => {
          log.error({ error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
}
