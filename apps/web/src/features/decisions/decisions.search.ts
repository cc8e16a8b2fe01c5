import * as z from 'zod/mini';
import type { DecisionFilter, DecisionState } from '../../gql/graphql.js';
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
  { show, kind, pool, team }: DecisionsSearch,
  clusterId: string | undefined,
): DecisionFilter {
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
  };
}
