import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { text } from '../tables/columns.js';
import { readRows } from './keyset.js';

const row = z.object({ name: text });

/** The query of the readiness probe. */
export class MigrationQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns the names of the applied migrations, in their order. */
  async applied(): Promise<readonly string[]> {
    const rows = await readRows(
      this.#pool,
      row,
      Prisma.sql`
        SELECT migration_name AS name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL ORDER BY migration_name`,
    );
    return rows.map(({ name }) => name);
  }
}
