import { isAppError } from './error.js';

/** Exit code of a process that a restart cannot help: EX_CONFIG of sysexits.h. */
export const finalExitCode = 78;

/** Returns the exit code of a process that could not start because of this error. */
export function exitCodeOf(error: unknown): number {
  return isAppError(error) && error.retry.kind === 'never' ? finalExitCode : 1;
}
