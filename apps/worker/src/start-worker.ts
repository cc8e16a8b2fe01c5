import 'reflect-metadata';
import { exitCodeOf } from '@kerf/core';
import { createLogger } from '@kerf/telemetry';
import { NestFactory } from '@nestjs/core';
import { readEnv } from './env.js';
import { WorkerModule } from './worker.module.js';

try {
  const context = await NestFactory.createApplicationContext(WorkerModule.with(readEnv()), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  context.enableShutdownHooks(['SIGINT', 'SIGTERM']);
} catch (error) {
  createLogger({ name: 'worker', level: 'info' }).error({ error }, 'could not start');
  process.exit(exitCodeOf(error));
}
