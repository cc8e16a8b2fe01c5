import type { DecisionFilter, DecisionState } from '../../gql/graphql.js';
import type { DecisionsSearch } from './decisions.search.js';

const statesByShow: Readonly<
  Record<NonNullable<DecisionsSearch['show']>, readonly DecisionState[]>
> = {
  waiting: ['AWAITING_APPROVAL'],
  underway: ['PROPOSED', 'APPROVED', 'EXECUTING'],
  finished: ['EXECUTED', 'FAILED', 'REJECTED', 'EXPIRED', 'SUPERSEDED'],
};

/** What the URL asks of the API. */
export function toDecisionFilter(
  { show, kind, pool }: DecisionsSearch,
  clusterId: string | undefined,
): DecisionFilter {
  return {
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(show === undefined ? {} : { states: [...statesByShow[show]] }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(pool === undefined ? {} : { nodePools: [pool] }),
  };
}
