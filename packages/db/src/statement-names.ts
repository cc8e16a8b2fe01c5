import type { Pool } from 'pg';

/** Number of uses after which a statement is prepared. */
const usesBeforePreparing = 5;
/**
 * Maximum number of prepared statements per connection. Queries with lists have a different text
 * for each length, so the number of texts is unbounded.
 */
const maxPrepared = 300;
const maxCounted = 3_000;

type StatementNames = ReturnType<typeof createStatementNames>;

const namesByPool = new WeakMap<Pool, StatementNames>();

/** Returns the names of a pool. Connections of a pool share them, so that one name has one text. */
export function statementNamesOf(pool: Pool): StatementNames {
  const names = namesByPool.get(pool) ?? createStatementNames();
  namesByPool.set(pool, names);
  return names;
}

/**
 * Creates names for frequent statements, so that Postgres parses and plans them once per
 * connection; other statements get the empty name and are not prepared.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size === maxPrepared) return '';
    const count = (uses.get(sql) ?? 0) + 1;
    if (count < usesBeforePreparing) {
      if (uses.size < maxCounted || uses.has(sql)) uses.set(sql, count);
      return '';
    }
    uses.delete(sql);
    const name = `kerf_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
