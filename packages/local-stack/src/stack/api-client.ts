import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';

const run = promisify(execFile);

export interface AdminCli {
  readonly cli: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a command of the administrator's CLI and returns what it prints.
 * @throws CONFIG.INVALID with what it says when it fails
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

/** What the supervisor does through the API's own doors, as any operator's script would. */
export class ApiClient {
  readonly #url: string;
  readonly #cli: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(options: AdminCli & { readonly url: string }) {
    this.#url = options.url;
    this.#cli = options.cli;
    this.#env = options.env;
  }

  /** A one-time link for the local admin. */
  signInLink(): Promise<string> {
    return this.#command('sign-in-link', '--user', 'admin', '--create');
  }

  /** The token of the last run while it is good, else a new one. */
  async token(last: string | null): Promise<string> {
    if (last !== null && (await this.#isGood(last))) return last;
    return this.#command(
      'create-token',
      '--name',
      'npm start',
      '--scope',
      'write',
      '--days',
      '365',
    );
  }

  /**
   * Registers the clusters of the sandbox's file that are not registered yet.
   * @returns how many those were
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
