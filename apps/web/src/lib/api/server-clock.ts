/**
 * Smaller differences are ignored, because the `date` header has whole seconds. Ages are computed with
 * the API's clock: with a wrong local clock, fresh data would be shown as stale.
 */
const toleranceMs = 2_000;
let offsetMs = 0;

/** Updates the clock difference from the `date` header of a response. */
export function updateServerClock(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs - Date.now();
  offsetMs = Math.abs(difference) < toleranceMs ? 0 : difference;
}

/** Returns the current time of the API's clock, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Returns the time in so many milliseconds, RFC 3339. */
export const timeAfter = (ms: number): string => new Date(serverNow() + ms).toISOString();

/** Returns the time of so many milliseconds ago, RFC 3339. */
export const timeBefore = (ms: number): string => timeAfter(-ms);
