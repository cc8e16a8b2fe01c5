import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readEnv } from './env.js';
import { WorkerModule } from './worker.module.js';

const context = await NestFactory.createApplicationContext(WorkerModule.with(readEnv()), {
  logger: ['error', 'warn'],
  abortOnError: false,
});
context.enableShutdownHooks(['SIGINT', 'SIGTERM']);
