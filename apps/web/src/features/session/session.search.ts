import {
  boolean,
  maxLength,
  object,
  optional,
  regex,
  string,
  catch as withFallback,
} from 'zod/mini';

export const signInSearch = object({
  /** The page to open after sign-in: a path of this site. */
  to: withFallback(optional(string().check(regex(/^\/(?![/\\])/))), undefined),
  /** Why the sign-in at the identity provider failed. */
  problem: withFallback(optional(string().check(maxLength(40))), undefined),
  /** Offers the password where it is hidden. */
  password: withFallback(optional(boolean()), undefined),
});

export const deviceSearch = object({
  /** The code that a program shows. */
  code: withFallback(optional(string().check(maxLength(20))), undefined),
});
