import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const clusterId = storedFleet.cluster;
const path = `/api/v1/clusters/${storedFleet.clusterName}/manifests`;

const pool = (name: string, cpu = '10') => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: "${cpu}" }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;
const defaultClass = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: NodeRole
  amiSelectorTerms: [{ alias: al2023@latest }]
  subnetSelectorTerms: [{ id: subnet-1 }]
  securityGroupSelectorTerms: [{ id: sg-1 }]
`;

const mutation = `mutation ($input: ApplyManifestsInput!) { applyManifests(input: $input) {
  applied documents { index name outcome definitionId version currentVersion accepted }
  userErrors { code field message } } }`;
const send = (input: object) =>
  api.graphql(api.writer, mutation, { input: { clusterId, dryRun: false, ...input } });
const apply = async (input: object) => at((await send(input)).body, 'data.applyManifests');
const post = (body: object, headers = {}) =>
  api.send('POST', path, { ...api.writer, ...headers }, body);

describe('a refused apply by GraphQL', () => {
  it('has a user error for each field that is wrong', async () => {
    const answer = await apply({ manifests: `${pool('good')}---${pool('bad', 'lots')}` });
    expect(answer).toMatchObject({
      applied: false,
      documents: [
        { name: 'good', outcome: 'CREATED', version: null },
        { name: 'bad', outcome: 'REFUSED', accepted: false },
      ],
      userErrors: [
        {
          code: 'INVALID',
          field: 'input.manifests.1.spec.limits.cpu',
          message: expect.stringContaining('lots'),
        },
      ],
    });
  });

  it('has one for text that holds no document', async () => {
    expect(await apply({ manifests: '# nothing' })).toMatchObject({
      applied: false,
      userErrors: [{ code: 'INVALID', field: 'input.manifests.0' }],
    });
  });

  it('names the cluster that owns the definition', async () => {
    expect(await apply({ manifests: defaultClass })).toMatchObject({
      applied: false,
      userErrors: [{ code: 'FORBIDDEN', field: 'input.manifests.0.metadata.name' }],
    });
  });

  it('shows as a dry run its result for an object that a cluster owns', async () => {
    const query = mutation.replace('accepted }', 'accepted manifest currentManifest }');
    const answer = await api.graphql(api.writer, query, {
      input: { clusterId, dryRun: true, manifests: defaultClass },
    });
    expect(at(answer.body, 'data.applyManifests.documents')).toMatchObject([
      {
        outcome: 'REFUSED',
        accepted: false,
        manifest: expect.stringContaining('role: NodeRole'),
        currentManifest: expect.stringContaining('kind: EC2NodeClass'),
      },
    ]);
  });

  it('as a dry run is refused in its document, without a user error', async () => {
    expect(await apply({ manifests: pool('bad', 'lots'), dryRun: true })).toMatchObject({
      applied: false,
      documents: [{ outcome: 'REFUSED' }],
      userErrors: [],
    });
  });
});

describe('an idempotency key', () => {
  it('is not used up by a refused request, nor by a dry run', async () => {
    const idempotencyKey = 'corrected-later';
    expect(await apply({ manifests: pool('keyed', 'lots'), idempotencyKey })).toMatchObject({
      userErrors: [{ code: 'INVALID' }],
    });
    expect(await apply({ manifests: pool('keyed'), dryRun: true, idempotencyKey })).toMatchObject({
      applied: false,
      userErrors: [],
    });
    expect(await apply({ manifests: pool('keyed'), idempotencyKey })).toMatchObject({
      applied: true,
      documents: [{ outcome: 'CREATED' }],
    });
    const other = await send({ manifests: pool('keyed', '99'), idempotencyKey });
    expect(at(other.body, 'errors.0.extensions.code')).toBe('CONFLICT');
  });

  it('is not used up by a request that REST refuses', async () => {
    const key = { 'idempotency-key': 'corrected-by-rest' };
    expect((await post({ manifests: pool('by-rest', 'lots') }, key)).status).toBe(400);
    expect((await post({ manifests: pool('by-rest') }, key)).status).toBe(201);
  });

  it('marks the answer that is given again', async () => {
    const key = { 'idempotency-key': 'replayed' };
    const body = { manifests: pool('replayed') };
    const [first, again] = [await post(body, key), await post(body, key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is marked in GraphQL by the header and in extensions', async () => {
    const input = { manifests: pool('replayed-there'), idempotencyKey: 'replayed-there' };
    const [first, again] = [await send(input), await send(input)];
    expect(at(again.body, 'data')).toEqual(at(first.body, 'data'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(first.body).not.toHaveProperty('extensions');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(at(again.body, 'extensions')).toEqual({ idempotencyReplayed: true });
  });
});

describe('the answer', () => {
  it('has the outcome of each document, its id and its version', async () => {
    const first = await post({ manifests: `${pool('a')}---${pool('b')}` });
    expect(first).toMatchObject({
      status: 201,
      body: {
        documents: [
          { name: 'a', outcome: 'CREATED', version: 1, currentVersion: null },
          { name: 'b', outcome: 'CREATED', version: 1, currentVersion: null },
        ],
      },
    });
    expect(first.headers.get('location')).toBeNull();
    const second = await post({ manifests: `${pool('a')}---${pool('b', '20')}` });
    expect(second).toMatchObject({
      status: 200,
      body: {
        documents: [
          { outcome: 'UNCHANGED', version: 1, currentVersion: 1 },
          { outcome: 'UPDATED', version: 2, currentVersion: 1 },
        ],
      },
    });
    const id = String(at(second.body, 'documents.1.definitionId'));
    const read = await api.send('GET', `/api/v1/node-pools/${id}`, api.reader);
    expect(read).toMatchObject({ status: 200, body: { name: 'b', version: 2 } });
  });

  it('has the location of the one definition that was created', async () => {
    const answer = await post({ manifests: pool('located') });
    const id = String(at(answer.body, 'documents.0.definitionId'));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/node-pools/${id}`);
  });

  it('as a dry run returns the changes that it would make', async () => {
    await apply({ manifests: pool('would-change') });
    const text = `${pool('would-change', '20')}---${pool('would-be-new')}`;
    expect(await apply({ manifests: text, dryRun: true })).toMatchObject({
      applied: false,
      documents: [
        { outcome: 'UPDATED', version: 1, currentVersion: 1 },
        { outcome: 'CREATED', version: null, currentVersion: null, definitionId: null },
      ],
    });
  });
});

