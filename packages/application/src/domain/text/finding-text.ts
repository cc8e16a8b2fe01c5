import { type DurationMs, formatDuration, type MicroUsdPerHour, usdText } from '@kerf/core';

const minuteMs: DurationMs = 60_000;

/** Returns how long something has lasted, in whole minutes: `1h5m`. */
export function elapsedText(ms: DurationMs): string {
  return formatDuration(Math.floor(ms / minuteMs) * minuteMs);
}

/** Returns the time that is left, in minutes, rounded up. */
export function remainingText(ms: DurationMs): string {
  return formatDuration(Math.ceil(ms / minuteMs) * minuteMs);
}

/** Returns a sentence with the price of a node; `null` if it is unknown. */
export function hourlyCostText(price: MicroUsdPerHour | null): string {
  return price === null
    ? 'The price of the node is unknown.'
    : `It costs ${usdText(price)} per hour.`;
}
