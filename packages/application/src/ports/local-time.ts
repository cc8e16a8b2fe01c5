import type { Instant } from '@kerf/core';
import type { LocalMoment } from '../domain/approval/approval-policy.js';

/** Reads the time in time zones, so that use cases need no time zone data. */
export interface LocalTime {
  /** Returns the local weekday and hour; `null` for an unknown time zone. */
  at(at: Instant, timeZone: string): LocalMoment | null;
}
