import { isAppError } from './error.js';

/** What a process exits with when starting it again cannot help: EX_CONFIG of sysexits.h. */
export const finalExitCode = 78;

/** Returns the exit code for what a process could not start with. */
export function exitCodeOf(error: unknown): number {
  return isAppError(error) && error.retry.kind === 'never' ? finalExitCode : 1;
}
