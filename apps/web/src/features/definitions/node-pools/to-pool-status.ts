import { formatAmount, resourceName } from '@kerf/core';
import type { BudgetFieldsFragment, NodePoolsQuery } from '../../../gql/graphql.js';
import { ratioOf } from '../../../lib/format/quantity.js';

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

/** Returns the budget that allows the fewest disruptions now. */
export const mostRestrictiveBudget = (
  budgets: readonly BudgetFieldsFragment[],
): BudgetFieldsFragment | undefined =>
  [...budgets].sort((a, b) => a.allowed - b.allowed || a.reason.localeCompare(b.reason))[0];
