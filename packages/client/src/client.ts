import createClient, { type Client } from 'openapi-fetch';
import type { Problem, paths } from './generated/api.js';

/** Where the API is, and with which credential it is called. */
export interface ClientOptions {
  /** Without a trailing slash, e.g. `https://kerf.example.com`. */
  readonly url: string;
  /** An API token or an access token. */
  readonly token: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The REST API: a method per HTTP method, typed by the OpenAPI document. */
export type KerfClient = Client<paths, 'application/json'>;

/** Returns a client of the REST API. */
export function createKerfClient({ url, token, fetch }: ClientOptions): KerfClient {
  return createClient<paths, 'application/json'>({
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** A call whose body was written by hand: the server checks it, and the response is not typed. */
export type UncheckedCall = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  init?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<{ readonly data: unknown; readonly etag: string | null }>;

/** Returns calls of the REST API without types, which throw a KerfProblem. */
export function createUncheckedCall({ url, token, fetch: send }: ClientOptions): UncheckedCall {
  return async (method, path, { body, headers } = {}) => {
    const request = new Request(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await (send ?? fetch)(request);
    const data = parseJson(await response.text());
    if (!response.ok) throw toKerfProblem(response, data);
    return { data, etag: response.headers.get('etag') };
  };
}

/** A response of a proxy may be no JSON. */
function parseJson(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return data;
  } catch {
    return null;
  }
}

/** A response that is an error (RFC 9457). */
export class KerfProblem extends Error {
  readonly status: number;
  /** `null` if the response is not one of Kerf, e.g. of a proxy. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.detail ?? `The server responded with status ${status}.`);
    this.name = 'KerfProblem';
    this.status = status;
    this.problem = problem;
  }
}

/** The result of a call of the client. */
interface CallResult<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the data of a response that has some; {@link doneOf} is for the others.
 * @throws KerfProblem
 */
export async function dataOf<Data>(call: Promise<CallResult<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data !== undefined && error === undefined) return data;
  throw toKerfProblem(response, error);
}

/**
 * Waits for a call whose response has no data, e.g. a deletion (204).
 * @throws KerfProblem
 */
export async function doneOf(call: Promise<CallResult<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw toKerfProblem(response, error);
}

const toKerfProblem = ({ status }: Response, error: unknown): KerfProblem =>
  new KerfProblem(status, isProblem(error) ? error : null);

/** A page of a list. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Reads the items of a list page by page.
 * @param read reads the page at a cursor; the first one without
 */
export async function* itemsOf<Item>(
  read: (cursor: string | undefined) => Promise<PageOf<Item>>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    yield* items;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'detail' in value &&
    typeof value.detail === 'string' &&
    'status' in value &&
    typeof value.status === 'number'
  );
}
