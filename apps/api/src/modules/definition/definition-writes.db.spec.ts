import { ClusterMemory, resolveNodeClass } from '@kerf/application';
import { invariant } from '@kerf/core';
import { FakeCloud, fakeOtherPorts, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  const cluster = await store.clusters.find(clusterId);
  invariant(cluster !== null, 'the fleet has the cluster');
  // Classes are looked up in clusters that can be reached.
  await store.clusters.save({ ...cluster, certificateAuthority: 'LS0t' });
});
afterAll(() => api.close());

const clusterId = storedFleet.cluster;
const yaml = { 'content-type': 'application/yaml' };

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
const nodeClass = (name: string, role = 'NodeRole') => `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: ${name} }
spec:
  role: ${role}
  amiSelectorTerms: [{ alias: al2023@latest }]
  subnetSelectorTerms: [{ id: subnet-1 }]
  securityGroupSelectorTerms: [{ id: sg-1 }]
`;

type Collection = 'node-pools' | 'node-classes';

const create = (collection: Collection, manifest: string, headers = {}) =>
  api.send(
    'POST',
    `/api/v1/${collection}?cluster=${storedFleet.clusterName}`,
    { ...api.writer, ...headers },
    { manifest },
  );

/** Creates a definition and says where it is. */
async function created(collection: Collection, manifest: string): Promise<string> {
  const answer = await create(collection, manifest);
  expect(answer.status).toBe(201);
  const location = answer.headers.get('location');
  invariant(location !== null, 'what was created has a location');
  return location;
}

const put = (path: string, manifest: string, ifMatch?: string) =>
  api.send(
    'PUT',
    path,
    { ...api.writer, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    { manifest },
  );
const read = (path: string) => api.send('GET', path, api.reader);
const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('etag');
  invariant(tag !== null, 'the answer has no ETag');
  return tag;
};
const storedManifest = async (path: string) => String(at((await read(path)).body, 'manifest'));

