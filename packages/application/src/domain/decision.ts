import type { DurationMs } from '@kerf/core';

/** How long a denied plan is not proposed again, at most: the rule may depend on the hour. */
export const maxDenialMs: DurationMs = 3_600_000;
