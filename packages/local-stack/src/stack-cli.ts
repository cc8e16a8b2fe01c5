import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { isAppError } from '@kerf/core';
import { pathsOf, type StackPaths } from './stack/paths.js';
import { type RunInfo, Stack } from './stack/stack.js';
import { readDataFolder, removeStackFolder } from './stack/stack-folder.js';
import { Screen } from './terminal/screen.js';

const [command = 'start', ...args] = process.argv.slice(2);
/** Data folder of a second stack with its own ports, as the browser tests use. */
const dataFolder = orExit(() => readDataFolder(process.env['KERF_DATA_DIR']));
const paths = pathsOf(process.cwd(), dataFolder ?? undefined);
// Files of this process and its children are readable by this user only, because they contain
// tokens and keys.
process.umask(0o077);

const usage = 'usage: start | dev [options of the sandbox] | reset\n';

if (process.argv.some((arg) => arg === '--help' || arg === '-h')) help();
else await runCommand();

async function runCommand(): Promise<void> {
  switch (command) {
    case 'start':
    case 'dev':
      return start(paths, { watch: command === 'dev', sandboxArgs: args });
    case 'reset':
      return reset(paths);
    default:
      process.stderr.write(usage);
      process.exitCode = 2;
  }
}

/** The options are the sandbox's, which lists them itself. */
function help(): void {
  process.stdout.write(`${usage}\n`);
  const sandbox = join(paths.root, 'packages/sandbox/dist/cli.js');
  spawnSync(process.execPath, [sandbox, 'serve', '--help'], { stdio: 'inherit' });
}

async function start(
  stackPaths: StackPaths,
  options: { readonly watch: boolean; readonly sandboxArgs: readonly string[] },
): Promise<void> {
  const running = await runningSupervisor(stackPaths);
  if (running !== null) {
    process.stderr.write(
      `Kerf is already running (pid ${running}). Stop it with Ctrl-C in its terminal.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const screen = new Screen();
  const stack = new Stack({
    ...options,
    paths: stackPaths,
    hasDefaultPorts: dataFolder === null,
    screen,
    databaseUrl: process.env['DATABASE_URL'] ?? null,
  });
  const stopped = onceStopped(stack, screen);
  try {
    welcome(screen, await stack.start());
    await Promise.race([stopped, stack.failure]);
  } catch (error) {
    process.exitCode = 1;
    await stack.stop();
    screen.note(`Kerf cannot run. ${isAppError(error) ? error.message : String(error)}`);
    process.exit();
  }
}

/** Ctrl-C and SIGTERM stop all processes in order; a second one exits at once. */
function onceStopped(stack: Stack, screen: Screen): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (): void => {
      if (stopping) process.exit(1);
      stopping = true;
      screen.note('Stopping …');
      void stack.stop().then(() => {
        screen.note('stopped');
        resolve();
        process.exit();
      });
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
  });
}

function welcome(screen: Screen, info: RunInfo): void {
  const row = (label: string, value: string): string => `  ${label.padEnd(14)}${value}`;
  screen.plain(
    [
      '',
      styleText('bold', '  Kerf is running.'),
      row('Dashboard', styleText('cyan', info.signInUrl)),
      row(
        '',
        styleText(
          'dim',
          'sign-in link, valid once within 15 minutes; each start creates a new one',
        ),
      ),
      row('Kubernetes', `export KUBECONFIG=${info.kubeconfig}`),
      ...info.clusters.map(({ name, context, mode }) =>
        row(
          '',
          `kubectl --context ${context} get nodes   ${styleText('dim', `${name}, mode ${mode}`)}`,
        ),
      ),
      row('AWS', `export AWS_CONFIG_FILE=${info.awsConfig}`),
      ...info.clusters.map(({ name, awsProfile }) =>
        row('', `aws --profile ${awsProfile} ec2 describe-instances   ${styleText('dim', name)}`),
      ),
      row('Scripts', `${relative(paths.root, paths.run)} has these addresses and an API token`),
      row('Stop', 'Ctrl-C; npm run reset deletes all data'),
      '',
    ].join('\n'),
  );
}

async function reset(stackPaths: StackPaths): Promise<void> {
  const running = await runningSupervisor(stackPaths);
  if (running !== null) {
    process.stderr.write(
      `Kerf is running (pid ${running}). Stop it with Ctrl-C in its terminal first.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const shown = relative(stackPaths.root, stackPaths.folder);
  try {
    const kept = await removeStackFolder(stackPaths);
    process.stdout.write(
      kept.length === 0
        ? `${shown}/ was deleted. The next start begins with an empty database.\n`
        : `Kerf’s files in ${shown}/ were deleted. These are not Kerf’s and were kept: ${kept.join(', ')}\n`,
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    process.stderr.write(`${error.message} Nothing was deleted.\n`);
    process.exitCode = 1;
  }
}

/** Ends with the message of a wrong setting. */
function orExit<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

async function runningSupervisor(stackPaths: StackPaths): Promise<number | null> {
  if (!existsSync(stackPaths.run)) return null;
  const run: unknown = JSON.parse(await readFile(stackPaths.run, 'utf8'));
  const pids = typeof run === 'object' && run !== null && 'pids' in run ? run.pids : null;
  if (typeof pids !== 'object' || pids === null || !('supervisor' in pids)) return null;
  const pid = Number(pids.supervisor);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (commandLine !== null) return commandLine.includes('local-stack') ? pid : null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
