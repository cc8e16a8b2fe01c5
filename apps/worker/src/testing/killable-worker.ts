import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@kerf/core';
import { killProcess } from './kill-process.js';

const main = new URL('../../dist/main.js', import.meta.url).pathname;

/** The worker as a process, as in production, that a spec starts and kills. */
export class KillableWorker {
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #log: string[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    invariant(existsSync(main), 'the worker is built: npm run build');
    // The worker starts many times, so V8's compile cache is kept.
    this.#env = {
      ...process.env,
      ...env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'kerf-compile-cache'),
    };
  }

  start(): void {
    this.#log = [];
    this.#process = spawn(process.execPath, [main], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.#log.push(chunk.toString()));
    }
  }

  /** Output since the last start. */
  get log(): string {
    return this.#log.join('');
  }

  get isRunning(): boolean {
    const { exitCode = 0, signalCode = null } = this.#process ?? {};
    return exitCode === null && signalCode === null;
  }

  /** Stops the process (SIGSTOP) at any point, as a paused machine would, without notice. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    await killProcess(running);
  }
}
