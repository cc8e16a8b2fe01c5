import type { Pool } from 'pg';

/** Number of uses after which a statement is prepared. */
const usesBeforePreparing = 5;
/** Lists in a query make a text for each length, so there is no end to texts; each connection keeps its own. */
const maxPrepared = 300;
const maxCounted = 3_000;

type StatementNames = ReturnType<typeof createStatementNames>;

const namesByPool = new WeakMap<Pool, StatementNames>();

/** All who share connections share names: one name is one text. */
export function statementNamesOf(pool: Pool): StatementNames {
  const names = namesByPool.get(pool) ?? createStatementNames();
  namesByPool.set(pool, names);
  return names;
}

/**
 * Names for statements that come again and again, so that Postgres parses and plans them once per
 * connection; others get none, which is the empty name.
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
