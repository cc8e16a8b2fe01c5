import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@kerf/local-stack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of an empty database of this run; create further databases for isolation. */
    databaseUrl: string;
  }
}

/** Starts one embedded Postgres for all database specs of a run; its data is temporary. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-test-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, createsDatabases: true });
  if (postgres.note !== null) process.stdout.write(`${postgres.note}\n`);
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await removeEmbeddedPostgres(folder);
  };
}