describe('expected versions', () => {
  const expecting = (manifests: string, ...versions: readonly number[]) =>
    apply({
      manifests,
      expectedVersions: versions.map((expectedVersion, index) => ({ index, expectedVersion })),
    });

  it('save the version that was read, and refuse one that was changed since', async () => {
    await apply({ manifests: pool('versioned') });
    expect(await expecting(pool('versioned', '20'), 1)).toMatchObject({
      applied: true,
      documents: [{ version: 2 }],
    });
    expect(await expecting(pool('versioned', '30'), 1)).toMatchObject({
      applied: false,
      documents: [{ currentVersion: 2, version: 2 }],
      userErrors: [
        {
          code: 'STALE',
          field: 'input.expectedVersions.0.expectedVersion',
          message: 'NodePool versioned was changed (its version is 2). Read it again.',
        },
      ],
    });
  });

  it('of 0 save new definitions only', async () => {
    expect(await expecting(pool('only-new'), 0)).toMatchObject({ applied: true });
    expect(await expecting(pool('only-new', '20'), 0)).toMatchObject({
      applied: false,
      userErrors: [
        { code: 'CONFLICT', message: 'NodePool only-new already exists (its version is 1).' },
      ],
    });
    expect(await expecting(pool('never-was'), 3)).toMatchObject({
      applied: false,
      userErrors: [{ code: 'STALE', message: 'NodePool never-was does not exist.' }],
    });
  });

  it('refuse all documents when one is stale', async () => {
    await apply({ manifests: `${pool('one')}---${pool('two')}` });
    const text = `${pool('one', '20')}---${pool('two', '20')}`;
    expect(await expecting(text, 1, 7)).toMatchObject({
      applied: false,
      documents: [{ currentVersion: 1 }, { currentVersion: 1 }],
      userErrors: [{ code: 'STALE', field: 'input.expectedVersions.1.expectedVersion' }],
    });
    expect(await apply({ manifests: text, dryRun: true })).toMatchObject({
      documents: [{ currentVersion: 1 }, { currentVersion: 1 }],
    });
  });

  it('name each a document of its own', async () => {
    const entry = (index: number) => ({ index, expectedVersion: 0 });
    const refused = async (expectedVersions: readonly object[]) =>
      at(await apply({ manifests: pool('x'), expectedVersions }), 'userErrors');
    expect(await refused([entry(1)])).toMatchObject([
      {
        code: 'INVALID',
        field: 'input.expectedVersions.0.index',
        message: 'must be the index of a document, from 0; there is no document 1',
      },
    ]);
    expect(await refused([entry(0), entry(0)])).toMatchObject([
      { code: 'INVALID', field: 'input.expectedVersions.1.index' },
    ]);
    expect(await refused([{ index: 0, expectedVersion: -1 }])).toMatchObject([
      { code: 'INVALID', field: 'input.expectedVersions.0.expectedVersion' },
    ]);
  });

  it('are accepted by REST, which answers 412 or 409', async () => {
    await apply({ manifests: pool('by-rest-too') });
    const body = (expectedVersion: number) => ({
      manifests: pool('by-rest-too', '20'),
      expectedVersions: [{ index: 0, expectedVersion }],
    });
    expect(await post(body(7))).toMatchObject({
      status: 412,
      body: {
        code: 'PRECONDITION_FAILED',
        errors: [{ pointer: '#/expectedVersions/0/expectedVersion' }],
      },
    });
    expect(await post(body(0))).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await post(body(1))).toMatchObject({ status: 200 });
  });
});

describe('applying at the same time', () => {
  it('never fails otherwise than by a conflict', async () => {
    const names = ['p', 'q', 'r'];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const order = index % 2 === 0 ? names : names.toReversed();
        return post({ manifests: order.map((name) => pool(name, `${index + 1}`)).join('---') });
      }),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses.has(201)).toBe(true);
    expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  });
});
