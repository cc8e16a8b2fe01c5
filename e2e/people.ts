import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from '@playwright/test';
import { root, stackFolder } from './paths.js';
import { expect, readProduct } from './product.js';

/** Where a role applies, as in the body of `POST /api/v1/role-bindings`. IDs, not names. */
export type Scope =
  | { readonly kind: 'ORGANIZATION' }
  | { readonly kind: 'TEAM'; readonly teamId: string }
  | { readonly kind: 'CLUSTER'; readonly clusterId: string }
  | { readonly kind: 'NODE_POOL'; readonly clusterId: string; readonly nodePool: string };

/** A role of a person in a scope. */
export interface RoleInScope {
  /** The name of a built-in role, or the ID of a custom one. */
  readonly role: string;
  readonly scope: Scope;
  /** `ALLOW` if absent. */
  readonly effect?: 'ALLOW' | 'DENY';
}

/** A local user who can sign in with the password. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly password: string;
}

/** An answer of the API; `body` is `null` if it has none. */
export interface ApiAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface ApiRequest {
  readonly body?: unknown;
  /** The token of the administrator if absent. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const organization: Scope = { kind: 'ORGANIZATION' };

/**
 * Sends a request to the product, e.g. `callApi('GET', '/api/v1/users')`. It does not throw for an
 * error status: assert `status`.
 */
export async function callApi<Body = unknown>(
  method: string,
  path: string,
  { body, token = readProduct().apiToken, headers = {} }: ApiRequest = {},
): Promise<ApiAnswer<Body>> {
  const response = await fetch(`${readProduct().url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: content === '' ? null : JSON.parse(content),
  };
}

/** Returns the ID of a cluster of the product. */
export async function clusterIdOf(name: string): Promise<string> {
  const { status, body } = await callApi<{ id: string }>('GET', `/api/v1/clusters/${name}`);
  expect(status, `cluster ${name}`).toBe(200);
  return body.id;
}

/**
 * Creates a local user with exactly these roles. The name gets a suffix, so that a test can run again
 * in the same product. Delete the person with `deletePerson` in `afterAll`.
 */
export async function createPerson(name: string, roles: readonly RoleInScope[]): Promise<Person> {
  const unique = `${name}-${randomUUID().slice(0, 8)}`;
  const password = `the password of ${unique}`;
  // Only an operator on the server creates local users, with a role in the whole organization.
  await runAdmin(['set-password', '--user', unique, '--create', '--role', 'viewer'], password);
  const person: Person = { id: await userIdOf(unique), name: unique, password };
  const given = await bindingsOf(person);
  for (const role of roles) await bindRole(person, role);
  for (const id of given) await unbindRole(id);
  return person;
}

/** Gives the person another role; returns the ID of the role binding. */
export async function bindRole(person: Person, role: RoleInScope): Promise<string> {
  const { status, body } = await callApi<{ id: string }>('POST', '/api/v1/role-bindings', {
    body: { subjectKind: 'USER', subjectId: person.id, ...role },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Removes a role binding; the person loses the role at once. */
export async function unbindRole(bindingId: string): Promise<void> {
  const { status, body } = await callApi('DELETE', `/api/v1/role-bindings/${bindingId}`);
  expect(status, JSON.stringify(body)).toBe(204);
}

/**
 * Signs the person in on the sign-in page, in a browser context of their own, and returns the page
 * on Fleet. Close it with `page.context().close()`.
 */
export async function signInAs(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: readProduct().url,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Name').fill(person.name);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible();
  return page;
}

/** Deletes the person with roles, sessions and tokens. It is no error if a test deleted them. */
export async function deletePerson(person: Person): Promise<void> {
  const { status, body } = await callApi('DELETE', `/api/v1/users/${person.id}`);
  expect([204, 404], JSON.stringify(body)).toContain(status);
}

async function userIdOf(name: string): Promise<string> {
  const { body } = await callApi<Items<{ id: string; name: string }>>('GET', '/api/v1/users');
  const found = body.items.find((user) => user.name === name);
  if (found === undefined) throw new TypeError(`there is no user ${name}`);
  return found.id;
}

async function bindingsOf(person: Person): Promise<readonly string[]> {
  const { body } = await callApi<Items<{ id: string; subjectId: string }>>(
    'GET',
    '/api/v1/role-bindings',
  );
  return body.items.filter(({ subjectId }) => subjectId === person.id).map(({ id }) => id);
}

interface Items<Item> {
  readonly items: readonly Item[];
}

/**
 * Runs a command of the operator on the server, e.g. `runAdmin(['sign-in-link', '--user', 'admin'])`.
 * @returns its output
 */
export async function runAdmin(args: readonly string[], input = ''): Promise<string> {
  const cli = join(root, 'apps/api/dist/cli.js');
  const { url } = readProduct();
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl(), KERF_PUBLIC_URL: url },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, problem, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new TypeError(`${args[0]}: ${problem}`);
  return output.trim();
}

/** The product's database of `npm start`, which listens on a socket in a private folder only. */
export function databaseUrl(): string {
  const record: { readonly password: string; readonly socketFolder: string } = JSON.parse(
    readFileSync(join(stackFolder, 'postgres', 'server.json'), 'utf8'),
  );
  const url = new URL(`postgresql://kerf_app:${record.password}@localhost/kerf`);
  url.searchParams.set('host', record.socketFolder);
  return url.href;
}
