import type { NodeClaim } from '@kerf/application';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodeRow,
  anInterruption,
  aPodRow,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
let number = 0;
let id = '';
let name = '';

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterAll(() => api.close());
beforeEach(async () => {
  number += 1;
  id = `clu_${number}`;
  name = `cluster-${number}`;
  await api.api.parts.ports.store.clusters.insert(aCluster({ id, name }));
});

const rest = (method: string, path: string) =>
  api.send(method, `/api/v1/clusters${path}`, api.writer);

describe('reading clusters', () => {
  it('lists their problems, the most urgent first', async () => {
    const { store } = api.api.parts.ports;
    const now = Date.now();
    await store.clusters.touchSynced(id, now);
    const claim = (suffix: string, fields: Partial<NodeClaim>) =>
      aNodeClaimRecord({ clusterId: id, id: `ncl_${id}_${suffix}`, instance: null, ...fields });
    const refused = (detail: string) => ({ code: 'LAUNCH_REFUSED', detail }) as const;
    const failed = { state: 'LaunchFailed', failure: refused('no') } as const;
    await store.nodeClaims.insert([
      claim('1', { ...failed, terminatedAt: now - 30_000 }),
      claim('2', { ...failed, terminatedAt: now - 60_000 }),
      claim('old', { ...failed, terminatedAt: now - 3_600_000 }),
      claim('withheld', {
        state: 'LaunchFailed',
        failure: { code: 'LAUNCH_WITHHELD', detail: 'the pool is at its limit' },
        terminatedAt: now - 30_000,
      }),
    ]);
    await store.decisions.insert(
      aDecision({ clusterId: id, id: `dec_${id}`, state: 'Failed', finishedAt: now - 60_000 }),
      [],
    );
    await store.interruptions.insert(
      ...Array.from({ length: 5 }, (_, index) =>
        anInterruption({
          clusterId: id,
          id: `int_${id}_${index}`,
          eventId: `event-${id}-${index}`,
          instanceId: `i-${id}-${index}`,
          receivedAt: now - 1_000 * (index + 1),
        }),
      ),
    );
    const answer = await api.graphql(
      api.reader,
      `{ cluster(name: "${name}") { attention { kind severity count since detail } }
         fleet { clusters attentionClusters brokenClusters } }`,
    );
    const attention = [
      {
        kind: 'LAUNCH_FAILURES',
        severity: 'BROKEN',
        count: 2,
        since: new Date(now - 30_000).toISOString(),
        detail: null,
      },
      { kind: 'INTERRUPTION_STORM', severity: 'DEGRADED', count: 5 },
      { kind: 'FAILED_DECISIONS', severity: 'DEGRADED', count: 1 },
    ];
    expect(at(answer.body, 'data.cluster')).toMatchObject({ attention });
    expect(Number(at(answer.body, 'data.fleet.brokenClusters'))).toBeGreaterThanOrEqual(1);
    expect((await rest('GET', `/${name}`)).body).toMatchObject({ attention });
  });

  it('lists what waits after their problems, which the fleet does not count', async () => {
    const { store } = api.api.parts.ports;
    const now = Date.now();
    const counts = `fleet { attentionClusters brokenClusters }`;
    await store.clusters.touchSynced(id, now);
    const before = await api.graphql(api.reader, `{ ${counts} }`);
    const createdAt = now - 40_000;
    await store.readModel.applyPods(
      id,
      [aPodRow({ clusterId: id, uid: `u_${id}`, createdAt })],
      [],
    );
    await store.decisions.insert(
      aDecision({
        clusterId: id,
        id: `dec_w_${id}`,
        state: 'AwaitingApproval',
        verdict: { kind: 'NeedsApproval', approvals: 1 },
        proposedAt: now - 60_000,
      }),
      [],
    );
    const answer = await api.graphql(
      api.reader,
      `{ cluster(name: "${name}") { attention { kind severity count since } } ${counts} }`,
    );
    expect(at(answer.body, 'data.cluster.attention')).toEqual([
      {
        kind: 'APPROVALS_WAITING',
        severity: 'WAITING',
        count: 1,
        since: new Date(now - 60_000).toISOString(),
      },
      {
        kind: 'PENDING_PODS',
        severity: 'WAITING',
        count: 1,
        since: new Date(createdAt).toISOString(),
      },
    ]);
    expect(at(answer.body, 'data.fleet')).toEqual(at(before.body, 'data.fleet'));
  });

  it('reads the totals of the fleet and the rows of its clusters at one time', async () => {
    const { pool } = api.api.parts.database;
    const queries = vi.spyOn(pool, 'query');
    const answer = await api.graphql(
      api.reader,
      `{ fleet { attentionClusters brokenClusters summary { nodes } }
         clusters(first: 50) { nodes { attention { kind } summary { nodes } } } }`,
    );
    const statements = queries.mock.calls.map((call) => JSON.stringify(call));
    queries.mockRestore();
    expect(answer.body).not.toHaveProperty('errors');
    for (const part of ['FROM node_rows', 'FROM interruptions']) {
      expect(statements.filter((statement) => statement.includes(part))).toHaveLength(1);
    }
  });

  it('reports data that are too old', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ cluster(name: "${name}") { attention { kind severity } } }`,
    );
    expect(at(answer.body, 'data.cluster.attention')).toEqual([
      { kind: 'STALE_DATA', severity: 'BROKEN' },
    ]);
  });

  it('gives their sums, and the fleet’s', async () => {
    const { store } = api.api.parts.ports;
    await store.readModel.applyNodes(id, [aNodeRow({ clusterId: id, name: 'a' })], []);
    const answer = await api.graphql(
      api.reader,
      `{ cluster(name: "${name}") { id summary { asOf nodes price cpuRequestedMilli } }
         fleet { clusters clustersNeedingAttention summary { nodes price } } }`,
    );
    expect(answer.body).toMatchObject({
      data: {
        cluster: {
          id,
          summary: {
            asOf: new Date(recordedAt).toISOString(),
            nodes: 1,
            price: '0.096',
            cpuRequestedMilli: 950,
          },
        },
        fleet: { summary: { nodes: 1, price: '0.096' } },
      },
    });
    const one = await rest('GET', `/${name}`);
    expect(one.body).toMatchObject({
      id,
      summary: { nodes: 1, price: '0.096', asOf: new Date(recordedAt).toISOString() },
    });
  });

  it('shows overlays and buffers with their results, by GraphQL and REST', async () => {
    const { store } = api.api.parts.ports;
    await store.readModel.saveNodeOverlays(id, [
      {
        clusterId: id,
        name: 'deal',
        spec: {
          requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }],
          priceAdjustment: '-10%',
          capacity: { 'example.com/dongle': '4' },
        },
        state: { kind: 'Applied', nodePools: ['default'], instanceTypes: 3 },
      },
      {
        clusterId: id,
        name: 'another',
        spec: { requirements: [], price: '0.1', capacity: {}, weight: 3 },
        state: {
          kind: 'Conflict',
          with: 'deal',
          about: 'price',
          instanceType: 'm5.large',
          nodePool: 'default',
        },
      },
      {
        clusterId: id,
        name: 'typo',
        spec: null,
        state: { kind: 'Refused', problems: ['spec: x'] },
      },
    ]);
    const named = { clusterId: id, namespace: 'shop', uid: 'u', generation: 1, outcome: null };
    await store.capacityBuffers.replaceAll(id, [
      {
        ...named,
        name: 'lost',
        spec: {
          provisioningStrategy: 'buffer.x-k8s.io/active-capacity',
          scalableRef: { apiGroup: 'apps', kind: 'Deployment', name: 'web' },
          limits: {},
        },
        resolved: null,
        problems: ['Deployment shop/web not found'],
      },
    ]);
    const overlays = [
      {
        name: 'another',
        state: 'CONFLICT',
        problems: [
          'NodeOverlay deal has the same weight and sets the price of m5.large in NodePool default',
        ],
        conflictsWith: 'deal',
        weight: 3,
        price: '0.1',
        nodePools: [],
      },
      {
        name: 'deal',
        state: 'APPLIED',
        problems: [],
        conflictsWith: null,
        weight: 0,
        price: null,
        nodePools: ['default'],
      },
      {
        name: 'typo',
        state: 'REFUSED',
        problems: ['spec: x'],
        conflictsWith: null,
        weight: 0,
        price: null,
        nodePools: [],
      },
    ];
    const buffers = [
      {
        namespace: 'shop',
        name: 'lost',
        podTemplate: 'Deployment/web',
        units: null,
        ready: null,
        problems: ['Deployment shop/web not found'],
      },
    ];
    const answer = await api.graphql(
      api.reader,
      `{ cluster(id: "${id}") {
         nodeOverlays { name state problems conflictsWith weight price nodePools }
         capacityBuffers { namespace name podTemplate units ready problems } } }`,
    );
    expect(answer.body).toEqual({
      data: { cluster: { nodeOverlays: overlays, capacityBuffers: buffers } },
    });
    const byRest = await rest('GET', `/${name}`);
    expect(byRest.body).toMatchObject({ nodeOverlays: overlays, capacityBuffers: buffers });
    expect(at(byRest.body, 'nodeOverlays.1')).toMatchObject({
      requirements: ['kubernetes.io/arch In [arm64]'],
      priceAdjustment: '-10%',
      capacity: [{ resource: 'example.com/dongle', quantity: '4' }],
      instanceTypes: 3,
    });
  });

  it('answers nothing for an id and a name of two clusters', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ cluster(id: "${id}", name: "cluster-1") { id } }`,
    );
    expect(at(answer.body, 'data.cluster')).toBe(number === 1 ? { id } : null);
  });

  it('by REST leads from page to page', async () => {
    const names: unknown[] = [];
    let next: string | null = '/api/v1/clusters?limit=4&search=cluster-&state=CONNECTED';
    while (next !== null) {
      const page = await api.send('GET', next, api.reader);
      const items = at(page.body, 'items');
      names.push(...(Array.isArray(items) ? items.map((item) => at(item, 'name')) : []));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
      expect(next === null).toBe(at(page.body, 'nextCursor') === null);
    }
    expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(4);
  });

  it.each(['?limit=0', '?limit=many', '?mode=SOMETIMES', '?colour=red', '?cursor=x'])(
    'by REST refuses %s',
    async (query) => {
      expect(await rest('GET', query)).toMatchObject({
        status: 400,
        body: { code: 'BAD_USER_INPUT' },
      });
    },
  );
});
