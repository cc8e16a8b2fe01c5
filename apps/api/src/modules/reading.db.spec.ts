import { anInterruption, recordedAt, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const ask = async (query: string) => at((await api.graphql(api.reader, query)).body, 'data');
const get = (path: string) => api.send('GET', `/api/v1${path}`, api.reader);
const clusterId = storedFleet.cluster;
const asOf = new Date(recordedAt).toISOString();

describe('nodes', () => {
  it('come with their sums, and unknown prices are counted and not summed', async () => {
    const data = await ask(
      `{ nodes(clusterId: "${clusterId}", first: 10, orderBy: { field: PRICE, direction: DESC }) {
          asOf totalCount nodes {
            name price state capacityType podCapacity blockers { code data } blockersEvaluatedAt }
          totals { nodes pods pendingPods price unpricedNodes } } }`,
    );
    expect(at(data, 'nodes')).toEqual({
      asOf,
      totalCount: 2,
      nodes: [
        {
          name: 'ip-10-0-0-1',
          price: '0.096',
          state: 'READY',
          capacityType: 'ON_DEMAND',
          podCapacity: 29,
          blockers: [{ code: 'NOT_EMPTY', data: { pods: 3 } }],
          blockersEvaluatedAt: null,
        },
        {
          name: 'ip-10-0-0-2',
          price: null,
          state: 'NOT_READY',
          capacityType: 'SPOT',
          podCapacity: 29,
          blockers: [],
          blockersEvaluatedAt: null,
        },
      ],
      totals: { nodes: 2, pods: 6, pendingPods: 3, price: '0.096', unpricedNodes: 1 },
    });
  });

  it('are filtered in the contract’s words', async () => {
    const named = async (filter: string) => {
      const data = await ask(
        `{ nodes(clusterId: "${clusterId}", first: 10, filter: { ${filter} }) { totalCount } }`,
      );
      return at(data, 'nodes.totalCount');
    };
    expect(await named('capacityTypes: [SPOT]')).toBe(1);
    expect(await named('states: [READY, CORDONED]')).toBe(1);
    expect(await named('managed: false')).toBe(1);
    expect(await named('search: "10-0-0-1"')).toBe(1);
    expect(await named('nodePools: ["none"]')).toBe(0);
  });

  it('one by one show labels, taints, pods and their claim', async () => {
    const data = await ask(
      `{ node(clusterId: "${clusterId}", name: "${storedFleet.node}") {
          labels taints { key effect } allocatable { resource quantity } requested { amount }
          pods { name isDaemon phase } nodeClaim { id state } } }`,
    );
    expect(at(data, 'node')).toEqual({
      labels: { tier: 'web' },
      taints: [{ key: 'team', effect: 'NoSchedule' }],
      allocatable: [
        { resource: 'cpu', quantity: '1900m' },
        { resource: 'memory', quantity: '7000' },
        { resource: 'pods', quantity: '29' },
      ],
      requested: [{ amount: 950 }, { amount: 700 }],
      pods: [
        { name: 'web-bound', isDaemon: false, phase: 'BOUND' },
        { name: 'agent', isDaemon: true, phase: 'BOUND' },
      ],
      nodeClaim: { id: 'ncl_1', state: 'INITIALIZED' },
    });
  });

  it('by REST are listed and found', async () => {
    const list = await get('/clusters/prod-eu-1/nodes?orderBy=PRICE&direction=DESC&limit=1');
    expect(list.body).toMatchObject({
      asOf,
      items: [{ name: 'ip-10-0-0-1', price: '0.096', state: 'READY' }],
    });
    expect(list.headers.get('link')).toContain('orderBy=PRICE');
    const filtered = await get('/clusters/prod-eu-1/nodes?managed=false&state=NOT_READY');
    expect(at(filtered.body, 'items')).toMatchObject([{ name: 'ip-10-0-0-2', price: null }]);
    const one = await get(`/clusters/${clusterId}/nodes/${storedFleet.node}`);
    expect(one.body).toMatchObject({
      labels: { tier: 'web' },
      pods: [{ name: 'web-bound' }, { name: 'agent' }],
    });
    expect((await get('/clusters/prod-eu-1/nodes/none')).status).toBe(404);
    expect((await get('/clusters/none/nodes')).status).toBe(404);
    expect((await get('/clusters/prod-eu-1/nodes?orderBy=COLOUR')).status).toBe(400);
  });
});

describe('node claims', () => {
  it('show their states, failures and terminations', async () => {
    const data = await ask(
      `{ nodeClaims(clusterId: "${clusterId}", first: 10, filter: { states: [TERMINATING, LAUNCH_FAILED] }) {
          totalCount nodes { id state instanceId price failure { code } termination { step waitingFor } } } }`,
    );
    expect(at(data, 'nodeClaims')).toEqual({
      totalCount: 2,
      nodes: [
        {
          id: 'ncl_3',
          state: 'LAUNCH_FAILED',
          instanceId: null,
          price: null,
          failure: { code: 'INSUFFICIENT_CAPACITY' },
          termination: null,
        },
        {
          id: 'ncl_2',
          state: 'TERMINATING',
          instanceId: 'i-ncl_2',
          price: '0.04',
          failure: null,
          termination: { step: 'CORDONED', waitingFor: 'shop/web' },
        },
      ],
    });
  });

  it('by REST are listed and found', async () => {
    const list = await get('/clusters/prod-eu-1/node-claims?state=INITIALIZED');
    expect(at(list.body, 'items')).toMatchObject([{ id: 'ncl_1', nodeName: storedFleet.node }]);
    const one = await get('/node-claims/ncl_1');
    expect(one.body).toMatchObject({
      id: 'ncl_1',
      capacityType: 'SPOT',
      launchedAt: expect.any(String),
    });
    expect(one.headers.get('etag')).toMatch(/^"1-/);
    expect(at(one.body, 'drift')).toBeNull();
    const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: recordedAt };
    await api.api.parts.ports.store.nodeClaims.setDrifts(clusterId, [{ id: 'ncl_1', drift }]);
    expect(at((await get('/node-claims/ncl_1')).body, 'drift')).toEqual({
      reason: 'AMIDrift',
      since: asOf,
    });
    expect(at(await ask('{ nodeClaim(id: "ncl_1") { drift { reason } } }'), 'nodeClaim')).toEqual({
      drift: { reason: 'AMIDrift' },
    });
    expect((await get('/node-claims/ncl_none')).status).toBe(404);
  });
});

describe('pending pods', () => {
  it('are grouped by owner, with Kerf’s last word on each', async () => {
    const data = await ask(
      `{ pendingPodGroups(first: 10) { totalCount totalPods nodes { ownerName count lastEvaluatedAt
          pods { uid verdict { kind nodePool queuePosition reasons { code } byNodePool { nodePool reason { code data } fix { kind name path } } } } } } }`,
    );
    expect(at(data, 'pendingPodGroups')).toEqual({
      totalCount: 2,
      totalPods: 3,
      nodes: [
        {
          ownerName: 'web',
          count: 2,
          lastEvaluatedAt: asOf,
          pods: [
            {
              uid: 'waits-1',
              verdict: {
                kind: 'UNSCHEDULABLE',
                nodePool: null,
                queuePosition: 1,
                reasons: [{ code: 'NO_NODE_POOL' }],
                byNodePool: [
                  {
                    nodePool: 'default',
                    reason: {
                      code: 'LIMIT_EXCEEDED',
                      data: {
                        resource: 'cpu',
                        limit: 1,
                        usage: 1,
                        needed: 1,
                        instanceType: 'm5.large',
                      },
                    },
                    fix: { kind: 'NodePool', name: 'default', path: 'spec.limits.cpu' },
                  },
                ],
              },
            },
            {
              uid: 'waits-2',
              verdict: {
                kind: 'NEW_NODE',
                nodePool: 'default',
                queuePosition: null,
                reasons: [],
                byNodePool: [],
              },
            },
          ],
        },
        {
          ownerName: 'report',
          count: 1,
          lastEvaluatedAt: null,
          pods: [{ uid: 'waits-3', verdict: null }],
        },
      ],
    });
  });

  it('that do not wait any more are absent', async () => {
    const data = await ask(
      `{ a: pendingPod(clusterId: "${clusterId}", uid: "bound") { uid }
         b: pendingPod(clusterId: "${clusterId}", uid: "waits-1") { schedulerMessage } }`,
    );
    expect(data).toEqual({ a: null, b: { schedulerMessage: '0/3 nodes are available' } });
  });

  it('by REST are one list, oldest first', async () => {
    const list = await get('/pending-pods?cluster=prod-eu-1');
    expect(at(list.body, 'items')).toMatchObject([
      { uid: 'waits-1', verdict: { kind: 'UNSCHEDULABLE' } },
      { uid: 'waits-2' },
      { uid: 'waits-3', verdict: null },
    ]);
    expect(at((await get('/pending-pods?cluster=lab')).body, 'items')).toEqual([]);
  });
});

describe('cost and budgets', () => {
  it('are allocated to groups of pods, in GraphQL, REST and CSV', async () => {
    const share = 'kind key clusterName namespace ownerKind groups pods unpricedPods price';
    const data = await ask(
      `{ costAllocation(by: OWNER) { asOf total nodes unpricedNodes shares { ${share} } }
         byApp: costAllocation(by: LABEL, label: "app") { total shares { kind key } }
         ofShop: costAllocation(by: OWNER, of: NAMESPACE, key: "shop", groups: 1) { shares { kind key } } }`,
    );
    const owner = {
      clusterName: 'prod-eu-1',
      namespace: 'shop',
      groups: 1,
      pods: 1,
      unpricedPods: 0,
    };
    expect(at(data, 'costAllocation')).toMatchObject({
      total: '0.096',
      nodes: 2,
      unpricedNodes: 1,
    });
    expect(at(data, 'costAllocation.shares')).toEqual([
      { ...owner, kind: 'PODS', key: 'agent', ownerKind: 'DaemonSet', price: '0.012632' },
      { ...owner, kind: 'PODS', key: 'web', ownerKind: 'ReplicaSet', price: '0.012632' },
      {
        kind: 'IDLE',
        key: '',
        clusterName: null,
        namespace: null,
        ownerKind: null,
        groups: 0,
        pods: 0,
        unpricedPods: 0,
        price: '0.070736',
      },
    ]);
    expect(at(data, 'byApp')).toEqual({
      total: '0.096',
      shares: [
        { kind: 'PODS', key: 'web' },
        { kind: 'IDLE', key: '' },
      ],
    });
    expect(at(data, 'ofShop.shares')).toEqual([
      { kind: 'PODS', key: 'agent' },
      { kind: 'OTHER', key: '' },
    ]);
    expect((await get('/cost/allocation?by=OWNER')).body).toMatchObject({
      total: '0.096',
      items: at(data, 'costAllocation.shares'),
    });
    const table = await get('/cost/allocation?by=NAMESPACE&cluster=prod-eu-1&format=csv');
    expect(table.body).toBe(
      'kind,key,clusterId,clusterName,namespace,ownerKind,groups,pods,unpricedPods,price\n' +
        'PODS,shop,,,,,1,2,0,0.025264\nIDLE,,,,,,0,0,0,0.070736\n',
    );
    expect((await get('/cost/allocation?by=LABEL')).status).toBe(400);
    expect((await get('/cost/allocation?by=OWNER&of=TEAM')).status).toBe(400);
  });

  it('have what Spot saves, which is unknown without both prices', async () => {
    const data = await ask('{ costNow { spotSaving { nodes unpricedNodes saving } } }');
    const unknown = { nodes: 1, unpricedNodes: 1, saving: null };
    expect(at(data, 'costNow.spotSaving')).toEqual(unknown);
    expect((await get('/cost')).body).toMatchObject({ spotSaving: unknown });
  });

  it('are the same by GraphQL and REST', async () => {
    const data = await ask(
      `{ costNow { asOf total nodes unpricedNodes byCapacityType { key label nodes unpricedNodes price } }
         disruptionBudgets { asOf budgets { nodePool reason allowed limitingBudget { nodes reasons } changesAt } } }`,
    );
    expect(at(data, 'costNow')).toEqual({
      asOf,
      total: '0.096',
      nodes: 2,
      unpricedNodes: 1,
      byCapacityType: [
        { key: 'on-demand', label: 'on-demand', nodes: 1, unpricedNodes: 0, price: '0.096' },
        { key: 'spot', label: 'spot', nodes: 1, unpricedNodes: 1, price: '0' },
      ],
    });
    expect((await get('/cost')).body).toMatchObject(Object(at(data, 'costNow')));
    const report = await ask(
      `{ costReport { asOf cost lowerBound nodes unpricedNodes pods unboundedPods
           causes { cause cost nodes subjects { clusterName name cost nodes } }
           boundParts { cause cost subjects { name cost } }
           clusters { clusterName asOf cost lowerBound nodes } } }`,
    );
    expect(at(report, 'costReport')).toEqual({
      asOf,
      cost: '0.096',
      lowerBound: '0.06',
      nodes: 1,
      unpricedNodes: 1,
      pods: 1,
      unboundedPods: 0,
      causes: [
        {
          cause: 'POD_DISRUPTION_BUDGET',
          cost: '0.03',
          nodes: 1,
          subjects: [{ clusterName: 'prod-eu-1', name: 'shop/web', cost: '0.03', nodes: 1 }],
        },
        { cause: 'NOT_HELD_BACK', cost: '0.006', nodes: 0, subjects: [] },
      ],
      boundParts: [
        {
          cause: 'NODE_POOL_REQUIREMENTS',
          cost: '0.05',
          subjects: [{ name: 'karpenter.sh/capacity-type', cost: '0.04' }],
        },
      ],
      clusters: [{ clusterName: 'prod-eu-1', asOf, cost: '0.096', lowerBound: '0.06', nodes: 1 }],
    });
    expect((await get('/cost/report')).body).toMatchObject(Object(at(report, 'costReport')));
    expect((await get('/cost/report?cluster=lab')).body).toMatchObject({
      asOf: null,
      cost: '0',
      causes: [],
      clusters: [],
    });
    expect(at(data, 'disruptionBudgets')).toMatchObject({
      asOf,
      budgets: [
        {
          nodePool: 'default',
          reason: 'EMPTY',
          allowed: 1,
          limitingBudget: { nodes: '10%', reasons: [] },
        },
      ],
    });
    expect((await get('/disruption-budgets?cluster=prod-eu-1')).body).toMatchObject(
      Object(at(data, 'disruptionBudgets')),
    );
  });
});

describe('the audit log', () => {
  it('shows the actor and the object before and after, by GraphQL and REST', async () => {
    const data = await ask(
      `{ auditEntries(first: 5, filter: { actor: "ada", action: "cluster.", to: "2026-11-21T15:00:00+01:00" }) { nodes { id } }
         all: auditEntries(first: 5, filter: { clusterId: "${clusterId}" }) { totalCount nodes {
           actorKind actorName action objectName outcome comment before after clusterName } } }`,
    );
    expect(at(data, 'auditEntries.nodes')).toEqual([]);
    const entry = {
      actorKind: 'USER',
      actorName: 'ada',
      action: 'cluster.update',
      objectName: 'prod-eu-1',
      outcome: 'DONE',
      comment: 'quiet hours',
      before: { mode: 'auto' },
      after: { mode: 'approve' },
      clusterName: 'prod-eu-1',
    };
    expect(at(data, 'all')).toEqual({ totalCount: 1, nodes: [entry] });
    const from = encodeURIComponent('2026-11-21T14:00:00Z');
    const list = await get(`/audit-entries?cluster=prod-eu-1&action=cluster.&from=${from}`);
    expect(at(list.body, 'items')).toMatchObject([entry]);
    expect((await get('/audit-entries?from=yesterday')).status).toBe(400);
    const refused = await get('/audit-entries?cluster=prod-eu-1&outcome=REFUSED');
    expect(refused.body).toMatchObject({ items: [] });
    expect((await get('/audit-entries?outcome=Refused')).status).toBe(400);
  });
});

describe('API tokens', () => {
  it('are made, listed without their secret, and ended at once, by GraphQL', async () => {
    const made = await api.graphql(
      api.writer,
      `mutation { createApiToken(input: { name: "ci", role: "viewer", expiresInDays: 1 }) {
        token { id name createdBy roles { role } } secret userErrors { code } } }`,
    );
    const { secret, token } = Object(at(made.body, 'data.createApiToken'));
    expect(token).toMatchObject({ name: 'ci', createdBy: 'writer' });
    const sender = { authorization: `Bearer ${secret}` };
    expect((await api.send('GET', '/api/v1/clusters', sender)).status).toBe(200);
    const list = await api.graphql(api.writer, '{ apiTokens { id name canRotate } }');
    expect(JSON.stringify(list.body)).not.toContain(secret);
    expect(at(list.body, 'data.apiTokens')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'ci', canRotate: true }),
        expect.objectContaining({ name: 'reader', canRotate: false }),
      ]),
    );
    const revoke = `mutation { revokeApiToken(input: { id: "${token.id}" }) {
      token { revokedAt } userErrors { code field } } }`;
    const ended = await api.graphql(api.writer, revoke);
    expect(at(ended.body, 'data.revokeApiToken.token.revokedAt')).toEqual(expect.any(String));
    expect((await api.send('GET', '/api/v1/clusters', sender)).status).toBe(401);
    const again = await api.graphql(api.writer, revoke);
    expect(at(again.body, 'data.revokeApiToken.userErrors')).toEqual([
      { code: 'NOT_FOUND', field: 'input.id' },
    ]);
  });

  it('are made, listed and ended by REST', async () => {
    const body = { name: 'deploy', role: 'operator', expiresInDays: 1 };
    const made = await api.send('POST', '/api/v1/api-tokens', api.writer, body);
    expect(made).toMatchObject({
      status: 201,
      body: { token: { name: 'deploy', roles: [{ role: 'operator' }] } },
    });
    const id = String(at(made.body, 'token.id'));
    const listed = at((await api.send('GET', '/api/v1/api-tokens', api.writer)).body, 'items.0');
    expect(listed).toMatchObject({ id, name: 'deploy' });
    const ended = await api.send('DELETE', `/api/v1/api-tokens/${id}`, api.writer);
    expect(ended).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } });
    expect((await api.send('DELETE', `/api/v1/api-tokens/${id}`, api.writer)).status).toBe(404);
  });

  it('take no idempotency key, which would keep the secret', async () => {
    const headers = { ...api.writer, 'idempotency-key': 'k' };
    const body = { name: 'x', role: 'viewer', expiresInDays: 1 };
    expect((await api.send('POST', '/api/v1/api-tokens', headers, body)).status).toBe(400);
  });

  it.each([
    [{ name: '', role: 'viewer', expiresInDays: 1 }, '#/name'],
    [{ name: 'x', role: 'viewer', expiresInDays: 366 }, '#/expiresInDays'],
    [{ name: 'x', role: 'owner', expiresInDays: 1 }, '#/role'],
  ])('are refused as %j', async (body, pointer) => {
    const answer = await api.send('POST', '/api/v1/api-tokens', api.writer, body);
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'errors.0.pointer')).toBe(pointer);
  });
});

