import 'reflect-metadata';
import {
  type BindingScope,
  createApiToken,
  createSignInLink,
  createUser,
  type Principal,
  serverOperator,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { openFreshDatabase } from '@kerf/db';
import { type RunningApi, startApi } from '../create-app.js';
import { readEnv } from '../env.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;

/** Authentication headers; none for an unauthenticated caller. */
export type Sender = Readonly<Record<string, string>>;

export const unauthenticated: Sender = {};

/** The API over HTTP with its own port and database. */
export class ApiUnderTest {
  readonly api: RunningApi;
  readonly url: string;
  /** Tokens with the roles `viewer` and `admin`. */
  readonly reader: Sender;
  readonly writer: Sender;

  private constructor(api: RunningApi, reader: Sender, writer: Sender) {
    this.api = api;
    this.url = api.url;
    this.reader = reader;
    this.writer = writer;
  }

  static async start(
    databaseUrl: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<ApiUnderTest> {
    const database = await openFreshDatabase(databaseUrl, migrations);
    await database.close();
    const env = readEnv({
      DATABASE_URL: database.url,
      KERF_API_PORT: '0',
      KERF_LOG_LEVEL: 'silent',
      ...variables,
    });
    const api = await startApi(env);
    return new ApiUnderTest(
      api,
      await createSender(api, { name: 'reader', role: 'viewer' }),
      await createSender(api, { name: 'writer', role: 'admin' }),
    );
  }

  close(): Promise<void> {
    return this.api.close();
  }

  async graphql(
    sender: Sender,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer> {
    const accept = 'application/graphql-response+json';
    return this.send('POST', '/graphql', { ...sender, accept }, { query, variables });
  }

  /** Sends JSON, or text unchanged. A stream that GET opens is closed without reading it. */
  async send(method: string, path: string, headers: Sender, body?: unknown): Promise<Answer> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: sent }),
    });
    const type = response.headers.get('content-type') ?? '';
    const isStream = method === 'GET' && type.startsWith('text/event-stream');
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isJson = type.includes('json');
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** Creates a token with a role. @returns the headers of its requests */
  senderOf(token: TokenOf): Promise<Sender> {
    return createSender(this.api, token);
  }

  /** Returns the secret of a sign-in link for a user, who is created if necessary. */
  async signInLink(userName: string): Promise<string> {
    const { ports } = this.api.parts;
    const found = await ports.store.identity.findUserByName(userName);
    if (found === null)
      await createUser(ports, ada, { name: userName, role: 'admin', requestId: null });
    const secret = await createSignInLink(ports, ada, { userName, requestId: null });
    invariant(secret !== null, 'the user is there');
    return secret;
  }

  /** Prolongs the windows of all rate limits by an hour, so that it does not matter how long a spec takes. */
  async prolongRateLimits(): Promise<void> {
    await this.api.parts.database.pool.query('UPDATE rate_limits SET expire = expire + 3600000');
  }

  /** Cookie of a browser, with the headers that its pages send. */
  async signIn(name = 'ada'): Promise<Sender> {
    const answer = await this.send('GET', `/auth/link?token=${await this.signInLink(name)}`, {});
    return { cookie: cookieOf(answer), origin: this.url, 'x-kerf-csrf': '1' };
  }
}

/** A token of a spec. */
export interface TokenOf {
  readonly name: string;
  readonly role: string;
  /** The organization if absent. */
  readonly scope?: BindingScope;
}

async function createSender(
  api: RunningApi,
  { scope = { kind: 'Organization' }, ...token }: TokenOf,
): Promise<Sender> {
  const input = { ...token, scope, expiresInDays: 1, requestId: null };
  const outcome = await createApiToken(api.parts.ports, ada, input);
  invariant(outcome.kind === 'Created', JSON.stringify(outcome));
  return { authorization: `Bearer ${outcome.secret}` };
}

/** Creator of tokens and links in specs; not limited by roles of its own. */
export const ada: Principal = { ...serverOperator, name: 'ada' };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Returns the session cookie as a browser sends it. */
export function cookieOf({ headers }: Answer): string {
  const cookie = headers.getSetCookie().find((line) => /^(__Host-)?kerf_session=/.test(line));
  invariant(cookie !== undefined, 'the response sets no session');
  return cookie.split(';', 1)[0] ?? '';
}

/** Returns a member of a response by its dotted path, or `undefined`. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
      value,
    );
}
