import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { AppError } from '@kerf/core';
import { freePort } from '@kerf/testing';
import { killProcess } from './kill-process.js';

/**
 * A Redis for one spec, without persistence: after a kill it restarts empty at the same address.
 */
export class KillableRedis {
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
  }

  static isInstalled(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0;
  }

  static async start(): Promise<KillableRedis> {
    const redis = new KillableRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** @returns when Redis accepts connections */
  async start(): Promise<void> {
    const settings = { port: this.#port, bind: '127.0.0.1', dir: tmpdir(), save: '' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = started;
    const lines = createInterface({ input: started.stdout });
    for await (const line of lines) {
      if (line.includes('Ready to accept connections')) {
        // Read and discard further output: a full pipe would block the process.
        started.stdout.resume();
        return;
      }
    }
    throw new AppError({ code: 'QUEUE.UNAVAILABLE', message: 'redis-server does not start' });
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    await killProcess(running);
  }
}
