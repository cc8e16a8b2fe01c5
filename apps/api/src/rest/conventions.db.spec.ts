import { setTimeout } from 'node:timers/promises';
import { invariant } from '@kerf/core';
import { storedFleet } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type AccessCall, restCalls } from '../testing/access-calls.js';
import { type Answer, ApiUnderTest, at, type Sender } from '../testing/api-under-test.js';
import { storeSamples } from '../testing/store-samples.js';

let api: ApiUnderTest;
let routes: readonly DescribedRoute[];
/** A token for each test: together they send more than one caller may. */
let caller: Sender;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeSamples(api.api.parts.ports.store);
  routes = routesIn((await api.send('GET', '/openapi.json', {})).body);
});
beforeEach(async ({ task }) => {
  caller = await api.senderOf({ name: task.id, role: 'admin' });
});
afterAll(() => api.close());

/** An operation of the OpenAPI document. */
interface DescribedRoute {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly operation: unknown;
  /** Media types of a successful response. */
  readonly forms: readonly string[];
  readonly parameters: readonly string[];
  /** Members of the items of a list. */
  readonly itemMembers: readonly string[];
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function routesIn(document: unknown): readonly DescribedRoute[] {
  return entriesOf(at(document, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      const [, done] =
        entriesOf(at(operation, 'responses')).find(([status]) => status.startsWith('2')) ?? [];
      const parameters = entriesOf(at(operation, 'parameters')).map(([, each]) =>
        String(at(each, 'name')),
      );
      const forms = entriesOf(at(done, 'content')).map(([form]) => form);
      const route = `${method} ${path}`;
      const itemMembers = itemMembersOf(document, at(done, 'content'));
      return { route, method, path, operation, forms, parameters, itemMembers };
    }),
  );
}

function itemMembersOf(document: unknown, content: unknown): readonly string[] {
  const [, json] = entriesOf(content).find(([form]) => form === 'application/json') ?? [];
  const resolved = (schema: unknown): unknown => {
    const name = String(at(schema, '$ref')).split('/').at(-1);
    const [, found] =
      entriesOf(at(document, 'components.schemas')).find(([id]) => id === name) ?? [];
    return found ?? schema;
  };
  const answer = resolved(at(json, 'schema'));
  const item = resolved(at(answer, 'properties.items.items'));
  return entriesOf(at(item, 'properties')).map(([member]) => member);
}

const isJson = ({ forms }: DescribedRoute): boolean => forms.includes('application/json');
/** The answer of every node at once is a stream, which is not known before it is sent. */
const isStreamed = ({ path }: DescribedRoute): boolean => path.endsWith('/all-nodes');
const isRead = ({ method }: DescribedRoute): boolean => method === 'GET';

interface Change {
  readonly method?: string;
  readonly headers?: Sender;
  readonly query?: string;
}

