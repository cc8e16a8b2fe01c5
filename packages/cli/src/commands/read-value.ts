import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';

// Each function returns the reader of an option, which throws a Failure that names the option.

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads the milliseconds of a duration, e.g. `30m`. */
export const readDuration =
  (option: string) =>
  (text: string): number => {
    const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
    const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
    if (Number.isFinite(ms)) return ms;
    throw new Failure(exitCodes.usage, `${option} ${text} is no duration, e.g. 30m, 4h or 2d.`);
  };

/** Reads an amount of dollars, e.g. `12.50` or `$12.50`, in the form of the API. */
export const readDollars =
  (option: string) =>
  (text: string): string => {
    const [, usd] = /^\$?(\d{1,9}(?:\.\d{1,6})?)$/.exec(text) ?? [];
    if (usd !== undefined) return usd;
    throw new Failure(exitCodes.usage, `${option} ${text} is no amount of dollars, e.g. 12.50.`);
  };

/** Reads a whole number. */
export const readCount =
  (option: string) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new Failure(exitCodes.usage, `${option} ${text} is no whole number.`);
  };
