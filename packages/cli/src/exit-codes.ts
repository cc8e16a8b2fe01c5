/** Exit codes of the command line; scripts may rely on them. */
export const exitCodes = {
  done: 0,
  /** `diff` found differences; any failure without a code of its own. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Not signed in, or not allowed. */
  refused: 3,
  notFound: 4,
  /** The object was changed, or its state does not allow it. */
  conflict: 5,
  /** The input is invalid. */
  invalid: 6,
  /** The server cannot be reached, is unavailable, or has a bug. */
  unavailable: 7,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Returns the exit code of an HTTP status. */
export function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.refused;
  if (status === 404 || status === 410) return exitCodes.notFound;
  if (status === 409 || status === 412 || status === 428) return exitCodes.conflict;
  if (status === 429 || status >= 500) return exitCodes.unavailable;
  return status >= 400 ? exitCodes.invalid : exitCodes.failed;
}
