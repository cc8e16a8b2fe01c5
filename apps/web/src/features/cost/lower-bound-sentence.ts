import { countOf } from '@kerf/core';
import type { CostReportQuery } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';

type Bounded = Pick<CostReportQuery['costReport'], 'cost' | 'lowerBound' | 'nodes' | 'pods'>;

/** Less would be shown as $0.0000/h; bounds are rounded down. */
const leastShownMicroUsd = 50;

/** Says what the nodes cost, the least that is possible, and how much can be saved at most. */
export function lowerBoundSentence({ cost, lowerBound, nodes, pods }: Bounded): string {
  const [costMicroUsd, bound] = [toMicroUsd(cost), toMicroUsd(lowerBound)];
  const now = `${countOf(nodes, 'managed node')} cost${nodes === 1 ? 's' : ''} ${formatHourly(costMicroUsd)}`;
  const least = `no arrangement of ${countOf(pods, 'pod')} costs less than ${formatHourly(bound)}`;
  const saving = costMicroUsd - bound;
  if (saving < leastShownMicroUsd) return `${now}; ${least}: nothing can be saved.`;
  const share = formatShare(saving, costMicroUsd);
  return `${now}; ${least}: at most ${formatHourly(saving)} (${share}) can be saved.`;
}
