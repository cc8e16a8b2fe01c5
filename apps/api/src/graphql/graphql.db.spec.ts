import { aNodePoolDefinition, aNodeRow, aRevisionOf, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
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

  it('asks for nothing that is not there', async () => {
    const answer = await ask('{ nodes(clusterId: "clu_none", first: 1) { totalCount } }');
    expect(answer).toMatchObject({ status: 404, body: { data: null } });
    expect(codeOf(answer.body)).toBe('NOT_FOUND');
    const nullable = await ask(
      '{ cluster(id: "clu_none") { id } decision(id: "dec_none") { id } }',
    );
    expect(nullable.body).toEqual({ data: { cluster: null, decision: null } });
  });

  it('is too complex before anything is read, and says the number', async () => {
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

  it('never shows a stack or what broke inside', async () => {
    const { queries } = api.api.parts;
    const find = queries.decisions.find.bind(queries.decisions);
    queries.decisions.find = () => Promise.reject(new Error('secret: /etc/passwd line 1'));
    const answer = await ask('{ decision(id: "dec_1") { id } }');
    queries.decisions.find = find;
    expect(codeOf(answer.body)).toBe('INTERNAL');
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|stack|node_modules/);
    expect(at(answer.body, 'data')).toEqual({ decision: null });
    expect(answer.status).toBe(200);
  });

  it('of the older media type gets what was carried out under 200', async () => {
    const headers = { ...api.reader, accept: 'application/json' };
    const query = '{ nodes(clusterId: "clu_none", first: 1) { totalCount } }';
    const answer = await api.send('POST', '/graphql', headers, { query });
    expect(answer.status).toBe(200);
    expect(codeOf(answer.body)).toBe('NOT_FOUND');
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

describe('statements', () => {
  /** How many connections a request takes from the pool: one for each statement. */
  async function statementsOf(query: string): Promise<number> {
    let statements = 0;
    const { pool } = api.api.parts.database;
    const count = () => {
      statements += 1;
    };
    pool.on('acquire', count);
    const answer = await ask(query);
    pool.off('acquire', count);
    expect(answer.body).not.toHaveProperty('errors');
    return statements;
  }

  it('do not grow with the rows of a list', async () => {
    const { store } = api.api.parts.ports;
    const lists = [
      `{ nodes(clusterId: "${clusterId}", first: 50) { totalCount totals { price } nodes {
           name labels allocatable { amount } nodeClaim { id } pods { uid } } } }`,
      `{ nodePools(clusterId: "${clusterId}", first: 50) { totalCount nodes {
           id isReady notReadyReason nodes price limits { usage } findings { code }
           budgets { allowed } revisions { revision } } } }`,
      '{ clusters(first: 50) { nodes { id summary { nodes } findings { code } } } }',
    ];
    const statementsOfAll = async () => {
      const counts: number[] = [];
      for (const list of lists) counts.push(await statementsOf(list));
      return counts;
    };
    const before = await statementsOfAll();
    await store.readModel.applyNodes(
      clusterId,
      Array.from({ length: 40 }, (_, index) => aNodeRow({ clusterId, name: `more-${index}` })),
      [],
    );
    for (let index = 0; index < 20; index += 1) {
      const pool = aNodePoolDefinition({ clusterId, name: `pool-${index}`, id: `npl_${index}` });
      await store.definitions.insert(pool, aRevisionOf(pool));
    }
    // One of each says who asks; findings of clusters are read together with failing operations.
    expect(before).toEqual([7, 9, 5]);
    expect(await statementsOfAll()).toEqual(before);
  });
});
