import { get } from 'node:http';
import type { NodeClaim } from '@kerf/application';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodeRow,
  anInterruption,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
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

const registration = (fields: object = {}) => ({
  name: `new-${number}`,
  region: 'eu-west-1',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
  mode: 'APPROVE',
  ...fields,
});
const rest = (method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `/api/v1/clusters${path}`, { ...api.writer, ...headers }, body);
const statusOf = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
const lastAudit = async () => {
  const page = { size: 1, edge: 'first', cursor: null } as const;
  const { items } = await api.api.parts.queries.audit.page({}, page);
  return items[0]?.value;
};

describe('registering a cluster', () => {
  const mutation = `mutation ($input: RegisterClusterInput!) { registerCluster(input: $input) {
    cluster { id name mode connection { state } checks { step state } summary { nodes } version }
    userErrors { code field message } } }`;

  it('by GraphQL records it, asks for its check, and says who did it', async () => {
    const answer = await api.graphql(api.writer, mutation, { input: registration() });
    expect(at(answer.body, 'data.registerCluster')).toMatchObject({
      cluster: {
        name: `new-${number}`,
        mode: 'APPROVE',
        connection: { state: 'CHECKING' },
        summary: null,
        version: 1,
      },
      userErrors: [],
    });
    expect(at(answer.body, 'data.registerCluster.cluster.checks.0')).toEqual({
      step: 'ASSUME_ROLE',
      state: 'WAITING',
    });
    expect(await lastAudit()).toMatchObject({
      action: 'cluster.register',
      actor: { kind: 'ApiToken', name: 'writer' },
      requestId: answer.headers.get('x-request-id'),
    });
  });

  it('by GraphQL says which fields are wrong, and that a name is taken', async () => {
    const wrong = registration({ region: 'mars', roleArn: 'role', endpoint: 'https://a.b' });
    const answer = await api.graphql(api.writer, mutation, { input: wrong });
    const errors = at(answer.body, 'data.registerCluster.userErrors');
    expect(errors).toMatchObject([
      { code: 'INVALID', field: 'input.region' },
      { code: 'INVALID', field: 'input.roleArn' },
      { code: 'INVALID', field: 'input.certificateAuthority' },
    ]);
    const taken = await api.graphql(api.writer, mutation, { input: registration({ name }) });
    expect(at(taken.body, 'data.registerCluster')).toMatchObject({
      cluster: null,
      userErrors: [{ code: 'CONFLICT', field: 'input.name' }],
    });
  });

  it('by REST answers 201 with where it is', async () => {
    const answer = await rest('POST', '', registration());
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(
      `/api/v1/clusters/${String(at(answer.body, 'id'))}`,
    );
    expect(answer.headers.get('etag')).toMatch(/^"1-[0-9a-f]{16}"$/);
    expect(answer.body).toMatchObject({ mode: 'APPROVE', summary: null, findings: [] });
  });

  it('by REST names what is wrong with pointers', async () => {
    const answer = await rest('POST', '', { ...registration({ region: 'mars' }) });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      instance: '/api/v1/clusters',
      code: 'BAD_USER_INPUT',
      errors: [{ pointer: '#/region' }],
      requestId: answer.headers.get('x-request-id'),
    });
    const taken = await rest('POST', '', registration({ name }));
    expect(taken).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it.each([
    [{ mode: 'SOMETIMES' }, '#/mode'],
    [{ color: 'red' }, '#/'],
    [{ name: 7 }, '#/name'],
  ])('by REST refuses a body of another shape: %j', async (fields, pointer) => {
    const answer = await rest('POST', '', registration(fields));
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'errors.0.pointer')).toBe(pointer);
  });

  it('under one key happens once, through either door', async () => {
    const input = registration();
    const key = `key-${number}`;
    const first = await rest('POST', '', input, { 'idempotency-key': key });
    const again = await rest('POST', '', input, { 'idempotency-key': key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(at(again.body, 'id')).toBe(at(first.body, 'id'));
    const other = await rest('POST', '', { ...input, mode: 'AUTO' }, { 'idempotency-key': key });
    expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const graphql = await api.graphql(api.writer, mutation, {
      input: { ...input, idempotencyKey: key },
    });
    expect(at(graphql.body, 'data.registerCluster.cluster.id')).toBe(at(first.body, 'id'));
    const elsewhere = await api.send(
      'POST',
      '/api/v1/clusters',
      { ...(await api.signIn()), 'idempotency-key': key },
      input,
    );
    expect(elsewhere.status).toBe(409);
  });

  it('under a key that was refused may be mended and sent again', async () => {
    const headers = { 'idempotency-key': `mend-${number}` };
    expect((await rest('POST', '', registration({ region: 'mars' }), headers)).status).toBe(400);
    expect((await rest('POST', '', registration(), headers)).status).toBe(201);
  });
});