describe('creating a definition', () => {
  it('answers 201 with id, version, ETag and Location', async () => {
    const answer = await create('node-pools', pool('new-pool'));
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'new-pool', version: 1, revision: 1, source: 'API' },
    });
    expect(tagOf(answer)).toMatch(/^"1-/);
    const id = String(at(answer.body, 'id'));
    expect(answer.headers.get('location')).toBe(`/api/v1/node-pools/${id}`);
    expect(await read(`/api/v1/node-pools/${id}`)).toMatchObject({ status: 200, body: { id } });
    const ofClass = await create('node-classes', nodeClass('new-class'));
    expect(ofClass).toMatchObject({ status: 201, body: { name: 'new-class', version: 1 } });
    expect(ofClass.headers.get('location')).toBe(
      `/api/v1/node-classes/${String(at(ofClass.body, 'id'))}`,
    );
  });

  it('takes YAML as it is', async () => {
    const path = `/api/v1/node-pools?cluster=${storedFleet.clusterName}`;
    const answer = await api.send('POST', path, { ...api.writer, ...yaml }, pool('as-text'));
    expect(answer).toMatchObject({ status: 201, body: { name: 'as-text' } });
  });

  it('never replaces an existing definition', async () => {
    const path = await created('node-pools', pool('twice'));
    expect(await create('node-pools', pool('twice', '99'))).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', detail: 'NodePool twice already exists (its version is 1).' },
    });
    expect(await storedManifest(path)).toContain('cpu: "10"');
  });

  it('at the same time as another lets one of them through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create('node-pools', pool('race', `${index + 1}`))),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('takes one document of its own kind', async () => {
    expect(await create('node-pools', nodeClass('wrong-kind'))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest/kind' }] },
    });
    expect(await create('node-pools', `${pool('a')}---${pool('b')}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest', detail: expect.stringContaining('2 documents') }] },
    });
    expect(await create('node-pools', pool('bad', 'lots'))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest/spec/limits/cpu' }] },
    });
  });

  it('needs a cluster that there is, and the right to write', async () => {
    const send = (query: string, sender = api.writer) =>
      api.send('POST', `/api/v1/node-pools${query}`, sender, { manifest: pool('x') });
    expect((await send('')).status).toBe(400);
    expect((await send('?cluster=none')).status).toBe(404);
    expect((await send(`?cluster=${storedFleet.clusterName}`, api.reader)).status).toBe(403);
  });

  it('with an idempotency key happens once', async () => {
    const key = { 'idempotency-key': 'create-once' };
    const first = await create('node-pools', pool('once'), key);
    const again = await create('node-pools', pool('once'), key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(at(again.body, 'id')).toBe(at(first.body, 'id'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('replacing a definition', () => {
  it('needs the version that was read', async () => {
    const path = await created('node-pools', pool('guarded'));
    const without = await put(path, pool('guarded', '20'));
    expect(without).toMatchObject({ status: 428, body: { code: 'PRECONDITION_REQUIRED' } });
    const tag = tagOf(await read(path));
    const done = await put(path, pool('guarded', '20'), tag);
    expect(done).toMatchObject({ status: 200, body: { version: 2, revision: 2 } });
    expect(tagOf(done)).toMatch(/^"2-/);
    const stale = await put(path, pool('guarded', '30'), tag);
    expect(stale).toMatchObject({
      status: 412,
      body: {
        code: 'PRECONDITION_FAILED',
        detail: 'NodePool guarded was changed (its version is 2). Read it again.',
      },
    });
    expect(await storedManifest(path)).toContain('cpu: "20"');
  });

  it('at the same time as others lets one of them through', async () => {
    const path = await created('node-pools', pool('contended'));
    const tag = tagOf(await read(path));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => put(path, pool('contended', `${index + 20}`), tag)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('follows RFC 9110 for lists, weak ETags and the asterisk', async () => {
    const path = await created('node-pools', pool('conditional'));
    expect((await put(path, pool('conditional', '11'), '"7", "1"')).status).toBe(200);
    expect((await put(path, pool('conditional', '12'), 'W/"2"')).status).toBe(412);
    expect((await put(path, pool('conditional', '12'), '*')).status).toBe(200);
    expect((await put(path, pool('conditional', '13'), '3')).status).toBe(400);
  });

  it('of a node class is not disturbed by its look-ups', async () => {
    const path = await created('node-classes', nodeClass('looked-up'));
    const tag = tagOf(await read(path));
    await lookUp('looked-up');
    expect((await read(path)).body).toMatchObject({ version: 1, isReady: true });
    const done = await put(path, nodeClass('looked-up', 'OtherRole'), tag);
    expect(done).toMatchObject({ status: 200, body: { version: 2 } });
    // The results of the old selectors are in force until the new ones are looked up.
    expect(done.body).toMatchObject({ isReady: true, instanceProfile: 'profile' });
  });

  it('with the stored manifest changes nothing', async () => {
    const path = await created('node-pools', pool('same'));
    const again = await put(path, pool('same'), '"1"');
    expect(again).toMatchObject({ status: 200, body: { version: 1, revision: 1 } });
  });

  it('takes back the manifest that was read', async () => {
    const path = await created('node-pools', pool('round-trip'));
    const manifest = await storedManifest(path);
    const done = await put(path, manifest.replace('"10"', '"44"'), '"1"');
    expect(done.status).toBe(200);
    expect(await storedManifest(path)).toContain('cpu: "44"');
  });

  it('is refused for another name, another kind, and a manifest that is wrong', async () => {
    const path = await created('node-pools', pool('refused'));
    expect(await put(path, pool('renamed'), '"1"')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest/metadata/name' }] },
    });
    expect(await put(path, nodeClass('refused'), '"1"')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest/kind' }] },
    });
    expect(await put(path, pool('refused', 'lots'), '"1"')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/manifest/spec/limits/cpu' }] },
    });
    // A precondition comes before what the body holds.
    expect((await put(path, pool('refused', 'lots'), '"7"')).status).toBe(412);
  });

  it('is refused for a definition that the cluster owns, and for a missing one', async () => {
    const owned = `/api/v1/node-classes/${storedFleet.nodeClass}`;
    expect(await put(owned, nodeClass('default'), '*')).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect((await put('/api/v1/node-pools/npl_none', pool('x'), '*')).status).toBe(404);
    const ofOtherKind = `/api/v1/node-classes/${storedFleet.nodePool}`;
    expect((await put(ofOtherKind, nodeClass('x'), '*')).status).toBe(404);
  });
});

/** Looks up a class as the worker does each minute. */
async function lookUp(name: string): Promise<void> {
  const { store, clock } = api.api.parts.ports;
  const cloud = new FakeCloud(() => clock.now());
  const others = { ...fakeOtherPorts(), memory: new ClusterMemory() };
  await resolveNodeClass({ ...others, store, clock, cloud }, { clusterId, name });
}

describe('deleting a definition', () => {
  it('compares the version that was read, with and without look-ups', async () => {
    const path = await created('node-classes', nodeClass('deleted'));
    await lookUp('deleted');
    const remove = (ifMatch: string) =>
      api.send('DELETE', path, { ...api.writer, 'if-match': ifMatch });
    expect((await remove('"2"')).status).toBe(412);
    expect((await remove('"9", "1"')).status).toBe(204);
    expect((await remove('*')).status).toBe(404);
  });
});

describe('the resolution of an EC2NodeClass', () => {
  it('is not saved if it began before a change of the spec', async () => {
    const path = await created('node-classes', nodeClass('overtaken'));
    const { store, clock } = api.api.parts.ports;
    const found = await store.definitions.find(clusterId, 'EC2NodeClass', 'overtaken');
    invariant(found?.kind === 'EC2NodeClass', 'the EC2NodeClass was created');
    expect((await put(path, nodeClass('overtaken', 'OtherRole'), '"1"')).status).toBe(200);
    const resolution = await new FakeCloud(() => clock.now()).resolveNodeClass();
    expect(await store.definitions.saveResolution(found, resolution)).toBe(false);
    expect((await read(path)).body).toMatchObject({ isReady: false, resolvedAt: null });
  });
});
