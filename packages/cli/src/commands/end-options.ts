import { type Command, Option } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { readDuration } from './read-value.js';

/** When something ends by itself: after a time, or at one. */
export interface EndOptions {
  readonly for?: string;
  readonly until?: string;
}

/** Adds `--for` and `--until`. */
export const withEnd = (command: Command): Command =>
  command
    .option('--for <duration>', 'when it ends by itself, e.g. 30m, 4h or 2d from now')
    .addOption(
      new Option('--until <time>', 'when it ends by itself, as ISO 8601').conflicts('for'),
    );

/** Returns the end as ISO 8601; `null` if none is given. @throws Failure */
export function readEnd({ for: duration, until }: EndOptions, now: number): string | null {
  if (until !== undefined) {
    const at = Date.parse(until);
    if (!Number.isNaN(at)) return new Date(at).toISOString();
    throw new Failure(exitCodes.usage, `--until ${until} is no time, e.g. 2026-12-01T08:00:00Z.`);
  }
  if (duration === undefined) return null;
  return new Date(now + readDuration('--for')(duration)).toISOString();
}
