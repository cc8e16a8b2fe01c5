import type { ClusterId } from '@kerf/core';
import type { MemoryTables } from './memory-tables.js';

/** Tables that only readers read, or whose work is requested by other means; see migration cluster-revisions. */
const unrevised: ReadonlySet<string> = new Set<keyof MemoryTables>([
  'audit',
  'batches',
  'batchPods',
  'budgets',
  'changes',
  'chatCodes',
  'chatIdentities',
  'costAccounts',
  'costReports',
  'costSamples',
  'customRoles',
  'decisionEvents',
  'deliveryAttempts',
  'deviceAuthorizations',
  'devices',
  'externalIdentities',
  'findings',
  'leases',
  'logoutTokens',
  'nodes',
  'notificationChannels',
  'notificationDeliveries',
  'notificationEvents',
  'notificationRules',
  'operationFailures',
  'outbox',
  'overlays',
  'pods',
  'providerSessions',
  'roleBindings',
  'savingProofs',
  'sessions',
  'signInLinks',
  'simulations',
  'tokens',
  'trustRules',
  'users',
  'verdicts',
]);

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
    const { clusters, ...tables } = this.#tables;
    const { connection, ...cluster } = clusters.get(id) ?? { connection: null };
    const rows = Object.entries(tables).flatMap(([name, table]) =>
      typeof table === 'function' || unrevised.has(name) ? [] : rowsOf(table),
    );
    const own = rows.filter((row) => !('clusterId' in row) || row.clusterId === id);
    return JSON.stringify([cluster, { ...connection, syncedAt: null }, own.map(numberOf)]);
  }
}

const rowsOf = (table: { all(): readonly object[] }): readonly object[] => table.all();
