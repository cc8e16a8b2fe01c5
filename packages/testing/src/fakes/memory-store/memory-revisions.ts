import type { ClusterId } from '@kerf/core';
import type { MemoryTables } from './memory-tables.js';

/** Tables whose changes count, as those with triggers in Postgres; see migration cluster-revisions. */
const counted = [
  'alertThresholds',
  'approvalPolicies',
  'brakeSettings',
  'buffers',
  'catalogs',
  'decisions',
  'definitions',
  'interruptions',
  'nodeClaims',
  'pauses',
  'refusals',
  'reviews',
  'revisions',
  'spendLimits',
  'spotPrices',
  'teams',
  'unavailableOfferings',
] as const satisfies readonly (keyof MemoryTables)[];

const numbers = new WeakMap<object, number>();
let last = 0;

/** Returns the number of a row: rows are replaced, never changed. */
function numberOf(row: object): number {
  const known = numbers.get(row);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(row, last);
  return last;
}

/** Counts the changes of the rows of each cluster, and of those that belong to none. */
export class MemoryRevisions {
  readonly #tables: MemoryTables;
  readonly #known = new Map<ClusterId, { readonly text: string; readonly revision: number }>();

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** As `ClusterRepository.revision`. */
  of(clusterId: ClusterId): number {
    const text = this.#textOf(clusterId);
    const known = this.#known.get(clusterId);
    if (known?.text === text) return known.revision;
    const revision = (known?.revision ?? 0) + 1;
    this.#known.set(clusterId, { text, revision });
    return revision;
  }

  #textOf(id: ClusterId): string {
    const { connection, ...cluster } = this.#tables.clusters.get(id) ?? { connection: null };
    const rows = counted.flatMap((name): readonly object[] => this.#tables[name].all());
    const own = rows.filter((row) => !('clusterId' in row) || row.clusterId === id);
    return JSON.stringify([cluster, { ...connection, syncedAt: null }, own.map(numberOf)]);
  }
}
