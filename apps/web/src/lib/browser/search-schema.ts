import { enum as enumOf, optional, string, catch as withFallback } from 'zod/mini';

/**
 * Parts of a page's URL schema. What is absent or not understood is `undefined`: an old or mistyped
 * link opens the page with its defaults instead of failing.
 */
export const searchText = withFallback(optional(string()), undefined);

/** One of a closed list of words. */
export const searchChoice = <const T extends readonly string[]>(values: T) =>
  withFallback(optional(enumOf(values)), undefined);
