import type { Instant } from '@kerf/core';
import type { ListOrder } from '@kerf/db';
import { badInput } from './public-error.js';

const dayMs = 86_400_000;
/** Days of records that are sorted by another field than their time: all of them are read for each page. */
const sortedDays = { usual: 7, most: 31 } as const;

interface Period {
  readonly from: Instant | null | undefined;
  /** Exclusive. */
  readonly to: Instant | null | undefined;
}

interface SortedList<Field extends string> {
  readonly order: ListOrder<Field>;
  /** The field by which an index sorts them, for any period. */
  readonly timeField: Field;
  /** Parameter of the start of the period. */
  readonly fromName: string;
  /** Whether the filter selects only records in progress, whose number does not grow with time. */
  readonly isInProgress: boolean;
  readonly now: Instant;
}

/**
 * Returns the period of records that a list sorts: the given one, or its last week if sorting needs an end.
 * @throws INPUT.INVALID for a period of more than 31 days that is not sorted by time
 */
export function sortedPeriod<Field extends string>(
  { from, to }: Period,
  { order, timeField, fromName, isInProgress, now }: SortedList<Field>,
): Period {
  if (order.field === timeField || isInProgress) return { from, to };
  const end = to ?? now;
  const start = from ?? end - sortedDays.usual * dayMs;
  if (end - start <= sortedDays.most * dayMs) return { from: start, to };
  const message = `must be at most ${sortedDays.most} days before the end of the period to sort by ${order.field}; sort by ${timeField} for a longer one`;
  throw badInput(`${fromName} ${message}.`, [{ path: fromName, message }]);
}

/** Whether the filter selects states, and only those. */
export const selectsOnly = (
  allowed: readonly string[],
  states: readonly string[] | null | undefined,
): boolean =>
  states !== null && states !== undefined && states.every((state) => allowed.includes(state));

/** Returns the rule of {@link sortedPeriod} for the documentation of an operation. */
export const describeSortedPeriod = (timeField: string, end?: string): string =>
  `By another field than \`${timeField}\`, it sorts the records of the last ${sortedDays.usual} days, or of another period of at most ${sortedDays.most} days${end === undefined ? '' : `; those that are not ${end}, if only such states are selected, at any time`}.`;
