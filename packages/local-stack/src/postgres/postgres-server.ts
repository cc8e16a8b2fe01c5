import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, messageOf } from '@kerf/core';
import { Client, DatabaseError } from 'pg';
import type { PostgresProgram } from './postgres-program.js';
import { asUser, type ServerUser } from './server-user.js';

export interface ServerOptions {
  readonly program: PostgresProgram;
  readonly user: ServerUser | null;
  readonly dataFolder: string;
  readonly socketFolder: string;
  /** Folder of `pg_hba.conf` and `pg_ident.conf`. */
  readonly accessFolder: string;
  readonly durable: boolean;
  /** Receives each line of the server's log. */
  readonly onLog: (line: string) => void;
}

/** Allows for a recovery after a crash. */
const readyTimeoutMs = 60_000;
const maxLogLines = 20;
const maxAttempts = 6;

/** A running Postgres that listens on a socket file only, never on the network. */
export class PostgresServer {
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  #hasEnded = false;
  /** Resolves with the last lines of the log when the server has ended, for any reason. */
  readonly ended: Promise<string>;

  private constructor(options: ServerOptions) {
    const { program, user, dataFolder, onLog } = options;
    const child = spawn(program.postgres, ['-D', dataFolder, ...settingsOf(options)], {
      ...asUser(user),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#lines.push(line);
      if (this.#lines.length > maxLogLines) this.#lines.shift();
      onLog(line);
    });
    const stopWithProcess = (): void => void child.kill('SIGINT');
    process.once('exit', stopWithProcess);
    this.ended = endOf(child).then((problem) => {
      this.#hasEnded = true;
      process.off('exit', stopWithProcess);
      return [...this.#lines.slice(-5), ...problem].join(' ').trim();
    });
  }

  /**
   * Starts the server and connects to it.
   * @param connect opens a connection; called until the server is ready
   * @throws DB.UNAVAILABLE with the last lines of the server's log
   */
  static async start(
    options: ServerOptions,
    connect: () => Promise<Client>,
  ): Promise<{ readonly server: PostgresServer; readonly client: Client }> {
    // After a crash, Postgres may refuse to start for about a second, until its lock is stale.
    for (let attempt = 1; ; attempt += 1) {
      const server = new PostgresServer(options);
      const answer = await server.#connectWhenReady(connect);
      if (answer instanceof Client) return { server, client: answer };
      await server.stop();
      if (attempt === maxAttempts || !answer.isTransient) {
        throw new AppError({
          code: 'DB.UNAVAILABLE',
          message: `Postgres did not start: ${answer.reason}`,
        });
      }
      await sleep(attempt * 300);
    }
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGINT');
    await this.ended;
  }

  async #connectWhenReady(connect: () => Promise<Client>): Promise<Client | ConnectionFailure> {
    const deadline = Date.now() + readyTimeoutMs;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if (this.#hasEnded) return { reason: await this.ended, isTransient: true };
        const reason = messageOf(error);
        const isRefused = error instanceof DatabaseError && error.code?.startsWith('28') === true;
        if (isRefused || Date.now() > deadline) return { reason, isTransient: false };
        await sleep(25);
      }
    }
  }
}

interface ConnectionFailure {
  readonly reason: string;
  /** Another attempt may succeed. */
  readonly isTransient: boolean;
}

function settingsOf(options: ServerOptions): string[] {
  const { socketFolder, accessFolder, durable } = options;
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    `hba_file=${accessFolder}/pg_hba.conf`,
    `ident_file=${accessFolder}/pg_ident.conf`,
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** Returns the error if the process could not be started, otherwise nothing. */
async function endOf(child: ChildProcess): Promise<readonly string[]> {
  try {
    await once(child, 'close');
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}
