import { DecisionQueries } from '@kerf/db';
import { aNodeRow, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ApiUnderTest, at } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const clusterId = storedFleet.cluster;
const ask = (query: string, variables = {}) => api.graphql(api.reader, query, variables);
const codeOf = (body: unknown) => at(body, 'errors.0.extensions.code');

describe('a GraphQL request that is not right', () => {
  it.each([
    ['{ nodes', 'GRAPHQL_PARSE_FAILED'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ clusters(first: 1) { nodes { id }', 'GRAPHQL_PARSE_FAILED'],
    ['query A { viewer { name } } query B { viewer { name } }', 'OPERATION_RESOLUTION_FAILURE'],
    ['{ clusters { nodes { id } } }', 'BAD_USER_INPUT'],
    ['{ clusters(first: 101) { nodes { id } } }', 'BAD_USER_INPUT'],
    ['{ clusters(first: 1, after: "x") { nodes { id } } }', 'BAD_USER_INPUT'],
    [
      '{ clusters(first: 1, filter: { modes: [UNKNOWN] }) { nodes { id } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      '{ auditEntries(first: 1, filter: { from: "today" }) { nodes { id } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s is refused with 400 and %s', async (query, code) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(codeOf(answer.body)).toBe(code);
    expect(at(answer.body, 'errors.0.extensions.requestId')).toBe(
      answer.headers.get('x-request-id'),
    );
  });

  it('with wrong variables is refused with 400', async () => {
    const query =
      'query ($first: Int!, $modes: [ClusterMode!]) { clusters(first: $first, filter: { modes: $modes }) { nodes { id } } }';
    for (const variables of [{}, { first: 'one' }, { first: 1, modes: ['UNKNOWN'] }]) {
      const answer = await ask(query, variables);
      expect(answer.status).toBe(400);
      expect(codeOf(answer.body)).toBe('BAD_USER_INPUT');
    }
  });

  it.each([
    ['{ clusters(first: 1, filter: { search: "a\\u0000b" }) { nodes { id } } }', {}],
    [
      'query ($search: String) { clusters(first: 1, filter: { search: $search }) { nodes { id } } }',
      { search: 'a\0b' },
    ],
    ['query ($id: ID!) { cluster(id: $id) { id } }', { id: '\0' }],
    ['query ($id: ID!) { decision(id: $id) { id } }', { id: '\ud83d' }],
  ])('has text that cannot be kept: %s', async (query, variables) => {
    const answer = await ask(query, variables);
    expect(answer.status).toBe(400);
    expect(codeOf(answer.body)).toBe('BAD_USER_INPUT');
    expect(at(answer.body, 'errors.0.extensions.fields.0.message')).toContain('NUL');
  });

  it('that asks for a missing object gets the rest', async () => {
    const answer = await ask(
      `{ nodes(clusterId: "clu_none", first: 1) { totalCount }
         nodeClaims(clusterId: "clu_none", first: 1) { totalCount }
         clusters(first: 1) { totalCount } }`,
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { nodes: null, nodeClaims: null, clusters: { totalCount: 2 } } },
    });
    // Both are read at once.
    const missing = (field: string) =>
      expect.objectContaining({
        path: [field],
        extensions: expect.objectContaining({ code: 'NOT_FOUND' }),
      });
    expect(at(answer.body, 'errors')).toHaveLength(2);
    expect(at(answer.body, 'errors')).toEqual(
      expect.arrayContaining([missing('nodes'), missing('nodeClaims')]),
    );
    const nullable = await ask(
      '{ cluster(id: "clu_none") { id } decision(id: "dec_none") { id } }',
    );
    expect(nullable.body).toEqual({ data: { cluster: null, decision: null } });
  });

  it('is refused as too complex before anything is read, with the number', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => `a${index}: pods { uid }`).join(' ');
    const answer = await ask(
      `{ nodes(clusterId: "${clusterId}", first: 100) { nodes { ${wide} } } }`,
    );
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'errors.0.extensions')).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      complexity: 78_101,
      limit: 50_000,
    });
  });

  it.each([
    ['rootFields', '{ ...F0 }', 'Query', 'fleet { clusters }'],
    ['selections', '{ fleet { ...F0 } }', 'Fleet', 'clusters'],
    ['selections', '{ __schema { ...F0 } }', '__Schema', 'queryType { name }'],
  ])('has too many %s where fragments multiply: %s', async (measure, query, type, leaf) => {
    const chain = Array.from({ length: 27 }, (_, index) => {
      const next = index === 26 ? leaf : `...F${index + 1} ...F${index + 1}`;
      return `fragment F${index} on ${type} { ${next} }`;
    });
    const document = [query, ...chain].join(' ');
    const answers = [
      await ask(document),
      await api.send('GET', `/graphql?query=${encodeURIComponent(document)}`, {
        ...api.reader,
        'apollo-require-preflight': '1',
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'errors.0.extensions')).toMatchObject({
        code: 'QUERY_TOO_COMPLEX',
        measure,
        requestId: answer.headers.get('x-request-id'),
      });
    }
  });

  it('is refused as too complex if it nests deeper than a parser can read', async () => {
    const levels = 3_000;
    const document = `{ ${'... { '.repeat(levels)} fleet { clusters } ${'} '.repeat(levels)} }`;
    const answer = await ask(document);
    expect(answer.status).toBe(400);
    expect(codeOf(answer.body)).toBe('QUERY_TOO_COMPLEX');
  });

  it('never shows a stack or an internal message', async () => {
    const find = vi.spyOn(DecisionQueries.prototype, 'find');
    find.mockRejectedValue(new Error('secret: /etc/passwd line 1'));
    const answer = await ask('{ decision(id: "dec_1") { id } }');
    find.mockRestore();
    expect(codeOf(answer.body)).toBe('INTERNAL');
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|stack|node_modules/);
    expect(at(answer.body, 'data')).toEqual({ decision: null });
    expect(answer.status).toBe(200);
  });

  it('of the older media type gets the result with status 200', async () => {
    const headers = { ...api.reader, accept: 'application/json' };
    const query = '{ clusters(first: 0) { totalCount } }';
    const answer = await api.send('POST', '/graphql', headers, { query });
    expect(answer).toMatchObject({ status: 200, body: { data: null } });
    expect(codeOf(answer.body)).toBe('BAD_USER_INPUT');
  });

  it('subscribes over HTTP, which is answered with the way to do it', async () => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const headers = { ...api.reader, accept };
      const query = 'subscription { changes { id } }';
      const answer = await api.send('POST', '/graphql', headers, { query });
      expect(answer.status).toBe(400);
      expect(codeOf(answer.body)).toBe('BAD_USER_INPUT');
      expect(at(answer.body, 'errors.0.message')).toContain('graphql-transport-ws');
      expect(answer.body).not.toHaveProperty('data');
    }
  });

  const post = (body: unknown, headers = {}) =>
    api.send('POST', '/graphql', { ...api.reader, ...headers }, body);
  const get = (query: string, headers = {}) =>
    api.send('GET', `/graphql?query=${encodeURIComponent(query)}`, {
      ...api.reader,
      'apollo-require-preflight': '1',
      ...headers,
    });
  const viewer = { query: '{ viewer { name } }' };

  const invalid = { status: 400, code: 'BAD_USER_INPUT', allow: null };
  const wrongMethod = { status: 405, code: 'METHOD_NOT_ALLOWED', allow: 'GET, POST' };
  const endless = `{ __schema ${'{ types { fields { type '.repeat(30)} { name } ${'} } }'.repeat(30)} }`;

  it.each([
    ['a body without a query', () => post({ qury: '{ viewer { name } }' }), invalid],
    ['a body of another type', () => post('x', { 'content-type': 'text/plain' }), invalid],
    ['an empty query', () => post({ query: ' ' }), invalid],
    ['an empty query by GET', () => get(''), invalid],
    [
      'a persisted query',
      () => post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
      invalid,
    ],
    [
      'fields below fields without end',
      () => post({ query: endless }),
      { ...invalid, code: 'QUERY_TOO_COMPLEX' },
    ],
    [
      'a mutation by GET',
      () => get('mutation { signOut { userErrors { code } } }'),
      { ...wrongMethod, allow: 'POST' },
    ],
    [
      'a subscription by GET',
      () => get('subscription { changes { id } }'),
      { ...wrongMethod, allow: 'POST' },
    ],
    ['another method', () => api.send('PUT', '/graphql', api.reader, viewer), wrongMethod],
    [
      'another form of the answer',
      () => post(viewer, { accept: 'text/html' }),
      { status: 406, code: 'NOT_ACCEPTABLE', allow: null },
    ],
  ])('with %s has a documented code', async (_, send, expected) => {
    const { status, headers, body } = await send();
    expect({ status, code: codeOf(body), allow: headers.get('allow') }).toEqual(expected);
    expect(at(body, 'errors.0.extensions.requestId')).toBe(headers.get('x-request-id'));
  });

  it.each([{}, { query: '' }])('needs a query: %o', async (body) => {
    const { body: answer } = await post(body);
    expect(at(answer, 'errors.0.message')).toBe(
      'A query is required. Send the text of a GraphQL document as "query".',
    );
  });

  it.each([
    ['{"query": ', 400, 'BAD_USER_INPUT'],
    [JSON.stringify({ query: `# ${'x'.repeat(1_100_000)}` }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('is refused where its body cannot be read', async (body, status, code) => {
    const answer = await api.send('POST', '/graphql', api.reader, body);
    expect(answer.status).toBe(status);
    expect(codeOf(answer.body)).toBe(code);
  });
});

describe('introspection', () => {
  it('is for whoever is signed in', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect((await ask(query)).body).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    });
    expect((await api.graphql({}, query)).status).toBe(401);
  });
});

