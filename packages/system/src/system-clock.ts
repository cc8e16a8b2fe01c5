import type { Clock } from '@kerf/application';

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
