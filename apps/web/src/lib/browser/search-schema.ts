import { enum as enumOf, optional, string, catch as withFallback } from 'zod/mini';

/**
 * A text in the URL. Invalid parameters are `undefined`, so that an old or mistyped link opens the page
 * with its defaults.
 */
export const searchText = withFallback(optional(string()), undefined);

/** One of a list of values in the URL. */
export const searchChoice = <const T extends readonly string[]>(values: T) =>
  withFallback(optional(enumOf(values)), undefined);