/** The route with values for its parameters. */
function targetOf({ route, path }: DescribedRoute, query: string | undefined): string {
  const { cluster, node } = storedFleet;
  const target = (restCalls[route]?.path ?? path)
    .replace('{cluster}', cluster)
    .replace('{node}', node)
    .replace('{id}', 'none_1');
  if (query === undefined) return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

function bodyOf({ route, method }: DescribedRoute): AccessCall {
  const { body, contentType = 'application/json' } = restCalls[route] ?? {};
  if (body !== undefined) return { body, contentType };
  return method === 'POST' || method === 'PUT' ? { body: {}, contentType } : {};
}

/** Sends the request of a route, again if there were too many. */
async function send(route: DescribedRoute, change: Change = {}): Promise<Answer> {
  const { body, contentType } = bodyOf(route);
  const type: Sender = contentType === undefined ? {} : { 'content-type': contentType };
  const headers = { ...caller, ...type, ...change.headers };
  const method = change.method ?? route.method;
  for (;;) {
    const answer = await api.send(method, targetOf(route, change.query), headers, body);
    if (answer.status !== 429) return answer;
    await setTimeout(Number(answer.headers.get('retry-after') ?? '1') * 1_000);
  }
}

/** Says for which routes something is wrong. */
async function deviationsOf(
  chosen: readonly DescribedRoute[],
  problemOf: (route: DescribedRoute) => Promise<string | null> | string | null,
): Promise<readonly string[]> {
  invariant(chosen.length > 0, 'no route was chosen');
  const found: string[] = [];
  for (const each of chosen) {
    const problem = await problemOf(each);
    if (problem !== null) found.push(`${each.route}: ${problem}`);
  }
  return found;
}

const problemType = 'application/problem+json; charset=utf-8';

/** Returns the faults of the response to a request that has to be refused. */
function notRefused({ status, headers, body }: Answer, expected: number, code: string) {
  const isRight =
    status === expected &&
    headers.get('content-type') === problemType &&
    at(body, 'code') === code &&
    at(body, 'status') === expected &&
    at(body, 'requestId') === headers.get('x-request-id');
  return isRight ? null : `${status} ${headers.get('content-type')} ${JSON.stringify(body)}`;
}

describe('every route of REST', () => {
  it('has limits of requests in its response, also when it is refused', async () => {
    const names = ['limit', 'remaining', 'reset', 'policy'];
    const deviations = await deviationsOf(routes, async (route) => {
      const { headers } = await send(route, { headers: { accept: 'image/png' } });
      const missing = names.filter((name) => headers.get(`ratelimit-${name}`) === null);
      return missing.length === 0 ? null : missing.join();
    });
    expect(deviations).toEqual([]);
  });

  it('is 401 without credentials, and names the accepted ones', async () => {
    const deviations = await deviationsOf(routes, async (route) => {
      const answer = await send(route, { headers: { authorization: '' } });
      const isNamed = answer.headers.get('www-authenticate') === 'Bearer';
      return notRefused(answer, 401, 'UNAUTHENTICATED') ?? (isNamed ? null : 'no WWW-Authenticate');
    });
    expect(deviations).toEqual([]);
  });

  it('is 405 with its methods for another method', async () => {
    const deviations = await deviationsOf(routes, async (route) => {
      const own = routes.flatMap(({ path, method }) => (path === route.path ? [method] : []));
      const allowed = own.includes('GET') ? [...own, 'HEAD'] : own;
      const method = ['DELETE', 'PUT', 'PATCH'].find((each) => !allowed.includes(each)) ?? 'TRACE';
      if (method === 'TRACE') return null;
      const answer = await send(route, { method });
      const allow = answer.headers.get('allow');
      const wrong = allow === allowed.toSorted().join(', ') ? null : `Allow: ${allow}`;
      return notRefused(answer, 405, 'METHOD_NOT_ALLOWED') ?? wrong;
    });
    expect(deviations).toEqual([]);
  });

  it('is 406 with its media types for another one', async () => {
    const chosen = routes.filter(({ forms }) => forms.length > 0);
    const deviations = await deviationsOf(chosen, async (route) => {
      const answer = await send(route, { headers: { accept: 'image/png' } });
      const detail = String(at(answer.body, 'detail'));
      // A list is a stream only with the parameter `watch`.
      const forms = route.forms.filter(
        (form, index) => index === 0 || form !== 'text/event-stream',
      );
      const missing = forms.filter((form) => !detail.includes(form));
      const wrong = missing.length === 0 ? null : `without ${missing.join()}: ${detail}`;
      return notRefused(answer, 406, 'NOT_ACCEPTABLE') ?? wrong;
    });
    expect(deviations).toEqual([]);
  });
});

describe('every route with parameters that it does not know', () => {
  /** A write that ignored `dryRun` would not be dry. */
  it.each(['nope=1', 'dryRun=All', 'watch=1'])('refuses %s, and does nothing', async (query) => {
    const [name = ''] = query.split('=');
    const chosen = routes.filter(({ parameters }) => !parameters.includes(name));
    const deviations = await deviationsOf(chosen, async (route) => {
      const answer = await send(route, { query });
      const problems = entriesOf(at(answer.body, 'errors')).map(([, each]) => each);
      const isNamed = problems.some((each) => at(each, 'parameter') === name);
      return isNamed ? notRefused(answer, 400, 'BAD_USER_INPUT') : `${answer.status}`;
    });
    expect(deviations).toEqual([]);
  });
});

describe('every GET of JSON', () => {
  const chosen = () =>
    routes.filter((route) => isRead(route) && isJson(route) && !isStreamed(route));

  it('has an ETag, and is 304 while nothing has changed', async () => {
    const deviations = await deviationsOf(chosen(), async (route) => {
      const first = await send(route);
      if (first.status === 404) return null;
      const etag = first.headers.get('etag') ?? '';
      const isDeclared = at(route.operation, 'responses.200.headers.ETag') !== undefined;
      if (!/^(?:W\/)?"[^"]+"$/.test(etag) || !isDeclared) return `${first.status}, ETag ${etag}`;
      const again = await send(route, { headers: { 'if-none-match': `"other", ${etag}` } });
      const other = await send(route, { headers: { 'if-none-match': '"other"' } });
      const isKept = again.headers.get('etag') === etag && again.body === '';
      const isRight = again.status === 304 && isKept && other.status === 200;
      return isRight ? null : `${again.status} and ${other.status}`;
    });
    expect(deviations).toEqual([]);
  });

  it('answers HEAD with the status and no body', async () => {
    const deviations = await deviationsOf(chosen(), async (route) => {
      const { status, body } = await send(route, { method: 'HEAD' });
      return [200, 404].includes(status) && body === '' ? null : String(status);
    });
    expect(deviations).toEqual([]);
  });
});

describe('every list', () => {
  const lists = () => routes.filter(({ forms }) => forms.includes('text/csv'));

  it('is served as a CSV table', async () => {
    const deviations = await deviationsOf(lists(), async (route) => {
      const { status, headers, body } = await send(route, { headers: { accept: 'text/csv' } });
      const [head = '', ...rows] = String(body).trimEnd().split('\n');
      const isTable =
        headers.get('content-type')?.startsWith('text/csv') === true &&
        /^[a-zA-Z.,]+$/.test(head) &&
        rows.every((row) => row !== '');
      return status === 200 && isTable ? null : `${status} ${head}`;
    });
    expect(deviations).toEqual([]);
    const items = routes.filter(
      (route) => isRead(route) && !isStreamed(route) && route.forms.includes('application/json'),
    );
    const others = await deviationsOf(items, async (route) => {
      const { body } = await send(route);
      const isList = Array.isArray(at(body, 'items'));
      return isList && !route.forms.includes('text/csv') ? 'is no table' : null;
    });
    expect(others).toEqual([]);
  });

  /** They have few rows by nature, or go on from a time. */
  const withoutPages = new Map([
    ['GET /api/v1/activity', 'has a row for each cause of the last events'],
    ['GET /api/v1/cost/allocation', 'has a row for each group, the smallest ones together'],
    ['GET /api/v1/cost/savings', 'has a row for each kind of decision'],
    ['GET /api/v1/events', 'goes on with `to` at the time of the last row'],
    ['GET /api/v1/search', 'has a few of the best matches'],
  ]);

  it('has pages', () => {
    const missing = lists()
      .filter(({ parameters }) => !['limit', 'cursor'].every((each) => parameters.includes(each)))
      .map(({ route }) => route);
    expect(missing.toSorted()).toEqual([...withoutPages.keys()]);
  });

  it('of objects with names finds one by its name', () => {
    const finders = ['name', 'search', 'fieldSelector'];
    const missing = lists()
      .filter(({ itemMembers }) => itemMembers.includes('name'))
      .filter(({ parameters }) => !finders.some((each) => parameters.includes(each)))
      .map(({ route }) => route);
    expect(missing).toEqual([]);
  });

  it('of pages links to the next one as long as there is one', async () => {
    const paged = lists().filter(({ route }) => !withoutPages.has(route));
    let followed = 0;
    const deviations = await deviationsOf(paged, async (route) => {
      const first = await send(route, { query: 'limit=1' });
      const next = at(first.body, 'nextCursor');
      const [, url] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
      if ((next === null) !== (url === undefined)) return `${first.status} ${String(next)} ${url}`;
      if (url === undefined) return null;
      followed += 1;
      const second = await api.send('GET', url, caller);
      const isBack = second.headers.get('link')?.includes('rel="prev"') === true;
      return second.status === 200 && isBack ? null : `${second.status} without rel="prev"`;
    });
    expect(deviations).toEqual([]);
    expect(followed).toBeGreaterThan(10);
  });
});

describe('every write', () => {
  it('that is not over with its response leads to an operation', () => {
    const accepted = routes.filter(({ operation }) => at(operation, 'responses.202') !== undefined);
    expect(accepted.map(({ route }) => route).toSorted()).toEqual([
      'POST /api/v1/clusters/{cluster}/disruption-simulations',
      'POST /api/v1/clusters/{cluster}/recheck',
      'POST /api/v1/notification-deliveries/{id}/redeliver',
    ]);
    for (const { operation } of accepted) {
      expect(at(operation, 'responses.202.headers.Location')).toBeDefined();
    }
  });

  const writes = () => routes.filter((route) => !isRead(route));
  /** Their requests or responses have a secret, of which nothing is stored. */
  const withSecret = [
    'POST /api/v1/api-tokens',
    'POST /api/v1/api-tokens/{id}/rotate',
    'POST /api/v1/git-repositories',
    'POST /api/v1/notification-channels',
    'POST /api/v1/notification-channels/{id}/end-rotation',
    'POST /api/v1/notification-channels/{id}/rotate-secret',
  ];
  /** They read only, with an input that is too long for a URL. */
  const readOnly = ['POST /api/v1/approval-policy/test', 'POST /api/v1/manifests/convert'];

  it('to a versioned object needs If-Match, whatever the version is', async () => {
    const chosen = writes().filter(({ parameters }) => parameters.includes('If-Match'));
    const deviations = await deviationsOf(chosen, async (route) => {
      const missing = await send(route);
      const invalid = await send(route, { headers: { 'if-match': '3' } });
      const problem = notRefused(missing, 428, 'PRECONDITION_REQUIRED');
      return problem ?? notRefused(invalid, 400, 'BAD_USER_INPUT');
    });
    expect(deviations).toEqual([]);
  });

  it('is 412 for an old version and for weak ETags, which never match', async () => {
    const chosen = writes().filter(({ parameters }) => parameters.includes('If-Match'));
    const found = await deviationsOf(chosen, async (route) => {
      const statuses = [];
      for (const tag of ['"999-0123456789abcdef"', 'W/"1-0123456789abcdef"']) {
        statuses.push((await send(route, { headers: { 'if-match': tag } })).status);
      }
      // Objects that do not exist are 404; so is a manifest or a confirmation that is wrong 400.
      const isWrongInput = /approval-policy$|clusters\/\{cluster\}$/.test(route.path);
      const expected = isWrongInput ? [400, 412] : [404, 412];
      return statuses.every((status) => expected.includes(status)) ? null : statuses.join();
    });
    expect(found).toEqual([]);
  });

  it('with effects takes an idempotency key if it is a POST', async () => {
    const deviations = await deviationsOf(writes(), async (route) => {
      const takesKey = route.parameters.includes('Idempotency-Key');
      const isExempt = withSecret.includes(route.route) || readOnly.includes(route.route);
      if (takesKey !== (route.method === 'POST' && !isExempt)) return `takes a key: ${takesKey}`;
      if (takesKey) return null;
      const headers = { 'idempotency-key': 'one', 'if-match': '"999"' };
      const answer = await send(route, { headers });
      return answer.status === 400 || answer.status === 404 ? null : `${answer.status}`;
    });
    expect(deviations).toEqual([]);
  });

  it('to an object by its path concerns one that can be read there', () => {
    const unread = writes()
      .filter(({ method }) => method !== 'POST')
      .filter(({ path }) => !routes.some((each) => isRead(each) && each.path === path))
      .map(({ route }) => route);
    // Sessions are listed with little about them, and standing approvals are read with the policy.
    expect(unread.toSorted()).toEqual([
      'DELETE /api/v1/approval-policy/standing-approvals/{name}',
      'DELETE /api/v1/sessions/{id}',
    ]);
  });

  it('of an object without If-Match has no version', async () => {
    const deviations = await deviationsOf(writes(), (route) => {
      const reads = routes.find(({ method, path }) => method === 'GET' && path === route.path);
      const isVersioned = JSON.stringify(reads?.operation ?? {}).includes('Version for');
      const isChange = ['PUT', 'PATCH', 'DELETE'].includes(route.method);
      return isChange && isVersioned && !route.parameters.includes('If-Match')
        ? 'no If-Match'
        : null;
    });
    expect(deviations).toEqual([]);
  });
});
