import { Command, CommanderError } from 'commander';
import { applyCommand, diffCommand } from './commands/apply.js';
import { auditCommand } from './commands/audit.js';
import { completeCommand, completionCommand } from './commands/completion.js';
import { costCommand } from './commands/cost.js';
import { approveCommand, rejectCommand } from './commands/decide.js';
import { explainCommand } from './commands/explain.js';
import { getCommand } from './commands/get.js';
import { contextCommand, loginCommand, logoutCommand } from './commands/login.js';
import { pauseCommand, resumeCommand } from './commands/pause.js';
import { searchCommand } from './commands/search.js';
import { setCommand } from './commands/set.js';
import { simulateCommand } from './commands/simulate.js';
import { deleteCommand } from './commands/spend-limit.js';
import { verifyCommand } from './commands/verify.js';
import { describeError } from './describe-error.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { Io } from './io.js';
import { toLines } from './output/formats.js';

/** Runs a command line. Returns its exit code. */
export async function run(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    await createProgram(io).parseAsync([...words], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (io.signal.aborted) return exitCodes.done;
    // Commander has already written its message.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    }
    const described = describeError(error);
    if (described === null) throw error;
    for (const line of described.lines) io.err(toLines(`${line}\n`));
    return described.exitCode;
  }
}

/** Returns the program with all of its commands. */
export function createProgram(io: Io): Command {
  const program = new Command('kerf')
    .description('The command line of Kerf')
    .version('0.1.0')
    // Each command reads what follows its own name, also where it has a command with equal options.
    .enablePositionalOptions();
  const commands = [
    loginCommand(io),
    logoutCommand(io),
    contextCommand(io),
    getCommand(io),
    searchCommand(io),
    explainCommand(io),
    verifyCommand(io),
    applyCommand(io),
    diffCommand(io),
    approveCommand(io),
    rejectCommand(io),
    pauseCommand(io),
    resumeCommand(io),
    setCommand(io),
    deleteCommand(io),
    simulateCommand(io),
    auditCommand(io),
    costCommand(io),
    completionCommand(io),
  ];
  for (const command of commands) program.addCommand(command);
  program.addCommand(
    completeCommand(io, () => program),
    { hidden: true },
  );
  for (const command of [program, ...withSubcommands(program.commands)]) {
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
    command.showHelpAfterError('Run with --help for the usage.');
  }
  return program;
}

const withSubcommands = (commands: readonly Command[]): readonly Command[] =>
  commands.flatMap((command) => [command, ...withSubcommands(command.commands)]);