describe('one’s own password', () => {
  it('is set, and then changed with the old one', async () => {
    const sender = await api.signIn('hopper');
    const set = async (input: object) =>
      at(
        (
          await api.graphql(
            sender,
            'mutation ($input: SetPasswordInput!) { setPassword(input: $input) { userErrors { code field } } }',
            { input },
          )
        ).body,
        'data.setPassword.userErrors',
      );
    expect(await set({ newPassword: 'short' })).toEqual([
      { code: 'INVALID', field: 'input.newPassword' },
    ]);
    expect(await set({ newPassword: 'nanoseconds of wire' })).toEqual([]);
    expect(await set({ newPassword: 'another long password' })).toEqual([
      { code: 'INVALID', field: 'input.currentPassword' },
    ]);
    const change = { currentPassword: 'nanoseconds of wire', newPassword: 'another long password' };
    expect(await set(change)).toEqual([]);
  });
});

describe('a list that is sorted by another field than its time', () => {
  const from = new Date(recordedAt - 86_400_000).toISOString();
  const to = new Date(recordedAt + 86_400_000).toISOString();
  const lists = [
    ['decisions', '/decisions', 'proposed', 'COST_CHANGE'],
    ['interruptions', '/interruptions', 'received', 'PODS'],
    ['nodeClaims', `/clusters/${clusterId}/node-claims`, 'requested', 'PRICE'],
  ] as const;

  beforeAll(async () => {
    const { interruptions } = api.api.parts.ports.store;
    await interruptions.insert(anInterruption({ clusterId, id: 'int_1' }));
    await interruptions.insert(anInterruption({ clusterId, id: 'int_2', podUids: [] }));
  });

  it.each(lists)('has the same order in REST and GraphQL: %s', async (query, path, time, field) => {
    const rest = await get(
      `${path}?orderBy=${field}&direction=ASC&${time}From=${from}&${time}To=${to}`,
    );
    const ofCluster = query === 'nodeClaims' ? `clusterId: "${clusterId}", ` : '';
    const data = await ask(
      `{ ${query}(${ofCluster}first: 50, filter: { ${time}From: "${from}", ${time}To: "${to}" },
          orderBy: { field: ${field}, direction: ASC }) { totalCount nodes { id } } }`,
    );
    const ids = (items: unknown) =>
      Array.isArray(items) ? items.map((item) => String(at(item, 'id'))) : [];
    expect(ids(at(rest.body, 'items'))).toEqual(ids(at(data, `${query}.nodes`)));
    expect(ids(at(rest.body, 'items'))).not.toEqual([]);
    expect(at(data, `${query}.totalCount`)).toBe(ids(at(rest.body, 'items')).length);
  });

  it.each(lists)('has a period of at most 31 days: %s', async (_, path, time, field) => {
    const answer = await get(`${path}?orderBy=${field}&${time}From=2020-01-01T00:00:00Z`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: `${time}From` }] },
    });
    const { status } = await get(`${path}?${time}From=2020-01-01T00:00:00Z`);
    expect(status).toBe(200);
  });

  it('is not cut by time if it has only records in progress', async () => {
    const { body } = await get('/decisions?orderBy=COST_CHANGE&state=AWAITING_APPROVAL');
    expect(at(body, 'items.0.id')).toBe(storedFleet.emptyDecision);
  });
});
