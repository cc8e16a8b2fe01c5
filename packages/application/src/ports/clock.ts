import type { Instant } from '@kerf/core';

/** Provides the current time. */
export interface Clock {
  now(): Instant;
}
