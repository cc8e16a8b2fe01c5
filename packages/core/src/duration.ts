import { err, ok, type Result } from './result.js';
import type { DurationMs } from './units.js';

const pattern = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/**
 * Parses a duration as Karpenter's manifests write it (`720h`, `1h30m`, `30s`); in milliseconds.
 * @returns an error sentence if the text is no duration or too long
 */
export function parseDuration(text: string): Result<DurationMs, string> {
  const match = text === '' ? null : pattern.exec(text);
  if (match === null)
    return err(`${JSON.stringify(text)} is not a duration such as 30s, 10m or 720h`);
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return Number.isSafeInteger(ms) ? ok(ms) : err(`${text} is too long`);
}

/** Returns the shortest text that {@link parseDuration} reads: 5400000 is `1h30m`. */
export function formatDuration(ms: DurationMs): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const;
  const text = parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${value}${unit}`])).join('');
  return text === '' ? '0s' : text;
}
