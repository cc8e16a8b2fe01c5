import { formatAmount, formatNamedAmount } from '@kerf/core';
import * as z from 'zod/mini';
import type {
  NearestMissFieldsFragment,
  ReasonCode,
  ReasonFieldsFragment,
} from '../../gql/graphql.js';

/** With its words, which the API has for each code. */
export type Reason = ReasonFieldsFragment;

const countdowns: { readonly [Code in ReasonCode]?: string } = {
  OFFERINGS_UNAVAILABLE: 'retried in',
  DISRUPTION_PAUSED: 'released in',
  LAUNCHES_PAUSED: 'released in',
  CONSOLIDATE_AFTER: 'consolidatable in',
  REJECTED: 'can be proposed again in',
  MONTHLY_SPEND_LIMIT_REACHED: 'next month in',
};

/** Returns the words before the remaining time of a reason that ends by itself. */
export const countdownWords = ({ code }: Pick<Reason, 'code'>): string =>
  countdowns[code] ?? 'for another';

const withUntil = z.object({ until: z.number() });

/** Returns when the reason ends by itself, in milliseconds since 1970; `null` when it does not. */
export function reasonEndsAt({ data }: Pick<Reason, 'data'>): number | null {
  const parsed = withUntil.safeParse(data);
  return parsed.success ? parsed.data.until : null;
}

/** `m5.large: 64 CPU requested, 1.9 CPU allocatable`. */
export function nearestMissText({ instanceType, shortages }: NearestMissFieldsFragment): string {
  const shortageTexts = shortages.map(
    ({ resource, requested, allocatable }) =>
      `${formatNamedAmount(resource, requested)} requested, ${formatAmount(resource, allocatable)} allocatable`,
  );
  return `${instanceType}: ${shortageTexts.join('; ')}`;
}
