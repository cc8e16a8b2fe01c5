import { get } from 'node:http';
import { AuditQueries } from '@kerf/db';
import { aCluster, aNodeRow, recordedAt } from '@kerf/testing';
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
  const { items } = await new AuditQueries(api.api.parts.database.pool).page({}, page);
  return items[0]?.value;
};

describe('registering a cluster', () => {
  const mutation = `mutation ($input: RegisterClusterInput!) { registerCluster(input: $input) {
    cluster { id name mode externalId connection { state } checks { step state } summary { nodes } version }
    userErrors { code field message } } }`;

  it('by GraphQL records it, requests its check, and audits the caller', async () => {
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
    expect(at(answer.body, 'data.registerCluster.cluster.externalId')).toMatch(
      /^kerf_external_[\w-]{43}$/,
    );
    expect(at(answer.body, 'data.registerCluster.cluster.checks.0')).toEqual({
      step: 'ASSUME_ROLE',
      state: 'WAITING',
    });
    expect(await lastAudit()).toMatchObject({
      action: 'cluster.register',
      actor: { kind: 'ApiToken', name: 'writer' },
      requestId: answer.headers.get('x-request-id'),
    });
    expect(JSON.stringify(await lastAudit())).not.toMatch(/external/i);
  });

  it('takes no external id from the caller: each registration has its own', async () => {
    const chosen = { ...registration(), externalId: 'of-somebody-else' };
    expect((await api.graphql(api.writer, mutation, { input: chosen })).status).toBe(400);
    expect(await rest('POST', '', chosen)).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT' },
    });
    const answers = [
      await rest('POST', '', registration()),
      await rest('POST', '', registration()),
    ];
    const ids = answers.map(({ body }) => at(body, 'externalId'));
    expect(new Set(ids).size).toBe(2);
    const read = await rest('GET', `/${String(at(answers[0]?.body, 'id'))}`);
    expect(at(read.body, 'externalId')).toBe(ids[0]);
  });

  it('by GraphQL names the wrong fields, and a name that is taken', async () => {
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

  it('by REST names the wrong members with pointers', async () => {
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
    [{ color: 'red' }, '#/color'],
    [{ name: 7 }, '#/name'],
  ])('by REST refuses a body of another shape: %j', async (fields, pointer) => {
    const answer = await rest('POST', '', registration(fields));
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'errors.0.pointer')).toBe(pointer);
  });

  it('under one idempotency key happens once, by GraphQL and REST', async () => {
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

  it('by GraphQL and REST sets the settings of the optimizer, within limits that it names', async () => {
    const update = async (change: object) => {
      const mutate = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
        cluster { settings { searchMs nodeCharge } }
        userErrors { field message } } }`;
      const input = { id, expectedVersion: 1, ...change };
      return at((await api.graphql(api.writer, mutate, { input })).body, 'data.updateCluster');
    };
    expect(await update({ searchMs: 5_001, nodeCharge: '-1' })).toEqual({
      cluster: null,
      userErrors: [
        { field: 'input.searchMs', message: 'must be 0 to 5000 milliseconds' },
        {
          field: 'input.nodeCharge',
          message: 'must be 0 to 10 US dollars per hour',
        },
      ],
    });
    expect(await update({ offeringSharePercent: 0 })).toEqual({
      cluster: null,
      userErrors: [{ field: 'input.offeringSharePercent', message: 'must be 1 to 100 percent' }],
    });
    expect(await update({ searchMs: 0, nodeCharge: '0.04' })).toEqual({
      cluster: { settings: { searchMs: 0, nodeCharge: '0.04' } },
      userErrors: [],
    });
    const change = { settings: { nodeCharge: '0' } };
    const changed = await rest('PATCH', `/${name}`, change, { 'if-match': '"2"' });
    expect(at(changed.body, 'settings')).toEqual({
      batchIdleMs: 1_000,
      batchMaxMs: 10_000,
      disruptionPollMs: 10_000,
      validationDelayMs: 15_000,
      approvalTtlMs: 86_400_000,
      rejectionHoldMs: 86_400_000,
      searchMs: 0,
      nodeCharge: '0',
      offeringSharePercent: 100,
      preferencePolicy: 'RESPECT',
      schedulerConfiguration: '',
      minValuesPolicy: 'STRICT',
      vmMemoryOverheadRatio: 0.075,
      reservedEnis: 0,
      spotToSpotConsolidation: false,
      minSaving: '0',
      minSavingPercent: 0,
      podMovePrice: '0',
      maxReplacements: 1,
      nodeRepair: false,
      legacyNodeRepair: false,
      rebootForRepair: false,
      terminateFirstDrift: false,
      terminateFirstRepair: false,
      instanceStatusChecks: true,
      dryRunChecks: true,
      zonalShift: false,
      podDeletionCost: false,
      launchTimeoutMs: 300_000,
      securityGroupRefreshMs: 60_000,
      waitForScheduler: false,
      anticipatePods: true,
    });
  });

  it('sets Karpenter’s options, by both ways in, and refuses values that there are not', async () => {
    const options = {
      preferencePolicy: 'IGNORE',
      schedulerConfiguration:
        'podTopologySpread: { defaultConstraints: [{ maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway }] }',
      minValuesPolicy: 'BEST_EFFORT',
      vmMemoryOverheadRatio: 0.05,
      reservedEnis: 1,
      spotToSpotConsolidation: true,
      maxReplacements: 4,
      nodeRepair: true,
      legacyNodeRepair: true,
      rebootForRepair: true,
      terminateFirstDrift: true,
      terminateFirstRepair: true,
      instanceStatusChecks: false,
      dryRunChecks: false,
      zonalShift: true,
      podDeletionCost: true,
      launchTimeoutMs: 600_000,
      securityGroupRefreshMs: 900_000,
      waitForScheduler: true,
      anticipatePods: false,
    };
    const updateSettings = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
      cluster { settings { preferencePolicy schedulerConfiguration minValuesPolicy vmMemoryOverheadRatio reservedEnis
        spotToSpotConsolidation maxReplacements nodeRepair legacyNodeRepair rebootForRepair terminateFirstDrift terminateFirstRepair instanceStatusChecks dryRunChecks zonalShift podDeletionCost launchTimeoutMs securityGroupRefreshMs waitForScheduler anticipatePods } } userErrors { field message } } }`;
    const update = async (expectedVersion: number, change: object) => {
      const input = { id, expectedVersion, ...change };
      return (await api.graphql(api.writer, updateSettings, { input })).body;
    };
    expect(at(await update(1, options), 'data.updateCluster')).toEqual({
      cluster: { settings: options },
      userErrors: [],
    });
    const another = { schedulerConfiguration: 'kind: ConfigMap' };
    expect(at(await update(2, another), 'data.updateCluster.userErrors')).toEqual([
      {
        field: 'input.schedulerConfiguration',
        message: 'is not used: apiVersion is required',
      },
      {
        field: 'input.schedulerConfiguration',
        message: 'is not used: kind must be KubeSchedulerConfiguration',
      },
    ]);
    const wrong = { vmMemoryOverheadRatio: 0.6, reservedEnis: 1.5 };
    const tooMuch = { vmMemoryOverheadRatio: 0.6, reservedEnis: 16, maxReplacements: 21 };
    expect(at(await update(2, tooMuch), 'data')).toEqual({
      updateCluster: {
        cluster: null,
        userErrors: [
          { field: 'input.vmMemoryOverheadRatio', message: 'must be 0 to 0.5 of the memory' },
          { field: 'input.reservedEnis', message: 'must be 0 to 15 network interfaces' },
          { field: 'input.maxReplacements', message: 'must be 1 to 20 nodes' },
        ],
      },
    });
    const patch = (settings: object) =>
      rest('PATCH', `/${name}`, { settings }, { 'if-match': '"2"' });
    expect(await patch(wrong)).toMatchObject({ status: 400 });
    expect(await patch({ preferencePolicy: 'Sometimes' })).toMatchObject({ status: 400 });
    expect(await patch({ spotToSpotConsolidation: 'yes' })).toMatchObject({ status: 400 });
    const changed = await patch({ preferencePolicy: 'RESPECT', vmMemoryOverheadRatio: 0 });
    expect(at(changed.body, 'settings')).toMatchObject({
      ...options,
      preferencePolicy: 'RESPECT',
      vmMemoryOverheadRatio: 0,
    });
  });

  it('sets its queue of warnings, keeps it if it is absent, and removes it', async () => {
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

  it('to a mode that may act has no effect while the cluster is held, with the reason', async () => {
    const { store } = api.api.parts.ports;
    const cluster = await store.clusters.find(id);
    const hold = {
      code: 'KARPENTER_RUNNING',
      object: 'Lease/kube-system/karpenter-leader-election',
      message: 'A Karpenter runs in this cluster.',
      since: recordedAt,
    } as const;
    if (cluster !== null) await store.clusters.save({ ...cluster, hold });
    const mutate = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
      cluster { mode effectiveMode hold { code object message since } } } }`;
    const input = { id, expectedVersion: 2, mode: 'AUTO' };
    const held = {
      mode: 'AUTO',
      effectiveMode: 'OBSERVE',
      hold: { ...hold, since: new Date(recordedAt).toISOString() },
    };
    const answer = await api.graphql(api.writer, mutate, { input });
    expect(at(answer.body, 'data.updateCluster.cluster')).toEqual(held);
    expect((await rest('GET', `/${name}`)).body).toMatchObject(held);
    const listed = await rest('GET', '?mode=AUTO');
    expect(JSON.stringify(listed.body)).toContain(`"${name}"`);
  });

  it('by GraphQL and REST corrects the role, and checks the cluster again', async () => {
    const roleArn = 'arn:aws:iam::444455556666:role/kerf-2';
    const mutate = `mutation ($input: UpdateClusterInput!) { updateCluster(input: $input) {
      cluster { roleArn checks { state } } userErrors { field message } } }`;
    const update = async (input: object) =>
      at((await api.graphql(api.writer, mutate, { input })).body, 'data.updateCluster');
    expect(await update({ id, expectedVersion: 1, roleArn: 'kerf' })).toEqual({
      cluster: null,
      userErrors: [
        {
          field: 'input.roleArn',
          message: 'must be the ARN of an IAM role such as arn:aws:iam::111122223333:role/kerf',
        },
      ],
    });
    const refused = await rest('PATCH', `/${name}`, { roleArn: null }, { 'if-match': '"1"' });
    expect(refused.status).toBe(400);
    const changed = await rest('PATCH', `/${name}`, { roleArn }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { roleArn, version: 2 } });
    const answer = await update({ id, expectedVersion: 2, roleArn: `${roleArn}-b` });
    expect(at(answer, 'cluster.roleArn')).toBe(`${roleArn}-b`);
    expect(at(answer, 'cluster.checks.0.state')).toBe('WAITING');
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

  it('by REST is not sent again to a client that has it', async () => {
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
  it('starts from the first step, by GraphQL and REST', async () => {
    const mutation = `mutation { recheckCluster(input: { id: "${id}" }) {
      cluster { checks { state } } userErrors { code } } }`;
    const answer = await api.graphql(api.writer, mutation);
    expect(at(answer.body, 'data.recheckCluster.cluster.checks')).toHaveLength(11);
    expect(await rest('POST', `/${id}/recheck`)).toMatchObject({ status: 202 });
    expect(await rest('POST', '/nobody/recheck')).toMatchObject({ status: 404 });
  });
});

describe('text that Postgres cannot store', () => {
  it.each([
    ['GET', '?search=a%00b', undefined],
    ['GET', '/%00', undefined],
    ['POST', '', { ...registration(), name: 'a\0b' }],
    ['POST', '', { ...registration(), 'na\0me': 'a' }],
  ])('is refused where it is: %s %s', async (method, path, body) => {
    const answer = await rest(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    expect(JSON.stringify(answer.body)).toContain('NUL');
  });

  it('is refused in manifests and credentials, too', async () => {
    const manifests = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: "a\0" }\n';
    const yaml = { 'content-type': 'application/yaml' };
    const apply = await api.send(
      'POST',
      `/api/v1/clusters/${id}/manifests`,
      { ...api.writer, ...yaml },
      manifests,
    );
    expect(apply.status).toBe(400);
    const credentials = { name: 'ada\0', password: 'a long enough password' };
    expect((await api.send('POST', '/auth/sign-in', {}, credentials)).status).toBe(400);
  });
});

describe('removing a cluster', () => {
  it('by GraphQL needs its name again, and the version that was seen', async () => {
    const mutation = `mutation ($input: RemoveClusterInput!) { removeCluster(input: $input) {
      removedId userErrors { code field } } }`;
    const remove = async (confirmName: string, expectedVersion: number) => {
      const input = { id, confirmName, expectedVersion };
      const { body } = await api.graphql(api.writer, mutation, { input });
      return at(body, 'data.removeCluster');
    };
    expect(await remove('other', 1)).toEqual({
      removedId: null,
      userErrors: [{ code: 'INVALID', field: 'input.confirmName' }],
    });
    expect(await remove(name, 2)).toEqual({
      removedId: null,
      userErrors: [{ code: 'STALE', field: 'input.expectedVersion' }],
    });
    expect(await remove(name, 1)).toEqual({ removedId: id, userErrors: [] });
    expect(await remove(name, 1)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
  });

  it('by REST needs its name again, and the version that was seen', async () => {
    const remove = (confirmName: string, etag: string) =>
      rest('DELETE', `/${id}?confirmName=${confirmName}`, undefined, { 'if-match': etag });
    expect(await rest('DELETE', `/${id}`)).toMatchObject({ status: 400 });
    expect(await rest('DELETE', `/${id}?confirmName=${name}`)).toMatchObject({
      status: 428,
      body: { code: 'PRECONDITION_REQUIRED' },
    });
    const seen = (await rest('GET', `/${id}`)).headers.get('etag') ?? '';
    await rest('PATCH', `/${id}`, { mode: 'OBSERVE' }, { 'if-match': seen });
    expect(await remove(name, seen)).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED' },
    });
    const current = (await rest('GET', `/${id}`)).headers.get('etag') ?? '';
    expect(await remove('other', current)).toMatchObject({ status: 400 });
    expect(await remove(name, current)).toMatchObject({ status: 204, body: '' });
    expect(await rest('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
