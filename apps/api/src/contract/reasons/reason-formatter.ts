import { usdText } from '@kerf/core';
import type * as z from 'zod/mini';

/** The text of a reason. */
export interface ReasonText {
  /** The reason as a sentence, without a full stop. */
  readonly sentence: string;
  /** The reason in a few words, for narrow cells: the dimension that does not fit. */
  readonly subject: string;
  /** How to fix it; absent when waiting is enough or nothing can be done. */
  readonly change?: string;
}

/**
 * Returns the text of a reason; `null` when its data does not match the schema of its code.
 * @param pool the NodePool of the reason in the sentence, e.g. `NodePool general`
 */
export type ReasonFormatter = (data: unknown, pool: string) => ReasonText | null;

export function fromData<T>(
  schema: z.ZodMiniType<T>,
  write: (data: T, pool: string) => ReasonText,
): ReasonFormatter {
  return (data, pool) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? write(parsed.data, pool) : null;
  };
}

export const fixed =
  (words: ReasonText): ReasonFormatter =>
  () =>
    words;

export const withDetail = (sentence: string, detail: string): string =>
  detail === '' ? sentence : `${sentence}: ${detail}`;

/** Writes a price in millionths of a dollar per hour, e.g. `$0.0960/h`. */
export const formatHourly = (microUsd: number): string => `${usdText(microUsd)}/h`;
