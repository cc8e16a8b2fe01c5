import { migrate, openDatabase } from '@kerf/db';
import type { ApiEnv } from './env.js';

/**
 * Applies the migrations of the folder `KERF_MIGRATIONS`, if it is set. On a connection of its own: a
 * migration may take as long as it needs.
 * @returns names of those applied now
 */
export async function applyMigrations(env: ApiEnv): Promise<readonly string[]> {
  if (env.KERF_MIGRATIONS === undefined) return [];
  const database = openDatabase({
    url: env.DATABASE_URL,
    maxConnections: 1,
    applicationName: 'kerf-migrate',
  });
  try {
    return await migrate(database.pool, env.KERF_MIGRATIONS);
  } finally {
    await database.close();
  }
}
