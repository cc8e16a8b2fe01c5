import { assertNever } from '@kerf/core';
import type {
  BudgetFieldsFragment,
  NodePoolDetailsQuery,
  NodePoolsQuery,
} from '../../../gql/graphql.js';
import { formatAmount, ratioOf, resourceName } from '../../../lib/format/quantity.js';

type Health = NonNullable<NodePoolDetailsQuery['nodePool']>['registrationHealth'];
type Limit = NodePoolsQuery['nodePools']['nodes'][number]['limits'][number];

/** Usage and limit of a resource. */
export interface LimitUsage {
  readonly resource: string;
  readonly name: string;
  readonly usage: string;
  /** `null` when there is no limit. */
  readonly limit: string | null;
  readonly ratio: number;
  /** `42%`, or the usage without a limit. */
  readonly text: string;
}

export function toLimitUsage({ resource, usage, limit }: Limit): LimitUsage {
  const used = formatAmount(resource, usage);
  return {
    resource,
    name: resourceName(resource),
    usage: used,
    limit: limit === null ? null : formatAmount(resource, limit),
    // A limit of 0 is full from the start: nothing can be launched.
    ratio: limit === 0 ? 1 : ratioOf(usage, limit ?? 0),
    text: limit === null ? used : shareText(usage, limit),
  };
}

const shareText = (usage: number, limit: number): string =>
  limit === 0 ? 'full' : `${Math.round((usage / limit) * 100)}%`;

export const limitOf = (limits: readonly Limit[], resource: string): LimitUsage | undefined => {
  const found = limits.find((limit) => limit.resource === resource);
  return found === undefined ? undefined : toLimitUsage(found);
};

/** Returns the required and present replicas of a static NodePool; `null` for other NodePools. */
export function replicasText({
  replicas,
  replicasHeld,
}: Pick<NodePoolsQuery['nodePools']['nodes'][number], 'replicas' | 'replicasHeld'>): string | null {
  return replicas === null ? null : `${replicas} required, ${replicasHeld ?? 0} present`;
}

/** Returns the registration health of a NodePool as a sentence. */
export function healthText({ status, outcomes, failures }: Health): string {
  const latest = outcomes === 1 ? 'Last registration' : `Last ${outcomes} registrations`;
  const failed =
    outcomes === 1
      ? 'Last registration failed'
      : `${failures} of the last ${outcomes} registrations failed`;
  switch (status) {
    case 'HEALTHY':
      return failures === 0 ? `${latest} succeeded` : failed;
    case 'UNHEALTHY':
      return failed;
    case 'UNDECIDED':
      return failures === 0
        ? 'No registrations since the last change of the NodePool or EC2NodeClass'
        : `${failed}; one more decides the status`;
    case 'UNKNOWN':
      return 'Unknown to this version of the dashboard';
    default:
      return assertNever(status);
  }
}

/** Returns the budget that allows the fewest disruptions now. */
export const mostRestrictiveBudget = (
  budgets: readonly BudgetFieldsFragment[],
): BudgetFieldsFragment | undefined =>
  [...budgets].sort((a, b) => a.allowed - b.allowed || a.reason.localeCompare(b.reason))[0];
