import { object, optional, regex, string, catch as withFallback } from 'zod/mini';

export const signInSearch = object({
  /** The page to open after sign-in: a path of this site. */
  to: withFallback(optional(string().check(regex(/^\/(?![/\\])/))), undefined),
});
