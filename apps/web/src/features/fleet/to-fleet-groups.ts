import { assertNever } from '@kerf/core';
import type { fleetGroupings } from './fleet.search.js';
import type { FleetRow } from './to-fleet-row.js';

export type FleetGrouping = (typeof fleetGroupings)[number];

/** Returns the function that names the group of a cluster. A cluster of several teams is in a group of them. */
export function fleetGroupOf(
  grouping: FleetGrouping,
  teamsOf: ReadonlyMap<string, readonly string[]>,
): (row: FleetRow) => string {
  switch (grouping) {
    case 'account':
      return ({ accountId }) => (accountId === null ? 'Unknown account' : `Account ${accountId}`);
    case 'region':
      return ({ region }) => region;
    case 'team':
      return ({ id }) => teamsOf.get(id)?.join(', ') ?? 'No team';
    default:
      return assertNever(grouping);
  }
}
