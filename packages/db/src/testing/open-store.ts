import type { Store } from '@kerf/application';
import { createMemoryStore } from '@kerf/testing';
import { inject } from 'vitest';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;

/** The store of production, and the one that specs of use cases use in its place. */
export const backends = ['Postgres', 'memory'] as const;

/** Opens an empty store. */
export async function openStore(
  backend: (typeof backends)[number],
): Promise<{ readonly store: Store; readonly close: () => Promise<void> }> {
  if (backend === 'memory') {
    return { store: createMemoryStore(), close: () => Promise.resolve() };
  }
  const database = await openFreshDatabase(inject('databaseUrl'), migrations);
  return { store: createPrismaStore(database), close: () => database.close() };
}
