import type { Instant } from '@kerf/core';

/** The current time. */
export interface Clock {
  now(): Instant;
}
