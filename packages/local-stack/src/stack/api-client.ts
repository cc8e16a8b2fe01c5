import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';
import { z } from 'zod';
import type { SandboxInfo } from './sandbox-info.js';

const run = promisify(execFile);
const clusterPage = z.object({ items: z.array(z.object({ name: z.string() })) });

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
      const said: unknown = cause instanceof Error && 'stderr' in cause ? cause.stderr : cause;
      throw new AppError({
        code: 'CONFIG.INVALID',
        message: `${args[0]}: ${String(said).trim()}`,
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
    return this.#command('sign-in-link', '--user', 'admin');
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

  /** Registers the sandbox's clusters that are not registered yet. */
  async registerClusters(token: string, clusters: SandboxInfo['clusters']): Promise<number> {
    const page = await this.#request(token, 'GET', '/api/v1/clusters?limit=100');
    const known = new Set(clusterPage.parse(page).items.map(({ name }) => name));
    const missing = clusters.filter(({ name }) => !known.has(name));
    for (const { context, awsProfile, ...cluster } of missing) {
      const mode = cluster.mode.toUpperCase();
      await this.#request(token, 'POST', '/api/v1/clusters', { ...cluster, mode });
    }
    return missing.length;
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

  async #request(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new AppError({
        code: 'CONFIG.INVALID',
        message: `${method} ${path} answered ${response.status}: ${await response.text()}`,
      });
    }
    return response.json();
  }
}
