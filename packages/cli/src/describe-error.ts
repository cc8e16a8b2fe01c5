import { KerfProblem } from '@kerf/client';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';

/** Lines for the user, and the exit code. */
export interface DescribedError {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

const hints: Readonly<Record<number, string>> = {
  401: 'Sign in with `kerf login`, or set KERF_TOKEN.',
  412: 'Read the object again, then repeat the command if it still applies.',
};

/** Describes a failure: what is wrong, where, and what helps. Returns `null` for a bug. */
export function describeError(error: unknown): DescribedError | null {
  if (error instanceof Failure) return { lines: [error.message], exitCode: error.exitCode };
  if (error instanceof KerfProblem) return describeProblem(error);
  if (isNetworkError(error)) {
    const { cause } = error;
    const detail = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
    return {
      lines: [
        `The server cannot be reached: ${detail}.`,
        'Check the address (`kerf context list`).',
      ],
      exitCode: exitCodes.unavailable,
    };
  }
  return null;
}

function describeProblem({ status, problem, message }: KerfProblem): DescribedError {
  const code = problem === null ? '' : ` (${problem.code})`;
  const fields = (problem?.errors ?? []).map(({ pointer, detail }) => `  ${pointer}: ${detail}`);
  const hint = hints[status];
  const isBug = status >= 500 && problem !== null;
  return {
    lines: [
      `${message}${code}`,
      ...fields,
      ...(hint === undefined ? [] : [hint]),
      ...(isBug ? [`Request ID: ${problem.requestId}`] : []),
    ],
    exitCode: exitCodeOf(status),
  };
}

/** `fetch` throws a TypeError whose cause says why. */
function isNetworkError(error: unknown): error is Error {
  return error instanceof TypeError && 'cause' in error;
}
