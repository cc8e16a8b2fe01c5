import type { Pause, SpendLimit } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns a pause of disruption that the user `ada` set. */
export function aPause(fields: Pick<Pause, 'id' | 'scope'> & Partial<Pause>): Pause {
  return {
    stops: 'Disruption',
    cause: 'User',
    reason: 'bad AMI',
    owner: 'ada',
    setBy: 'ada',
    setAt: recordedAt,
    expiresAt: null,
    evidence: null,
    releasedAt: null,
    releasedBy: null,
    version: 1,
    ...fields,
  };
}

/** Returns a limit of ten dollars per hour that the user `ada` set. */
export function aSpendLimit(
  fields: Pick<SpendLimit, 'id' | 'scope'> & Partial<SpendLimit>,
): SpendLimit {
  return {
    hourlyMicroUsd: 10_000_000,
    monthlyMicroUsd: null,
    blocksLaunches: false,
    reached: null,
    forecast: null,
    changedBy: 'ada',
    changedAt: recordedAt,
    version: 1,
    ...fields,
  };
}