describe('changing a cluster', () => {
  const mutation = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
    cluster { mode settings { batchIdleMs } version } userErrors { code field } } }`;

  it('by GraphQL needs the version that was seen', async () => {
    const input = { id, expectedVersion: 1, mode: 'AUTO', batchIdleMs: 2_000 };
    const answer = await api.graphql(api.writer, mutation, { input });
    expect(at(answer.body, 'data.updateCluster')).toEqual({
      cluster: { mode: 'AUTO', settings: { batchIdleMs: 2_000 }, version: 2 },
      userErrors: [],
    });
    const stale = await api.graphql(api.writer, mutation, { input });
    expect(at(stale.body, 'data.updateCluster.userErrors.0.code')).toBe('STALE');
    const gone = await api.graphql(api.writer, mutation, { input: { ...input, id: 'clu_none' } });
    expect(at(gone.body, 'data.updateCluster.userErrors.0')).toEqual({
      code: 'NOT_FOUND',
      field: 'input.id',
    });
    const wrong = { ...input, expectedVersion: 2, batchIdleMs: 1 };
    const invalid = await api.graphql(api.writer, mutation, { input: wrong });
    expect(at(invalid.body, 'data.updateCluster.userErrors.0')).toEqual({
      code: 'INVALID',
      field: 'input.batchIdleMs',
    });
  });

  it('by either door sets how plans are looked for, within limits that it names', async () => {
    const update = async (change: object) => {
      const mutate = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
        cluster { settings { searchMs nodeChargeMicroUsdPerHour } }
        userErrors { field message } } }`;
      const input = { id, expectedVersion: 1, ...change };
      return at((await api.graphql(api.writer, mutate, { input })).body, 'data.updateCluster');
    };
    expect(await update({ searchMs: 5_001, nodeChargeMicroUsdPerHour: '-1' })).toEqual({
      cluster: null,
      userErrors: [
        { field: 'input.searchMs', message: 'must be 0 to 5000 milliseconds' },
        {
          field: 'input.nodeChargeMicroUsdPerHour',
          message: 'must be 0 to 10000000 millionths of a dollar per hour',
        },
      ],
    });
    expect(await update({ offeringSharePercent: 0 })).toEqual({
      cluster: null,
      userErrors: [{ field: 'input.offeringSharePercent', message: 'must be 1 to 100 percent' }],
    });
    expect(await update({ searchMs: 0, nodeChargeMicroUsdPerHour: '40000' })).toEqual({
      cluster: { settings: { searchMs: 0, nodeChargeMicroUsdPerHour: '40000' } },
      userErrors: [],
    });
    const change = { settings: { nodeChargeMicroUsdPerHour: '0' } };
    const changed = await rest('PATCH', `/${name}`, change, { 'if-match': '"2"' });
    expect(at(changed.body, 'settings')).toEqual({
      batchIdleMs: 1_000,
      batchMaxMs: 10_000,
      disruptionPollMs: 10_000,
      validationDelayMs: 15_000,
      approvalTtlMs: 86_400_000,
      searchMs: 0,
      nodeChargeMicroUsdPerHour: '0',
      offeringSharePercent: 100,
    });
  });

  it('gives it a queue of warnings, keeps it when nothing is said, and takes it away', async () => {
    const queueAfter = async (expectedVersion: number, change: object) => {
      const mutate = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
        cluster { interruptionQueue } userErrors { field } } }`;
      const input = { id, expectedVersion, ...change };
      return at((await api.graphql(api.writer, mutate, { input })).body, 'data.updateCluster');
    };
    const queue = (interruptionQueue: string | null) => ({
      cluster: { interruptionQueue },
      userErrors: [],
    });
    expect(await queueAfter(1, { interruptionQueue: 'warnings' })).toEqual(queue('warnings'));
    expect(await queueAfter(2, { mode: 'AUTO' })).toEqual(queue('warnings'));
    expect(await queueAfter(3, { interruptionQueue: null })).toEqual(queue(null));
    expect(await queueAfter(4, { interruptionQueue: 'no queue' })).toEqual({
      cluster: null,
      userErrors: [{ field: 'input.interruptionQueue' }],
    });
  });

  it('by REST goes by ETag and If-Match', async () => {
    const seen = await rest('GET', `/${name}`);
    const tag = seen.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"1-/);
    const change = { mode: 'AUTO', settings: { approvalTtlMs: 60_000 } };
    expect(await rest('PATCH', `/${name}`, change)).toMatchObject({
      status: 428,
      body: { code: 'PRECONDITION_REQUIRED' },
    });
    const changed = await rest('PATCH', `/${name}`, change, { 'if-match': tag });
    expect(changed).toMatchObject({ status: 200, body: { mode: 'AUTO', version: 2 } });
    expect(changed.headers.get('etag')).toMatch(/^"2-/);
    const refused = await rest(
      'PATCH',
      `/${name}`,
      { settings: { searchMs: 60_000 } },
      { 'if-match': '"2"' },
    );
    expect(at(refused.body, 'errors')).toEqual([
      { pointer: '#/settings/searchMs', detail: 'must be 0 to 5000 milliseconds' },
    ]);
    const stale = await rest('PATCH', `/${name}`, change, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
  });

  it('by REST is not sent again to who has it', async () => {
    const url = `${api.url}/api/v1/clusters/${id}`;
    const seen = await rest('GET', `/${id}`);
    const headers = { ...api.reader, 'if-none-match': seen.headers.get('etag') ?? '' };
    // fetch would add `no-cache`, by which a client asks for the whole answer.
    expect(await statusOf(url, headers)).toBe(304);
    const { store } = api.api.parts.ports;
    await store.readModel.applyNodes(id, [aNodeRow({ clusterId: id, name: 'n' })], []);
    expect(await statusOf(url, headers)).toBe(200);
    await store.readModel.applyNodes(id, [], ['n']);
  });
});

describe('checking a cluster again', () => {
  it('starts from the first step, through either door', async () => {
    const mutation = `mutation { recheckCluster(input: { id: "${id}" }) {
      cluster { checks { state } } userErrors { code } } }`;
    const answer = await api.graphql(api.writer, mutation);
    expect(at(answer.body, 'data.recheckCluster.cluster.checks')).toHaveLength(10);
    expect(await rest('POST', `/${id}/recheck`)).toMatchObject({ status: 202 });
    expect(await rest('POST', '/nobody/recheck')).toMatchObject({ status: 404 });
  });
});

describe('removing a cluster', () => {
  it('by GraphQL needs its name again', async () => {
    const mutation = `mutation ($input: RemoveClusterInput!) { removeCluster(input: $input) {
      removedId userErrors { code field } } }`;
    const remove = async (confirmName: string) =>
      at(
        (await api.graphql(api.writer, mutation, { input: { id, confirmName } })).body,
        'data.removeCluster',
      );
    expect(await remove('other')).toEqual({
      removedId: null,
      userErrors: [{ code: 'INVALID', field: 'input.confirmName' }],
    });
    expect(await remove(name)).toEqual({ removedId: id, userErrors: [] });
    expect(await remove(name)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
  });

  it('by REST needs its name again', async () => {
    expect(await rest('DELETE', `/${id}`)).toMatchObject({ status: 400 });
    expect(await rest('DELETE', `/${id}?confirmName=other`)).toMatchObject({ status: 400 });
    expect(await rest('DELETE', `/${id}?confirmName=${name}`)).toMatchObject({
      status: 204,
      body: '',
    });
    expect(await rest('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('reading clusters', () => {
  it('says what they need attention for, the most urgent first', async () => {
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

  it('says so when their data are too old', async () => {
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
         fleet { clusters troubledClusters summary { nodes price } } }`,
    );
    expect(answer.body).toMatchObject({
      data: {
        cluster: {
          id,
          summary: {
            asOf: new Date(recordedAt).toISOString(),
            nodes: 1,
            price: '96000',
            cpuRequestedMilli: 950,
          },
        },
        fleet: { summary: { nodes: 1, price: '96000' } },
      },
    });
    const one = await rest('GET', `/${name}`);
    expect(one.body).toMatchObject({
      id,
      summary: { nodes: 1, price: '96000', asOf: new Date(recordedAt).toISOString() },
    });
  });

  it('shows overlays and buffers with what became of them, by both doors', async () => {
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
    const named = { clusterId: id, namespace: 'shop', uid: 'u', generation: 1, standing: null };
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
        problems: ['there is no Deployment shop/web'],
      },
    ]);
    const overlays = [
      {
        name: 'another',
        state: 'CONFLICT',
        problems: [
          'deal has the same weight and decides about the price of m5.large in NodePool default',
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
        follows: 'Deployment/web',
        units: null,
        held: null,
        problems: ['there is no Deployment shop/web'],
      },
    ];
    const answer = await api.graphql(
      api.reader,
      `{ cluster(id: "${id}") {
         nodeOverlays { name state problems conflictsWith weight price nodePools }
         capacityBuffers { namespace name follows units held problems } } }`,
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
