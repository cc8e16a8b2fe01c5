import type * as z from 'zod/mini';

/** The words of one reason. */
export interface ReasonText {
  /** The reason as a sentence, without a full stop. */
  readonly sentence: string;
  /** The reason in a few words, for narrow cells: the dimension that does not fit. */
  readonly subject: string;
  /** Words before the remaining time of a reason that ends by itself; absent: `for another`. */
  readonly countdown?: string;
  /** How to fix it; absent when waiting is enough or nothing can be done. */
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
