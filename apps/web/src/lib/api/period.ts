import { searchChoice } from '../browser/search-schema.js';
import { timeBefore } from './server-clock.js';

export const periods = ['1d', '7d', '30d'] as const;
/** A period that ends now. */
export type Period = (typeof periods)[number];

/** Absent for any time, or for the period that the API chooses for the order. */
export const searchPeriod = searchChoice(periods);

const daysOf: Readonly<Record<Period, number>> = { '1d': 1, '7d': 7, '30d': 30 };
const dayMs = 86_400_000;

/** Returns the start of a period, RFC 3339; `undefined` without one. */
export const startOfPeriod = (period: Period | undefined): string | undefined =>
  period === undefined ? undefined : timeBefore(daysOf[period] * dayMs);
