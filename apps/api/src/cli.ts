import 'reflect-metadata';
import { isAppError } from '@kerf/core';
import { readEnv } from './env.js';
import { runCommand } from './run-command.js';

try {
  console.log(await runCommand(process.argv.slice(2), { readEnv, stdin: process.stdin }));
} catch (error) {
  if (!isAppError(error) && !isParseError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** An option that is not known, or lacks its value. */
function isParseError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
