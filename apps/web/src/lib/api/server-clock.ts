/**
 * Ages are told by the API's clock: a laptop that is minutes off would call fresh data stale.
 * The `date` header has whole seconds, so smaller differences are noise.
 */
const noiseMs = 2_000;
let offsetMs = 0;

/** Updates the clock difference from the `date` header of a response. */
export function noteServerDate(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs - Date.now();
  offsetMs = Math.abs(difference) < noiseMs ? 0 : difference;
}

/** Returns the current time of the API's clock, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offsetMs;
