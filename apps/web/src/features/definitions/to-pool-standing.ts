import { assertNever } from '@kerf/core';
import type {
  BudgetFieldsFragment,
  FindingFieldsFragment,
  NodePoolDetailsQuery,
  NodePoolsQuery,
} from '../../gql/graphql.js';
import { formatAmount, ratioOf, resourceName } from '../../lib/format/quantity.js';

type Health = NonNullable<NodePoolDetailsQuery['nodePool']>['registrationHealth'];
type Limit = NodePoolsQuery['nodePools']['nodes'][number]['limits'][number];

/** Usage of a resource against its limit, ready to draw. */
export interface LimitUsage {
  readonly resource: string;
  readonly name: string;
  readonly usage: string;
  /** `null`: not limited. */
  readonly limit: string | null;
  readonly ratio: number;
  /** `42 %`, or what is used where nothing limits it. */
  readonly text: string;
}

export function toLimitUsage({ resource, usage, limit }: Limit): LimitUsage {
  const used = formatAmount(resource, usage);
  return {
    resource,
    name: resourceName(resource),
    usage: used,
    limit: limit === null ? null : formatAmount(resource, limit),
    // A limit of zero is full from the start: nothing may be bought.
    ratio: limit === 0 ? 1 : ratioOf(usage, limit ?? 0),
    text: limit === null ? used : shareText(usage, limit),
  };
}

const shareText = (usage: number, limit: number): string =>
  limit === 0 ? 'full' : `${Math.round((usage / limit) * 100)} %`;

export const limitOf = (limits: readonly Limit[], resource: string): LimitUsage | undefined => {
  const found = limits.find((limit) => limit.resource === resource);
  return found === undefined ? undefined : toLimitUsage(found);
};

/** What a static pool wants and holds; `null` of a pool that takes pods. */
export function replicasText({
  replicas,
  replicasHeld,
}: Pick<NodePoolsQuery['nodePools']['nodes'][number], 'replicas' | 'replicasHeld'>): string | null {
  return replicas === null ? null : `${replicas} wanted, ${replicasHeld ?? 0} held`;
}

/** Whether a pool's nodes come to be, in a sentence. */
export function healthText({ status, outcomes, failures }: Health): string {
  const latest = outcomes === 1 ? 'the last node' : `the last ${outcomes} nodes`;
  switch (status) {
    case 'HEALTHY':
      return failures === 0 ? `${latest} joined` : `${failures} of ${latest} did not join`;
    case 'UNHEALTHY':
      return `${failures} of ${latest} did not join`;
    case 'UNDECIDED':
      return failures === 0
        ? 'no node since pool and class were last changed'
        : `${latest} did not join; one more tells`;
    case 'UNKNOWN':
      return 'this dashboard does not know the word for it';
    default:
      return assertNever(status);
  }
}

/** The worst of the findings first; the order in which a person should read them. */
export function sortFindings(
  findings: readonly FindingFieldsFragment[],
): readonly FindingFieldsFragment[] {
  const order = ['ERROR', 'WARNING', 'ADVICE', 'UNKNOWN'];
  return [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** The reason for which the budgets allow least now. */
export const tightestBudget = (
  budgets: readonly BudgetFieldsFragment[],
): BudgetFieldsFragment | undefined =>
  [...budgets].sort((a, b) => a.allowed - b.allowed || a.reason.localeCompare(b.reason))[0];