describe('a connection', () => {
  it('leads through all rows, both ways', async () => {
    const page = (args: string) =>
      ask(
        `{ clusters(${args}) { nodes { name } edges { cursor node { id } } totalCount
           pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      );
    const first = await page('first: 1');
    expect(at(first.body, 'data.clusters')).toMatchObject({
      nodes: [{ name: 'lab' }],
      totalCount: 2,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const cursor = String(at(first.body, 'data.clusters.pageInfo.endCursor'));
    const second = await page(`first: 1, after: "${cursor}"`);
    expect(at(second.body, 'data.clusters')).toMatchObject({
      nodes: [{ name: 'prod-eu-1' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const start = String(at(second.body, 'data.clusters.pageInfo.startCursor'));
    const back = await page(`last: 1, before: "${start}"`);
    expect(at(back.body, 'data.clusters.nodes')).toEqual([{ name: 'lab' }]);
    const last = await page('last: 1');
    expect(at(last.body, 'data.clusters.nodes')).toEqual([{ name: 'prod-eu-1' }]);
  });
});

describe('a cursor of another list', () => {
  it.each([
    ['first: 1, after', 'after'],
    ['last: 1, before', 'before'],
  ])('is refused with the argument: %s', async (args, path) => {
    const refused = await ask(`{ clusters(${args}: "nonsense") { nodes { name } } }`);
    expect(at(refused.body, 'errors.0.extensions')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path, message: expect.stringContaining('this list') }],
    });
  });
});

describe('the cost of a query', () => {
  it('is a field and headers, and is taken from the budget of the caller', async () => {
    const query =
      '{ rateLimit { cost limit remaining resetAt } clusters(first: 100) { nodes { name } } }';
    const [one, other] = [
      await api.graphql(api.writer, query),
      await api.graphql(api.writer, query),
    ];
    const cost = Number(at(one.body, 'data.rateLimit.cost'));
    expect(cost).toBeGreaterThan(1);
    expect(at(one.body, 'data.rateLimit.limit')).toBe(60_000);
    const [before, after] = [one, other].map(({ body }) =>
      Number(at(body, 'data.rateLimit.remaining')),
    );
    expect((before ?? 0) - (after ?? 0)).toBe(cost);
    expect(other.headers.get('x-ratelimit-remaining')).toBe(String(after));
    expect(other.headers.get('x-ratelimit-resource')).toBe('graphql');
    expect(Date.parse(String(at(other.body, 'data.rateLimit.resetAt')))).toBeGreaterThan(
      Date.now(),
    );
  });

  it('is refused with the time to wait when the budget is spent', async () => {
    const { pool } = api.api.parts.database;
    await api.graphql(api.reader, '{ rateLimit { cost } }');
    await pool.query("UPDATE rate_limits SET points = 60000 WHERE key LIKE 'graphql-cost:%'");
    const refused = await api.graphql(api.reader, '{ rateLimit { cost } }');
    expect(refused).toMatchObject({
      status: 429,
      body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await pool.query("DELETE FROM rate_limits WHERE key LIKE 'graphql-cost:%'");
    expect((await api.graphql(api.reader, '{ rateLimit { cost } }')).status).toBe(200);
  });
});

describe('the detail of a reason', () => {
  it('has the type of its code, with the times and units of other types', async () => {
    const until = Date.parse('2026-11-24T10:00:00Z');
    const blockers = [
      { code: 'CONSOLIDATE_AFTER', until },
      { code: 'PDB_BLOCKS', pdb: 'shop/web', pod: 'shop/web-1' },
      { code: 'NO_CHEAPER_REPLACEMENT', priceMicroUsdPerHour: 96_000, bestMicroUsdPerHour: 97_000 },
      { code: 'NOT_MANAGED' },
    ] as const;
    const row = aNodeRow({ clusterId, name: 'with-blockers', blockers });
    await api.api.parts.ports.store.readModel.applyNodes(clusterId, [row], []);
    const { body } = await ask(
      `{ node(clusterId: "${clusterId}", name: "with-blockers") { blockers { code detail { __typename
        ... on ConsolidateAfterDetail { until }
        ... on PodDoNotDisruptDetail { pod until }
        ... on PdbBlocksDetail { pdb pod }
        ... on NoCheaperReplacementDetail { priceUsdPerHour bestUsdPerHour }
      } } } }`,
    );
    expect(at(body, 'data.node.blockers')).toEqual([
      {
        code: 'CONSOLIDATE_AFTER',
        detail: { __typename: 'ConsolidateAfterDetail', until: '2026-11-24T10:00:00.000Z' },
      },
      {
        code: 'PDB_BLOCKS',
        detail: { __typename: 'PdbBlocksDetail', pdb: 'shop/web', pod: 'shop/web-1' },
      },
      {
        code: 'NO_CHEAPER_REPLACEMENT',
        detail: {
          __typename: 'NoCheaperReplacementDetail',
          priceUsdPerHour: '0.096',
          bestUsdPerHour: '0.097',
        },
      },
      { code: 'NOT_MANAGED', detail: null },
    ]);
  });
});
