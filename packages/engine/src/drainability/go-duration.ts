import type { DurationMs } from '@kerf/core';

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
/** Digits match in one way only: an annotation is anyone's text, and must not take long to refuse. */
const whole = /^\+?((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/;
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/**
 * Parses a duration as Go writes it (`30m`, `1h15m`, `1.5h`) to whole milliseconds, rounded up;
 * `null` if the text is no duration or the duration is not positive.
 */
export function parseGoDuration(text: string): DurationMs | null {
  if (!whole.test(text)) return null;
  let ms = 0;
  for (const [, amount, unit] of text.matchAll(part)) {
    ms += Number(amount) * (unitMs[unit ?? ''] ?? 0);
  }
  return ms > 0 && Number.isFinite(ms) ? Math.ceil(ms) : null;
}
