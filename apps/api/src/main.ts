import 'reflect-metadata';
import { createLogger } from '@kerf/telemetry';
import { type RunningApi, startApi } from './create-app.js';
import { readEnv } from './env.js';
import { migrateFirst } from './migrate-first.js';

try {
  const env = readEnv();
  const applied = await migrateFirst(env);
  const api = await startApi(env);
  api.parts.log.info({ url: api.url, metricsUrl: api.metricsUrl, migrated: applied }, 'listening');
  closeOnSignal(api);
} catch (error) {
  createLogger({ name: 'api', level: 'info' }).error({ error }, 'could not start');
  process.exit(1);
}

function closeOnSignal({ close, parts: { log } }: RunningApi): void {
  let closing: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      closing ??= close().then(
        () => log.info({ signal }, 'closed'),
        (error: unknown) => {
          log.error({ error }, 'did not close in order');
          process.exit(1);
        },
      );
    });
  }
}
