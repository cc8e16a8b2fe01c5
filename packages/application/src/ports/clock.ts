import type { Instant } from '@kerf/core';

export interface Clock {
  now(): Instant;
}
