import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ApiUnderTest, at, unauthenticated } from '../testing/api-under-test.js';
import { largeCluster, storeLargeFleet } from '../testing/store-large-fleet.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

describe('the root of the API', () => {
  it('says where everything is, to anybody', async () => {
    const answer = await api.send('GET', '/api/v1', unauthenticated);
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'Kerf', version: '0.1.0', openapi: '/api/v1/openapi.json' },
    });
    expect(at(answer.body, 'collections')).toEqual(
      expect.arrayContaining(['/api/v1/clusters', '/api/v1/node-pools']),
    );
    expect((await api.send('GET', '/api/v1/', unauthenticated)).status).toBe(200);
  });

  it('has the OpenAPI document, which is also at /openapi.json', async () => {
    const [versioned, plain] = await Promise.all(
      ['/api/v1/openapi.json', '/openapi.json'].map((path) =>
        api.send('GET', path, unauthenticated),
      ),
    );
    expect(versioned).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    expect(plain?.body).toEqual(versioned?.body);
  });
});

describe('a cursor of another list', () => {
  it.each(['nonsense', '~nonsense'])(
    'is refused with the name of the parameter: %s',
    async (cursor) => {
      const refused = await api.send('GET', `/api/v1/clusters?cursor=${cursor}`, api.reader);
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'BAD_USER_INPUT',
          errors: [
            {
              pointer: '#/cursor',
              parameter: 'cursor',
              detail: expect.stringContaining('this list'),
            },
          ],
        },
      });
    },
  );
});

