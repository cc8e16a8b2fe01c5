import type { Clock } from '@kerf/application';

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };
