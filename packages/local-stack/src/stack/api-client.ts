import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';
import { z } from 'zod';
import type { SandboxInfo } from './sandbox-info.js';

const run = promisify(execFile);
const cluster = z.object({
  id: z.string(),
  name: z.string(),
  roleArn: z.string(),
  externalId: z.string().nullable(),
  connection: z.object({ state: z.string() }),
});
const clusterPage = z.object({ items: z.array(cluster) });
type RegisteredCluster = z.infer<typeof cluster>;

const checkTimeoutMs = 60_000;

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

  /**
   * Registers the sandbox's clusters that are not registered yet, and sets the trust policies of all
   * their roles, as operators do with the external ids that Kerf has made.
   * @returns how many were registered
   */
  async registerClusters(
    token: string,
    { clusters, sandboxControl }: Pick<SandboxInfo, 'clusters' | 'sandboxControl'>,
  ): Promise<number> {
    const known = new Set((await this.#clusters(token)).map(({ name }) => name));
    const missing = clusters.filter(({ name }) => !known.has(name));
    for (const { context, ...fields } of missing) {
      const mode = fields.mode.toUpperCase();
      await this.#request(token, 'POST', '/api/v1/clusters', { ...fields, mode });
    }
    const ofSandbox = new Set(clusters.map(({ name }) => name));
    for (const { name, roleArn, externalId } of await this.#clusters(token)) {
      if (ofSandbox.has(name)) await setTrust(sandboxControl, { roleArn, externalId });
    }
    await this.#recheckRejected(token, new Set(missing.map(({ name }) => name)));
    return missing.length;
  }

  /** The check may have been faster than the trust policy. */
  async #recheckRejected(token: string, names: ReadonlySet<string>): Promise<void> {
    const deadline = Date.now() + checkTimeoutMs;
    const isDue = (): boolean => Date.now() > deadline;
    let clusters = await this.#clusters(token);
    const isChecking = ({ name, connection }: RegisteredCluster): boolean =>
      names.has(name) && connection.state === 'CHECKING';
    while (clusters.some(isChecking) && !isDue()) {
      await sleep(200);
      clusters = await this.#clusters(token);
    }
    for (const { id, name, connection } of clusters) {
      if (!names.has(name) || connection.state !== 'REJECTED') continue;
      await this.#request(token, 'POST', `/api/v1/clusters/${id}/recheck`);
    }
  }

  async #clusters(token: string): Promise<readonly RegisteredCluster[]> {
    const page = await this.#request(token, 'GET', '/api/v1/clusters?limit=100');
    return clusterPage.parse(page).items;
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

async function setTrust(
  sandboxControl: string,
  trust: { readonly roleArn: string; readonly externalId: string | null },
): Promise<void> {
  const response = await fetch(`${sandboxControl}/trust`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(trust),
  });
  if (response.ok) return;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: `the sandbox did not set the trust of ${trust.roleArn}: ${await response.text()}`,
  });
}
