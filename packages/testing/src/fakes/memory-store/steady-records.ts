import { livingClaimStates, openDecisionStates } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type { MemoryTables } from './memory-tables.js';

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

/** As `ClusterRepository.steadyRecords`, except that a sync of the cluster counts as a change. */
export function steadyRecords(
  tables: MemoryTables,
  id: ClusterId,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): string | null {
  const isOf = ({ clusterId }: { readonly clusterId: ClusterId }): boolean => clusterId === id;
  const open: readonly string[] = openDecisionStates;
  const living: readonly string[] = livingClaimStates;
  const claims = tables.nodeClaims.where((row) => isOf(row) && living.includes(row.state));
  const proposals = tables.decisions.where((row) => isOf(row) && open.includes(row.state));
  const isTimed =
    proposals.some(
      ({ kind, state, expiresAt }) =>
        kind !== 'Provision' || state !== 'Proposed' || (expiresAt ?? Infinity) <= until,
    ) ||
    tables.decisions.find((row) => isOf(row) && (row.rejectedUntil ?? 0) > now) !== null ||
    claims.some(({ state }) => state !== 'Initialized') ||
    tables.unavailableOfferings.find((row) => row.until > now) !== null ||
    tables.buffers.find(isOf) !== null ||
    tables.pauses.find(({ releasedAt }) => releasedAt === null) !== null ||
    tables.spendLimits.all().length > 0;
  if (isTimed) return null;
  const rows = [
    tables.clusters.get(id) ?? {},
    ...tables.definitions.where(isOf),
    ...tables.refusals.where(isOf),
    ...claims,
    ...proposals,
    ...tables.approvalPolicies.all(),
    ...tables.catalogs.all(),
    ...tables.spotPrices.all(),
  ];
  return rows.map(numberOf).join(' ');
}
