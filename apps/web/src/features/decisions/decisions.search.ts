import * as z from 'zod/mini';
import type { DecisionFilter, DecisionState } from '../../gql/graphql.js';
import { searchPeriod, startOfPeriod } from '../../lib/api/period.js';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const decisionStateFilters = ['mine', 'waiting', 'underway', 'finished'] as const;

export const decisionsSearch = z.object({
  cluster: searchText,
  /** Absent for all decisions. */
  show: searchChoice(decisionStateFilters),
  kind: searchChoice([
    'PROVISION',
    'DEPROVISION',
    'EMPTY',
    'CONSOLIDATE',
    'DRIFT',
    'EXPIRE',
    'INTERRUPT',
    'REPAIR',
    'DELETE',
  ]),
  pool: searchText,
  team: searchText,
  period: searchPeriod,
  sort: searchText,
});

export type DecisionsSearch = z.infer<typeof decisionsSearch>;

const statesByFilter: Readonly<
  Record<Exclude<NonNullable<DecisionsSearch['show']>, 'mine'>, readonly DecisionState[]>
> = {
  waiting: ['AWAITING_APPROVAL'],
  underway: ['PROPOSED', 'APPROVED', 'EXECUTING'],
  finished: ['EXECUTED', 'FAILED', 'REJECTED', 'EXPIRED', 'SUPERSEDED'],
};

/** Returns the filter of the API for the URL parameters. */
export function toDecisionFilter(
  { show, kind, pool, team, period }: DecisionsSearch,
  clusterId: string | undefined,
): DecisionFilter {
  const proposedFrom = startOfPeriod(period);
  return {
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(show === undefined
      ? {}
      : show === 'mine'
        ? { waitingForMe: true }
        : { states: [...statesByFilter[show]] }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(pool === undefined ? {} : { nodePools: [pool] }),
    ...(team === undefined ? {} : { teams: [team] }),
    ...(proposedFrom === undefined ? {} : { proposedFrom }),
  };
}
