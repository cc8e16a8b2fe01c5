import { type Database, openFreshDatabase } from '@kerf/db';
import { inject } from 'vitest';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;

/** Creates a database of its own for a spec, with all migrations applied. */
export function openTestDatabase(): Promise<Database & { readonly url: string }> {
  return openFreshDatabase(inject('databaseUrl'), migrations);
}
