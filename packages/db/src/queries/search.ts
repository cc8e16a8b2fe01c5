import { compareText } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { type FoundObject, foundOfKind, searchKinds, searchMatches } from './found-object.js';
import { readRows } from './keyset.js';
import { searchStatement } from './search-statement.js';
import { everythingVisible, type VisibleScope } from './visible.js';

/**
 * Finds objects by name or ID among what the caller may see. The work is bounded: indexes serve names of
 * pods and of NodeClaims that have ended from their beginning, and the pods are read once at most for
 * parts of names and for owners.
 */
export class SearchQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
  }

  /**
   * Returns at most `limit` objects, by kind: at most {@link foundOfKind} of each, the best matches first,
   * and the kind of the best match first.
   * @param query a name, a part of one, `namespace/name`, or an ID, also of an instance
   */
  async find(query: string, limit: number): Promise<readonly FoundObject[]> {
    const statement = searchStatement(query, this.#scope);
    return bestOf(await readRows(this.#pool, foundRow, statement), limit);
  }
}

const foundRow = z
  .object({
    kind: z.enum(searchKinds),
    match: z.int(),
    id: z.string().nullable(),
    name: z.string(),
    clusterId: z.string().nullable(),
    clusterName: z.string().nullable(),
    namespace: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .transform(
    ({ match, ...row }): FoundObject => ({ ...row, match: searchMatches[match] ?? 'Substring' }),
  );

/** Returns the best matches without repetitions, at most some of each kind. */
function bestOf(rows: readonly FoundObject[], limit: number): readonly FoundObject[] {
  const distinct = new Map<string, FoundObject>();
  for (const row of [...rows].sort(byMatch)) {
    const { kind, id, clusterId, namespace, name, detail } = row;
    const key = JSON.stringify([kind, id ?? [clusterId, namespace, name, detail]]);
    if (!distinct.has(key)) distinct.set(key, row);
  }
  const ofKind = Map.groupBy(distinct.values(), ({ kind }) => kind);
  const best = [...ofKind.values()].flatMap((found) => found.slice(0, foundOfKind));
  const chosen = Map.groupBy(best.sort(byMatch).slice(0, limit), ({ kind }) => kind);
  return [...chosen.values()].flat();
}

function byMatch(a: FoundObject, b: FoundObject): number {
  return (
    searchMatches.indexOf(a.match) - searchMatches.indexOf(b.match) ||
    searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind) ||
    compareText(a.name, b.name) ||
    compareText(a.clusterName ?? '', b.clusterName ?? '') ||
    compareText(a.namespace ?? '', b.namespace ?? '')
  );
}
