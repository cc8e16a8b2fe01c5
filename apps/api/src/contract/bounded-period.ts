import type { Instant } from '@kerf/core';
import { badInput } from './public-error.js';

const dayMs = 86_400_000;

interface Period {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

/**
 * Returns the period of a request.
 * @param shorter says what to request instead of a longer one
 * @throws INPUT.INVALID for a period that ends before it begins, or is longer than these days
 */
export function boundedPeriod({ from, to }: Period, mostDays: number, shorter: string): Period {
  if (from >= to) throw badPeriod('must be after from');
  if (to - from <= mostDays * dayMs) return { from, to };
  throw badPeriod(`must be at most ${mostDays} days after from; ${shorter}`);
}

const badPeriod = (message: string) => badInput(`to ${message}.`, [{ path: 'to', message }]);
