import { aCluster, aNodeRow, anIncident, recordedAt } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = 'clu_1';
const day = 86_400_000;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await store.clusters.insert(aCluster({ id: clusterId, name: 'prod' }));
  await store.clusters.insert(aCluster({ id: 'clu_2', name: 'staging' }));
  const ended = (id: string, endedAt: number) =>
    anIncident({ clusterId, id, object: `NodePool/${id}`, objects: [`NodePool/${id}`], endedAt });
  for (const incident of [
    anIncident({ clusterId, id: 'inc_1' }),
    ended('inc_2', recordedAt - day),
    ended('inc_3', recordedAt - 8 * day),
    anIncident({
      clusterId: 'clu_2',
      id: 'inc_4',
      kind: 'SpendJump',
      object: 'Cluster/staging',
      objects: ['Cluster/staging'],
      nodePools: [],
      cause: 'The nodes cost $4.000 per hour.',
    }),
  ]) {
    await store.incidents.insert(incident);
  }
});
afterAll(() => api.close());

const ids = (body: unknown, path: string): unknown => {
  const items = at(body, path);
  return Array.isArray(items) ? items.map((item: unknown) => at(item, 'id')) : items;
};

describe('incidents', () => {
  it('are listed with cause, remedy and objects, the newest first', async () => {
    const { body } = await api.graphql(
      api.reader,
      `{ incidents(first: 10) { totalCount nodes {
          id clusterName kind severity object objects nodePools cause remedy startedAt endedAt } } }`,
    );
    expect(at(body, 'data.incidents.totalCount')).toBe(4);
    expect(ids(body, 'data.incidents.nodes')).toEqual(['inc_4', 'inc_3', 'inc_2', 'inc_1']);
    expect(at(body, 'data.incidents.nodes.3')).toEqual({
      id: 'inc_1',
      clusterName: 'prod',
      kind: 'LAUNCH_FAILURES',
      severity: 'CRITICAL',
      object: 'NodePool/default',
      objects: ['NodePool/default', 'NodeClaim/default-1'],
      nodePools: ['default'],
      cause: '3 launches of NodePool default failed in a row.',
      remedy: 'Fix the EC2NodeClass.',
      startedAt: new Date(recordedAt).toISOString(),
      endedAt: null,
    });
  });

  it.each([
    ['cluster=staging', ['inc_4']],
    ['kind=LAUNCH_FAILURES&isOpen=true', ['inc_1']],
    ['isOpen=false', ['inc_3', 'inc_2']],
    ['object=NodeClaim/default-1&object=Cluster/staging', ['inc_4', 'inc_1']],
    [`endedFrom=${new Date(recordedAt - 7 * day).toISOString()}&cluster=prod`, ['inc_2', 'inc_1']],
  ])('are filtered by %s', async (query, expected) => {
    const { body } = await api.send('GET', `/api/v1/incidents?${query}`, api.reader);
    expect(ids(body, 'items')).toEqual(expected);
  });

  it('are read one by one, in both APIs', async () => {
    const { body } = await api.send('GET', '/api/v1/incidents/inc_4', api.reader);
    expect(body).toMatchObject({ id: 'inc_4', kind: 'SPEND_JUMP', severity: 'WARNING' });
    const answer = await api.graphql(
      api.reader,
      '{ incident(id: "inc_4") { kind } object(id: "inc_1") { ... on Incident { cause } } }',
    );
    expect(at(answer.body, 'data')).toMatchObject({
      incident: { kind: 'SPEND_JUMP' },
      object: { cause: '3 launches of NodePool default failed in a row.' },
    });
    expect((await api.send('GET', '/api/v1/incidents/inc_none', api.reader)).status).toBe(404);
  });

  it('keep a cluster from being healthy, with the cause of the worst', async () => {
    const { store } = api.api.parts.ports;
    await store.clusters.touchSynced('clu_2', Date.now());
    await store.readModel.applyNodes('clu_2', [aNodeRow({ clusterId: 'clu_2', name: 'a' })], []);
    const { body } = await api.graphql(
      api.reader,
      '{ cluster(name: "staging") { attention { kind severity count detail } } }',
    );
    expect(at(body, 'data.cluster.attention')).toEqual([
      {
        kind: 'INCIDENTS',
        severity: 'DEGRADED',
        count: 1,
        detail: 'The nodes cost $4.000 per hour.',
      },
    ]);
  });
});
