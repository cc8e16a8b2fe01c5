import { inspect } from 'node:util';
import { exitCodeOf, finalExitCode, isAppError } from '@kerf/core';
import { scenario, scenarioUsage } from './commands/scenario.js';
import { serve, serveUsage } from './commands/serve.js';

const [command, ...args] = process.argv.slice(2);
const commands = new Map([
  ['serve', serve],
  ['scenario', scenario],
]);
const run = commands.get(command ?? '');

if (run === undefined) {
  process.stderr.write(`usage: cli.js COMMAND\n\n${serveUsage}\n\n${scenarioUsage}\n`);
  process.exit(2);
}
try {
  await run(args);
} catch (error) {
  if (isUsageError(error)) {
    // A supervisor that started it again would get the same error.
    process.stderr.write(`${error.message} --help lists the options.\n`);
    process.exit(finalExitCode);
  }
  process.stderr.write(`${isAppError(error) ? error.message : inspect(error)}\n`);
  process.exit(exitCodeOf(error));
}

/** Returns true for an unknown option, reported by `parseArgs`. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE');
}