describe('a method that a path does not take', () => {
  it.each([
    ['PUT', '/api/v1/clusters', 'GET, HEAD, POST'],
    ['POST', `/api/v1/clusters/${storedFleet.clusterName}`, 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/api/v1/clusters/a/nodes/b', 'GET, HEAD'],
    ['GET', '/api/v1/decisions/dec_1/approve', 'POST'],
    ['POST', '/api/v1/node-pools/npl_1', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', '/api/v1', 'GET, HEAD'],
    ['DELETE', '/livez', 'GET, HEAD'],
    ['GET', '/auth/sign-in', 'POST'],
    ['OPTIONS', '/api/v1/clusters', 'GET, HEAD, POST'],
  ])('%s %s is answered 405 with what it takes', async (method, path, allowed) => {
    const answer = await api.send(method, path, api.writer);
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(at(answer.body, 'detail')).toBe(
      `Method ${method} is not allowed for ${path}. Allowed: ${allowed}.`,
    );
  });

  it('is 404 for a path that there is not', async () => {
    for (const path of ['/api/v1/nope', '/api/v1/clusters/a/b/c', '/api/v2/clusters']) {
      const answer = await api.send('PUT', path, api.writer);
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(answer.headers.get('allow')).toBeNull();
      expect(at(answer.body, 'detail')).toBe(
        `There is no path ${path}. /api/v1/openapi.json lists the paths.`,
      );
    }
  });

  it('is 404 for an object that there is not', async () => {
    const answer = await api.send('GET', '/api/v1/node-pools/npl_none', api.reader);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('a request that is wrong', () => {
  /** With a key, for which the body is compared before it is read. */
  const post = (body: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'wrong' };
    return api.send('POST', '/api/v1/teams', { ...api.writer, ...headers }, body);
  };

  it.each<[string, number, string]>([
    ['{', 400, 'The body is not valid JSON: '],
    [
      `"${'x'.repeat(1_100_000)}"`,
      413,
      'The body is too large: it must have at most 1048576 bytes.',
    ],
    ['{}', 400, 'The body is invalid: name is required.'],
    [
      `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      400,
      'The body is nested more than 100 levels deep.',
    ],
    ['[]', 400, 'The body is invalid: it must be an object.'],
    ['null', 400, 'The body is invalid: it must be an object.'],
    ['"shop"', 400, 'The body is invalid: it must be an object.'],
    ['', 400, 'The body is invalid: name is required.'],
  ])('has a detail that names the fix', async (body, status, detail) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(at(answer.body, 'detail')).toContain(detail);
  });

  it('has a pointer to each field, known or not, and to the whole', async () => {
    const pointers = async (body: unknown) => {
      const problems = at((await post(JSON.stringify(body))).body, 'errors');
      return Array.isArray(problems) ? problems.map((each) => at(each, 'pointer')) : [];
    };
    expect(await pointers({ owns: [], members: [], name: 1, 'a/b': 1, c: 2 })).toEqual([
      '#/name',
      '#/a~1b',
      '#/c',
    ]);
    expect(await pointers([])).toEqual(['#']);
  });

  it('may name a parameter once, and only with a value of its kind', async () => {
    const get = async (query: string) =>
      (await api.send('GET', `/api/v1/clusters?${query}`, api.reader)).body;
    expect(await get('limit=1&limit=2')).toMatchObject({
      detail: 'The query is invalid: limit must be given once.',
    });
    expect(await get('limit=many')).toMatchObject({
      errors: [{ pointer: '#/limit', parameter: 'limit', detail: 'must be a number' }],
    });
    expect(await get('size=1')).toMatchObject({
      errors: [{ pointer: '#/size', parameter: 'size', detail: 'is unknown' }],
    });
  });

  it('distinguishes parameters from members of the body', async () => {
    const send = (query: string, body: object) =>
      api.send('POST', `/api/v1/node-pools?cluster=none${query}`, api.writer, body);
    expect((await send('&dryRun=2', { manifest: 'x' })).body).toMatchObject({
      errors: [{ pointer: '#/dryRun', parameter: 'dryRun' }],
    });
    expect((await send('&size=1', { manifest: 'x' })).body).toMatchObject({
      errors: [{ pointer: '#/size', parameter: 'size' }],
    });
    expect(at((await send('', { manifest: 1 })).body, 'errors')).toEqual([
      { pointer: '#/manifest', detail: expect.any(String) },
    ]);
  });

  it('names the media types that PATCH takes', async () => {
    const plain = { ...api.writer, 'content-type': 'text/plain', 'if-match': '*' };
    const answer = await api.send('PATCH', '/api/v1/clusters/none', plain, {});
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept-patch')).toBe('application/json');
    const posted = await api.send('POST', '/api/v1/teams', plain, {});
    expect(posted.status).toBe(415);
    expect(posted.headers.get('accept-patch')).toBeNull();
  });
});

describe('the form of an answer', () => {
  const get = (accept: string, path = '/api/v1/clusters') =>
    api.send('GET', path, { ...api.reader, accept });

  it.each(['text/html', 'application/xml, image/*', 'application/json;q=0', 'image/png;q=0.5'])(
    'is not acceptable to %s',
    async (accept) => {
      const answer = await get(accept);
      expect(answer).toMatchObject({ status: 406, body: { code: 'NOT_ACCEPTABLE' } });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it.each([
    'application/json',
    'application/*',
    '*/*',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/problem+json, application/json',
  ])('is acceptable to %s', async (accept) => {
    expect((await get(accept)).status).toBe(200);
  });

  it('is judged before anything is done', async () => {
    const body = { name: 'csv', role: 'viewer', expiresInDays: 1 };
    const send = (accept: string) =>
      api.send('POST', '/api/v1/api-tokens', { ...api.writer, accept }, body);
    expect((await send('text/csv')).status).toBe(406);
    const list = await api.send('GET', '/api/v1/api-tokens', api.reader);
    expect(JSON.stringify(list.body)).not.toContain('"csv"');
  });

  it('is negotiated for a stream', async () => {
    const path = `/api/v1/clusters/${storedFleet.clusterName}/all-nodes`;
    expect((await get('text/csv', path)).status).toBe(406);
    expect((await get('application/json', path)).status).toBe(200);
  });

  it('matters not where there is none', async () => {
    const list = await api.send('GET', '/api/v1/node-pools', api.reader);
    const id = String(at(list.body, 'items.0.id'));
    const headers = { ...api.writer, accept: 'text/html', 'if-match': '*' };
    expect((await api.send('DELETE', `/api/v1/node-pools/${id}`, headers)).status).toBe(204);
  });
});

describe('If-Match on every route that takes it', () => {
  it('names the version that was read, one of a list, or any', async () => {
    const path = `/api/v1/clusters/${storedFleet.clusterName}`;
    const patch = async (ifMatch: string, batchIdleMs: number) => {
      const headers = { ...api.writer, 'if-match': ifMatch };
      return (await api.send('PATCH', path, headers, { settings: { batchIdleMs } })).status;
    };
    const tag = (await api.send('GET', path, api.reader)).headers.get('etag') ?? '';
    expect(await patch(`"99", ${tag}`, 1_100)).toBe(200);
    expect(await patch(tag, 1_200)).toBe(412);
    const headers = { ...api.writer, 'if-match': `W/${tag}` };
    const weak = await api.send('PATCH', path, headers, { settings: { batchIdleMs: 1_200 } });
    expect(weak.status).toBe(412);
    expect(at(weak.body, 'detail')).toContain('which never match');
    expect(weak.body).not.toHaveProperty('errors');
    expect(await patch('*', 1_200)).toBe(200);
    expect(await patch('3', 1_300)).toBe(400);
    const missing = await api.send('PATCH', '/api/v1/clusters/none', {
      ...api.writer,
      'if-match': '*',
    });
    expect(missing.status).toBe(400);
  });

  it('lets a decision be made on any state of it', async () => {
    const path = `/api/v1/decisions/${storedFleet.emptyDecision}/approve`;
    const send = (ifMatch: string) =>
      api.send('POST', path, { ...api.writer, 'if-match': ifMatch }, {});
    expect((await send('"7", "8"')).status).toBe(412);
    expect((await send('*')).status).toBe(200);
  });
});

describe('If-None-Match', () => {
  it('is answered 304 while nothing has changed', async () => {
    const path = `/api/v1/node-classes/${storedFleet.nodeClass}`;
    const tag = (await api.send('GET', path, api.reader)).headers.get('etag') ?? '';
    const send = (ifNoneMatch: string) =>
      api.send('GET', path, { ...api.reader, 'if-none-match': ifNoneMatch });
    expect((await send(tag)).status).toBe(304);
    expect((await send(`"x", W/${tag}`)).status).toBe(304);
    expect((await send('"x"')).status).toBe(200);
  });
});

describe('a list', () => {
  const path = '/api/v1/clusters/' + storedFleet.clusterName + '/nodes?orderBy=NAME&limit=1';
  const linksOf = (headers: Headers): ReadonlyMap<string | undefined, string | undefined> =>
    new Map(
      [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
        ([, url, relation]) => [relation, url],
      ),
    );

  it('links to the next and the previous page, forwards and back', async () => {
    const first = await api.send('GET', path, api.reader);
    expect([...linksOf(first.headers).keys()]).toEqual(['next']);
    const second = await api.send('GET', linksOf(first.headers).get('next') ?? '', api.reader);
    expect(linksOf(second.headers).has('prev')).toBe(true);
    const again = await api.send('GET', linksOf(second.headers).get('prev') ?? '', api.reader);
    expect(at(again.body, 'items')).toEqual(at(first.body, 'items'));
    expect([...linksOf(again.headers).keys()]).toEqual(['next']);
    expect(at(second.body, 'items.0.name')).not.toBe(at(first.body, 'items.0.name'));
  });

  it('is a table of all rows with the same filters for text/csv', async () => {
    const all = await api.send('GET', path.replace('limit=1', 'limit=100'), api.reader);
    const asTable = { ...api.reader, accept: 'text/csv' };
    const whole = path.replace('&limit=1', '');
    const table = await api.send('GET', whole, asTable);
    expect(table.status).toBe(200);
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head = '', ...rows] = String(table.body).trimEnd().split('\n');
    expect(head).toMatch(/^name,clusterId,providerId,/);
    expect(rows).toHaveLength(Number(Object(at(all.body, 'items')).length));
    expect(rows[0]?.split(',', 1)[0]).toBe(at(all.body, 'items.0.name'));
    const none = await api.send('GET', `${whole}&search=nothing-has-this-name`, asTable);
    expect(String(none.body).trimEnd()).toBe(head);
    const page = await api.send('GET', path, asTable);
    expect(page.status).toBe(400);
    expect(page.body).toMatchObject({
      errors: [{ detail: 'must be absent: text/csv has the whole list' }],
    });
  });

  it('is a file with a table for format=csv, as a link of the dashboard requests it', async () => {
    const whole = path.replace('&limit=1', '');
    const accept = 'text/html,*/*;q=0.8';
    const byHeader = await api.send('GET', whole, { ...api.reader, accept: 'text/csv' });
    const byLink = await api.send('GET', `${whole}&format=csv`, { ...api.reader, accept });
    expect(byLink.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(byLink.headers.get('content-disposition')).toBe('attachment; filename="nodes.csv"');
    expect(byLink.body).toBe(byHeader.body);
    const asJson = { ...api.reader, accept: 'text/csv' };
    const json = await api.send('GET', `${path}&format=json`, asJson);
    expect(at(json.body, 'items.length')).toBe(1);
    expect(linksOf(json.headers).get('next')).toContain('format=json');
    expect(await api.send('GET', `${path}&format=xml`, api.reader)).toMatchObject({
      status: 400,
      body: { errors: [{ detail: 'must be csv or json' }] },
    });
    const one = `/api/v1/clusters/${storedFleet.clusterName}?format=csv`;
    expect((await api.send('GET', one, api.reader)).status).toBe(400);
  });

  it('is a table of many pages in the order of the list', async () => {
    await storeLargeFleet(api.api.parts.ports.store, { nodes: 250, pods: 0 });
    const table = await api.send(
      'GET',
      `/api/v1/clusters/${largeCluster.id}/nodes?orderBy=PRICE&direction=DESC`,
      { ...api.reader, accept: 'text/csv, application/json;q=0.5' },
    );
    const [head = '', ...rows] = String(table.body).trimEnd().split('\n');
    const price = head.split(',').indexOf('price');
    const prices = rows.map((row) => Number(row.split(',')[price]));
    expect(new Set(rows.map((row) => row.split(',', 1)[0])).size).toBe(250);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
  });

  it('of nodes is filtered by their labels', async () => {
    const nodes = `/api/v1/clusters/${storedFleet.clusterName}/nodes`;
    const list = await api.send('GET', nodes, api.reader);
    const name = String(at(list.body, 'items.0.name'));
    const { pool } = api.api.parts.database;
    const [label, value] = ['example.com/team', 'a'];
    await pool.query('UPDATE node_rows SET labels = $1 WHERE name = $2', [
      JSON.stringify({ [label]: value }),
      name,
    ]);
    const namesFor = async (selector: string): Promise<readonly unknown[]> => {
      const query = new URLSearchParams({ labelSelector: selector, limit: '100' });
      const { body } = await api.send('GET', `${nodes}?${query}`, api.reader);
      return Object(at(body, 'items')).map((item: unknown) => at(item, 'name'));
    };
    expect(await namesFor(`${label}=${value}`)).toContain(name);
    expect(await namesFor(`${label} in (x,${value}),!no-such-label`)).toContain(name);
    expect(await namesFor(`${label}!=${value}`)).not.toContain(name);
    expect(await namesFor('no-such-label')).toEqual([]);
    expect(await namesFor('no-such-label notin (a)')).toContain(name);
    const refused = await api.send('GET', `${nodes}?labelSelector=a+b`, api.reader);
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/labelSelector', parameter: 'labelSelector' }] },
    });
  });

  it('of nodes, NodeClaims and pods is filtered by their fields', async () => {
    const cluster = `/api/v1/clusters/${storedFleet.clusterName}`;
    const namesFor = async (list: string, selector: string): Promise<readonly unknown[]> => {
      const query = new URLSearchParams({ fieldSelector: selector, limit: '100' });
      const { body } = await api.send('GET', `${list}?${query}`, api.reader);
      return Object(at(body, 'items')).map((item: unknown) => at(item, 'name'));
    };
    const nodes = `${cluster}/nodes`;
    const { node } = storedFleet;
    const found = await api.send('GET', `${nodes}/${node}`, api.reader);
    const zone = String(at(found.body, 'zone'));
    expect(await namesFor(nodes, `name=${node},zone=${zone},state=READY`)).toEqual([node]);
    expect(await namesFor(nodes, `name=${node},zone!=${zone}`)).toEqual([]);
    // An empty value stands for none.
    const withoutPool = await namesFor(nodes, 'nodePool=');
    expect(withoutPool).toContain('ip-10-0-0-2');
    expect(withoutPool).not.toContain(node);
    const claims = `${cluster}/node-claims`;
    const page = await api.send('GET', claims, api.reader);
    const launched = Object(at(page.body, 'items')).find(
      (claim: unknown) => at(claim, 'zone') !== null,
    );
    const { name, instanceType } = Object(launched);
    expect(await namesFor(claims, `instanceType=${instanceType},name=${name}`)).toEqual([name]);
    expect(await namesFor(claims, `instanceType!=${instanceType}`)).not.toContain(name);
    const pods = await api.send('GET', '/api/v1/pending-pods', api.reader);
    const pod = String(at(pods.body, 'items.0.name'));
    expect(await namesFor('/api/v1/pending-pods', `name=${pod}`)).toEqual([pod]);
    expect(await namesFor('/api/v1/pending-pods', `name!=${pod}`)).not.toContain(pod);
    const refused = await api.send('GET', `${nodes}?fieldSelector=spec.x=1`, api.reader);
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/fieldSelector' }] },
    });
    const { body } = await api.graphql(
      api.reader,
      `{ nodes(clusterId: "${storedFleet.cluster}", first: 5, filter: { fieldSelector: "name=${node}" }) { nodes { name } } }`,
    );
    expect(at(body, 'data.nodes.nodes')).toEqual([{ name: node }]);
  });

  it('that is refused is a problem, whatever form was asked for', async () => {
    const headers = { ...api.reader, accept: 'text/csv' };
    const answer = await api.send('GET', path.replace('NAME', 'NOPE'), headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    expect((await api.send('GET', '/api/v1/clusters/none/nodes', headers)).status).toBe(404);
  });
});

describe('rate limits', () => {
  it('are announced with every response to a caller', async () => {
    // The other callers of this file have used theirs.
    const caller = await api.signIn('newcomer');
    const read = async (): Promise<Record<string, number>> => {
      const { headers } = await api.send('GET', '/api/v1/clusters', caller);
      expect(headers.get('ratelimit-policy')).toBe('200;w=4');
      return Object.fromEntries(
        ['limit', 'remaining', 'reset'].map((name) => [
          name,
          Number(headers.get(`ratelimit-${name}`)),
        ]),
      );
    };
    // Between counting a request and reading what is left, a window of a second can end.
    await vi.waitFor(
      async () => {
        const { limit, remaining, reset } = await read();
        expect(limit).toBe(200);
        expect(remaining).toBeGreaterThan(100);
        expect(remaining).toBeLessThan(200);
        expect(reset).toBeGreaterThan(0);
      },
      { timeout: 30_000 },
    );
  });
});
