import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProgramOptions {
  /** Name in error messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Receives all output; appended to. */
  readonly logFile: string;
  /** User to run as, if this process is root; otherwise this user. */
  readonly user?: string;
}

/** CPU time and memory of a process. */
export interface ProcessUsage {
  readonly residentMiB: number;
  readonly cpuSeconds: number;
}

const stopTimeoutMs = 20_000;
const running = new Set<ChildProcess>();
// A testbed that ends for any reason leaves no programs behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program of the testbed, which writes to a log file. */
export class Program {
  readonly #options: ProgramOptions;
  #child: ChildProcess;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#child = this.#spawn();
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the program without a chance to clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Starts the program again with the same arguments. */
  restart(): void {
    if (this.isRunning) throw new Error(`${this.#options.name} is running`);
    this.#child = this.#spawn();
  }

  async stop(): Promise<void> {
    const timeout = setTimeout(() => this.#child.kill('SIGKILL'), stopTimeoutMs);
    await this.#end('SIGTERM');
    clearTimeout(timeout);
  }

  /**
   * Waits until the program accepts work.
   * @throws if it ends first or takes longer than a minute, with the end of its log
   */
  async ready(isReady: () => Promise<boolean>): Promise<void> {
    const { name, logFile } = this.#options;
    for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
      if (await isReady().catch(() => false)) return;
      if (this.isRunning && Date.now() < deadline) continue;
      const log = await readFile(logFile, 'utf8').catch(() => '');
      const what = this.isRunning ? 'was not ready within 60 s' : 'ended';
      throw new Error(`${name} ${what}:\n${log.split('\n').slice(-15).join('\n')}`);
    }
  }

  /** Returns the memory and the CPU time since the program's start. */
  usage(): Promise<ProcessUsage> {
    return usageOf(this.pid);
  }

  #spawn(): ChildProcess {
    const { command, args, env = {}, logFile, user } = this.#options;
    const log = openSync(logFile, 'a', 0o600);
    const asUser = user !== undefined && process.getuid?.() === 0;
    const [file, words] = asUser
      ? ['setpriv', ['--reuid', user, '--regid', user, '--init-groups', command, ...args]]
      : [command, args];
    const child = spawn(file, words, {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

async function usageOf(pid: number): Promise<ProcessUsage> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
  );
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(status ?? '') ?? [];
  // Fields 14 and 15 of stat, counted after the command in parentheses, which may contain spaces.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { residentMiB: Number(kilobytes) / 1024, cpuSeconds: ticks / 100 };
}

/** True if the URL responds with a 2xx within two seconds. */
export async function responds(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
}
