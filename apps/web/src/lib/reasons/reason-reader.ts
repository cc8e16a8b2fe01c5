import type * as z from 'zod/mini';

/** The words of one reason. */
export interface ReasonText {
  /** What stands in the way, without a full stop. */
  readonly sentence: string;
  /** What the reason is about, in a word or two: the dimension that does not fit. */
  readonly subject: string;
  /** What the clock counts down to, before the time that is left; `for another` when absent. */
  readonly countdown?: string;
  /** How to fix it; absent when time or nothing helps. */
  readonly change?: string;
}

/**
 * Reads a reason's data; `null` when it is not what the code promises.
 * @param pool how to call the NodePool that the reason is about, e.g. `NodePool general`
 */
export type Reader = (data: unknown, pool: string) => ReasonText | null;

export function text<T>(
  schema: z.ZodMiniType<T>,
  write: (data: T, pool: string) => ReasonText,
): Reader {
  return (data, pool) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? write(parsed.data, pool) : null;
  };
}

export const fixed =
  (words: ReasonText): Reader =>
  () =>
    words;

export const withDetail = (sentence: string, detail: string): string =>
  detail === '' ? sentence : `${sentence}: ${detail}`;
