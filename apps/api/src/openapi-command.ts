import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createMetrics } from '@kerf/system';
import { AppModule } from './app.module.js';
import { composeCore } from './compose.js';
import { readEnv } from './env.js';
import { openRateLimitStore } from './request/rate-limit-store.js';
import { openApiOfModule } from './rest/openapi-of-module.js';

// Writes the OpenAPI document to apps/api/openapi.json: `npm run documents`. Nothing is started, and the
// database is not opened.

const core = composeCore(readEnv({ DATABASE_URL: 'postgres://localhost/none' }));
const module = AppModule.with({
  ...core,
  feed: {
    events: new EventEmitter(),
    isListening: () => false,
    close: () => Promise.resolve(),
  },
  metrics: createMetrics(),
  auditSigner: null,
  rateLimits: openRateLimitStore(undefined, core.database, core.log),
});
const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openApiOfModule(module), null, 2)}\n`);
await core.database.close();
