import 'reflect-metadata';
import { isAppError } from '@kerf/core';
import { readEnv } from './env.js';
import { runCommand } from './run-command.js';

try {
  const answer = await runCommand(process.argv.slice(2), { readEnv, stdin: process.stdin });
  process.stdout.write(`${answer}\n`);
} catch (error) {
  if (!isAppError(error) && !isParseError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** An unknown option, or an option without its value. */
function isParseError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
