import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { finalExitCode } from '@kerf/core';
import { reasonIn } from '../terminal/log-line.js';
import type { Screen } from '../terminal/screen.js';

export interface ChildOptions {
  /** Prefix of its lines in the terminal, and name of its log file. */
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFolder: string;
  readonly screen: Screen;
  /** Restart when its files change. */
  readonly watch: boolean;
  /** True if its output goes to the log file only. */
  readonly isQuiet: boolean;
  readonly onRestart?: (pid: number) => void;
  /** Receives messages from the child. */
  readonly onMessage?: (message: unknown) => void;
  /** Called with the reason if a restart does not help. */
  readonly onFinalFailure: (reason: string) => void;
}

const stopTimeoutMs = 15_000;
const maxPauseMs = 10_000;
/** After this time, a child counts as started. */
const stableAfterMs = 30_000;

/**
 * A process of the stack. It has its own process group, so that Ctrl-C reaches the supervisor only
 * and processes stop in order. It is restarted when it ends unexpectedly.
 */
export class Child {
  readonly #options: ChildOptions;
  readonly #log: WriteStream;
  #process: ChildProcess | null = null;
  #stopping = false;
  #failures = 0;
  #lastLine = '';

  constructor(options: ChildOptions) {
    this.#options = options;
    const path = join(options.logFolder, `${options.name}.log`);
    this.#log = createWriteStream(path, { flags: 'a', mode: 0o600 });
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  start(): void {
    const { name, script, args = [], nodeArgs = [], env, screen, watch, isQuiet } = this.#options;
    const startedAt = Date.now();
    const endWithParent = fileURLToPath(new URL('./end-with-parent.js', import.meta.url));
    const child = spawn(
      process.execPath,
      [
        ...nodeArgs,
        ...(watch ? ['--watch', '--watch-preserve-output'] : []),
        '--import',
        endWithParent,
        script,
        ...args,
      ],
      {
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.#log.write(`${line}\n`);
        this.#lastLine = line;
        if (!isQuiet) screen.line(name, line);
      });
    }
    child.on('message', (message) => this.#options.onMessage?.(message));
    child.on('error', (error) => screen.line(name, `cannot be started: ${error.message}`));
    // All output has been read at this event.
    child.on('close', (code, signal) => {
      if (this.#stopping) return;
      if (code === finalExitCode) {
        this.#options.onFinalFailure(reasonIn(this.#lastLine));
        return;
      }
      this.#failures = Date.now() - startedAt > stableAfterMs ? 1 : this.#failures + 1;
      void this.#restart(signal ?? `exit code ${code}`);
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timeout = new AbortController();
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { signal: timeout.signal })]);
    timeout.abort();
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    this.#log.end();
  }

  async #restart(reason: string): Promise<void> {
    const pauseMs = Math.min(250 * 2 ** this.#failures, maxPauseMs);
    this.#options.screen.note(`${this.#options.name} ended (${reason}) and is restarted`);
    await sleep(pauseMs);
    if (this.#stopping) return;
    this.start();
    if (this.pid !== null) this.#options.onRestart?.(this.pid);
  }
}
