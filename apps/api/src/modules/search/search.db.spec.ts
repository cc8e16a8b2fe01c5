import { storedFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';
import { storeSamples } from '../../testing/store-samples.js';

const { cluster: clusterId, clusterName } = storedFleet;
let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeSamples(api.api.parts.ports.store);
});
afterAll(() => api.close());

const search = (query: string) => api.send('GET', `/api/v1/search?${query}`, api.reader);
const ask = (query: string) => api.graphql(api.reader, query);

describe('the search', () => {
  it('returns the kind, the place and the page of each object, in REST and GraphQL alike', async () => {
    const { body } = await search('q=web-bound');
    const pod = {
      kind: 'POD',
      match: 'EXACT',
      title: 'web-bound',
      subtitle: `shop in ${clusterName}`,
      path: `/clusters/${clusterName}/pods/shop/web-bound`,
      id: null,
      clusterId,
      clusterName,
      namespace: 'shop',
    };
    expect(body).toEqual({ items: [pod] });
    const answer = await ask(`{ search(query: "web-bound") { kind match title subtitle path id
      clusterId clusterName namespace } }`);
    expect(at(answer.body, 'data.search')).toEqual([pod]);
  });

  it.each([
    ['prod-eu', 'CLUSTER', 'in us-east-1', '/clusters/prod-eu-1'],
    [
      storedFleet.node,
      'NODE',
      `${storedFleet.node} in prod-eu-1`,
      `/clusters/prod-eu-1/nodes/${storedFleet.node}`,
    ],
    ['ncl_3', 'NODE_CLAIM', 'LaunchFailed in prod-eu-1', '/node-claims/ncl_3'],
    ['report', 'OWNER', 'Job, shop in prod-eu-1', '/clusters/prod-eu-1/owners/shop/Job/report'],
    [
      storedFleet.nodePool,
      'NODE_POOL',
      'in prod-eu-1',
      '/node-pools?cluster=prod-eu-1&open=prod-eu-1%2Fdefault',
    ],
    [
      storedFleet.nodeClass,
      'NODE_CLASS',
      'in prod-eu-1',
      '/node-classes?cluster=prod-eu-1&open=prod-eu-1%2Fdefault',
    ],
    [
      storedFleet.emptyDecision,
      'DECISION',
      'Empty in prod-eu-1',
      `/decisions/${storedFleet.emptyDecision}`,
    ],
  ])('leads from %s to the page of a %s', async (text, kind, subtitle, path) => {
    const { body } = await search(`q=${text}`);
    expect(at(body, 'items.0')).toMatchObject({ kind, subtitle, path });
  });

  it('finds users only for callers who may see them', async () => {
    await api.signInLink('grace');
    const found = async (headers: typeof api.reader) =>
      at((await api.send('GET', '/api/v1/search?q=grace', headers)).body, 'items');
    expect(await found(api.writer)).toMatchObject([
      { kind: 'USER', title: 'grace', subtitle: '', path: '/settings/users', clusterId: null },
    ]);
    expect(await found(api.reader)).toEqual([]);
  });

  it.each([
    ['q=%20', 'q'],
    [`q=${'x'.repeat(400)}`, 'q'],
    ['', 'q'],
    ['q=web&limit=0', 'limit'],
    ['q=web&limit=51', 'limit'],
  ])('refuses %s, and names %s', async (query, parameter) => {
    const { status, body } = await search(query);
    expect(status).toBe(400);
    expect(at(body, 'errors.0')).toMatchObject({ parameter });
  });

  it.each([
    ['query: " "', 'query must have 1 to 317 characters; it has 0.'],
    [`query: "${'x'.repeat(400)}"`, 'query must have 1 to 317 characters; it has 400.'],
    ['query: "web", limit: 51', 'limit must be 1 to 50.'],
    ['query: "web", limit: 0', 'limit must be 1 to 50.'],
  ])('refuses the arguments %s in GraphQL with %s', async (args, message) => {
    const { body } = await ask(`{ search(${args}) { title } }`);
    expect(at(body, 'errors.0')).toMatchObject({ message });
  });
});
