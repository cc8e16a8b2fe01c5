import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';

const run = promisify(execFile);

export interface AdminCli {
  readonly cli: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a command of the admin CLI and returns its output.
 * @throws CONFIG.INVALID with its error message
 */
export async function runAdminCommand(
  { cli, env }: AdminCli,
  ...args: readonly string[]
): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await run(process.execPath, [cli, ...args], options).catch(
    (cause: unknown) => {
      const reported: unknown = cause instanceof Error && 'stderr' in cause ? cause.stderr : cause;
      throw new AppError({
        code: 'CONFIG.INVALID',
        message: `${args[0]}: ${String(reported).trim()}`,
        cause,
      });
    },
  );
  return stdout.trim();
}

/** The supervisor's client of the API, which uses public interfaces only. */
export class ApiClient {
  readonly #url: string;
  readonly #cli: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(options: AdminCli & { readonly url: string }) {
    this.#url = options.url;
    this.#cli = options.cli;
    this.#env = options.env;
  }

  /** Returns a one-time sign-in link for the local admin. */
  signInLink(): Promise<string> {
    return this.#command('sign-in-link', '--user', 'admin', '--create');
  }

  /** Returns the token of the last run if it is valid, otherwise a new one. */
  async token(last: string | null): Promise<string> {
    if (last !== null && (await this.#isGood(last))) return last;
    return this.#command('create-token', '--name', 'npm start', '--role', 'admin', '--days', '365');
  }

  /**
   * Registers the clusters in the sandbox's file that are not registered yet.
   * @returns their number
   */
  async registerClusters(file: string): Promise<number> {
    const lines = (await this.#command('register-clusters', '--file', file)).split('\n');
    return lines.filter((line) => line.endsWith(': registered')).length;
  }

  #command(...args: readonly string[]): Promise<string> {
    return runAdminCommand({ cli: this.#cli, env: this.#env }, ...args);
  }

  async #isGood(token: string): Promise<boolean> {
    const response = await fetch(`${this.#url}/api/v1/clusters?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.ok;
  }
}
