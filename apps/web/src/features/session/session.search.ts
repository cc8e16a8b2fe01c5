import { object, optional, regex, string, catch as withFallback } from 'zod/mini';

export const signInSearch = object({
  /** Where to go on to: a path of this site. */
  to: withFallback(optional(string().check(regex(/^\/(?![/\\])/))), undefined),
});
