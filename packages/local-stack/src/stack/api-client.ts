import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';
import { z } from 'zod';
import type { SandboxInfo } from './sandbox-info.js';

const run = promisify(execFile);
const clusterPage = z.object({ items: z.array(z.object({ name: z.string() })) });

/** What the supervisor does through the API's own doors, as any operator's script would. */
export class ApiClient {
  readonly #url: string;
  readonly #cli: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(options: {
    readonly url: string;
    readonly cli: string;
    readonly env: Readonly<Record<string, string>>;
  }) {
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

  /** Registers the sandbox's clusters that are not registered yet. */
  async registerClusters(token: string, clusters: SandboxInfo['clusters']): Promise<number> {
    const page = await this.#request(token, 'GET', '/api/v1/clusters?limit=100');
    const known = new Set(clusterPage.parse(page).items.map(({ name }) => name));
    const missing = clusters.filter(({ name }) => !known.has(name));
    for (const { context, ...cluster } of missing) {
      const mode = cluster.mode.toUpperCase();
      await this.#request(token, 'POST', '/api/v1/clusters', { ...cluster, mode });
    }
    return missing.length;
  }

  async #command(...args: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [this.#cli, ...args], {
      env: { ...process.env, ...this.#env },
    });
    return stdout.trim();
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
