import { joinWords } from '@kerf/core';
import type { DisruptionReason } from '../../gql/graphql.js';
import { disruptionReasonWords } from '../../lib/format/words.js';

const everyReason = ['EMPTY', 'UNDERUTILIZED', 'DRIFTED', 'UNHEALTHY'] as const;

/** Labels of the views of the page. */
export const budgetViews = { usual: 'Now', others: { week: 'Week' } } as const;

/** `Empty and Drifted`, or `Any reason`. */
export function reasonsText(reasons: readonly DisruptionReason[]): string {
  if (everyReason.every((reason) => reasons.includes(reason))) return 'Any reason';
  return joinWords(reasons.map((reason) => disruptionReasonWords[reason]));
}
