import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from '@kerf/system';

/** Argument of a worker that only tries suspected clusters. */
export const trialsArgument = '--trials';

export interface TrialsOptions {
  /** Program of the worker. */
  readonly main: string;
  readonly log: Logger;
}

/**
 * Runs a process for clusters that are suspected to end their worker, while there are any: when one of
 * them ends it, the clusters of this process go on.
 */
export class Trials {
  readonly #options: TrialsOptions;
  #child: ChildProcess | null = null;
  #isStopped = false;

  constructor(options: TrialsOptions) {
    this.#options = options;
  }

  /** Starts the process unless it runs. */
  start(): void {
    if (this.#child !== null || this.#isStopped) return;
    const { main, log } = this.#options;
    const child = fork(main, [trialsArgument]);
    this.#child = child;
    log.warn({ trialsPid: child.pid }, 'suspected clusters are tried in a process of their own');
    child.once('error', (error) => log.warn({ error }, 'the process of the trials cannot start'));
    child.once('close', (code, signal) => {
      this.#child = null;
      log.warn({ code, signal }, 'the process of the trials has ended');
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (child === null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
}
