import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { merge, useKubernetes } from './testing/use-kubernetes.js';

// Owners, dependents, finalizers and propagation; compared with a Kubernetes 1.36 server.

const cluster = useKubernetes();
const namespace = 'conformance-lifecycle';
const maps = `/api/v1/namespaces/${namespace}/configmaps`;
const replicaSets = `/apis/apps/v1/namespaces/${namespace}/replicasets`;
const pods = `/api/v1/namespaces/${namespace}/pods`;

beforeAll(() => cluster.namespace(namespace));

async function create(name: string, metadata: JsonObject = {}): Promise<string> {
  const { body } = await cluster.call('POST', maps, { metadata: { name, ...metadata } });
  return stringAt(body, 'metadata', 'uid') ?? '';
}

const ownedBy = (name: string, uid: string, fields: JsonObject = {}): JsonObject => ({
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, ...fields }],
});
const codeOf = async (path: string) => (await cluster.call('GET', path)).code;
const metadataOf = async (path: string) =>
  objectAt((await cluster.call('GET', path)).body, 'metadata');
const gone = (path: string) => cluster.until(async () => expect(await codeOf(path)).toBe(404));

describe('a dependent', () => {
  it('is deleted after its last owner', async () => {
    const first = await create('owner-1');
    const second = await create('owner-2');
    const both = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner-1', uid: first },
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner-2', uid: second },
    ];
    await create('dependent', { ownerReferences: both });
    await cluster.call('DELETE', `${maps}/owner-1`);
    await cluster.until(async () =>
      expect(listAt(await metadataOf(`${maps}/dependent`), 'ownerReferences')).toEqual([both[1]]),
    );
    await cluster.call('DELETE', `${maps}/owner-2`);
    await gone(`${maps}/dependent`);
  });

  it('of an owner that does not exist is deleted', async () => {
    await create('stray', ownedBy('nobody', '00000000-0000-0000-0000-000000000000'));
    await cluster.until(async () => expect(await codeOf(`${maps}/stray`)).toBe(404));
  });

  it('stays without its owner when the owner is deleted as Orphan', async () => {
    const uid = await create('leaving');
    await create('orphan', ownedBy('leaving', uid));
    const { body } = await cluster.call('DELETE', `${maps}/leaving`, {
      propagationPolicy: 'Orphan',
    });
    expect(listAt(body, 'metadata', 'finalizers')).toEqual(['orphan']);
    await gone(`${maps}/leaving`);
    await cluster.until(async () =>
      expect((await metadataOf(`${maps}/orphan`))['ownerReferences']).toBeUndefined(),
    );
  });

  it('that blocks the deletion of its owner is deleted first in the foreground', async () => {
    const uid = await create('waiting');
    const blocking = ownedBy('waiting', uid, { blockOwnerDeletion: true });
    await create('blocker', { ...blocking, finalizers: ['example.dev/hold'] });
    const { body } = await cluster.call('DELETE', `${maps}/waiting`, {
      propagationPolicy: 'Foreground',
    });
    expect(objectAt(body, 'metadata')).toMatchObject({
      finalizers: ['foregroundDeletion'],
      deletionTimestamp: expect.any(String),
    });
    await cluster.until(async () =>
      expect(await metadataOf(`${maps}/blocker`)).toMatchObject({
        deletionTimestamp: expect.any(String),
      }),
    );
    expect(await codeOf(`${maps}/waiting`)).toBe(200);
    await cluster.call('PATCH', `${maps}/blocker`, { metadata: { finalizers: null } }, merge);
    await gone(`${maps}/waiting`);
  });

  it('pod of a ReplicaSet has it as controller, and is deleted with it', async () => {
    const labels = { app: 'set' };
    await cluster.call('POST', replicaSets, {
      metadata: { name: 'set' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { schedulerName: 'nobody', containers: [{ name: 'c', image: 'none' }] },
        },
      },
    });
    const items = async () =>
      listAt((await cluster.call('GET', `${pods}?labelSelector=app%3Dset`)).body, 'items');
    await cluster.until(async () => expect(await items()).toHaveLength(2));
    expect(listAt((await items())[0], 'metadata', 'ownerReferences')).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'set',
        uid: expect.any(String),
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    await cluster.call('DELETE', `${replicaSets}/set`);
    await cluster.until(async () => expect(await items()).toEqual([]));
  });
});

describe('an object with finalizers', () => {
  it('is marked by a deletion, which changes nothing when repeated', async () => {
    await create('held', { finalizers: ['example.dev/one', 'example.dev/two'] });
    const first = await cluster.call('DELETE', `${maps}/held`);
    expect([first.code, first.body['kind']]).toEqual([200, 'ConfigMap']);
    const marked = objectAt(first.body, 'metadata');
    expect(marked).toMatchObject({
      deletionTimestamp: expect.any(String),
      deletionGracePeriodSeconds: 0,
    });
    const again = await cluster.call('DELETE', `${maps}/held`);
    expect(objectAt(again.body, 'metadata')['deletionTimestamp']).toBe(marked['deletionTimestamp']);
    expect((await cluster.call('DELETE', `${maps}/held?gracePeriodSeconds=0`)).code).toBe(200);
    const one = { metadata: { finalizers: ['example.dev/two'] } };
    expect((await cluster.call('PATCH', `${maps}/held`, one, merge)).code).toBe(200);
    const none = { metadata: { finalizers: [] } };
    expect((await cluster.call('PATCH', `${maps}/held`, none, merge)).code).toBe(200);
    expect(await codeOf(`${maps}/held`)).toBe(404);
  });

  it('can still be changed, and sends MODIFIED and DELETED to watches', async () => {
    await create('watched', { finalizers: ['example.dev/one'] });
    const watch = cluster.watch(`${maps}?watch=1&fieldSelector=metadata.name%3Dwatched`);
    await cluster.until(() => expect(watch.events).toHaveLength(1));
    await cluster.call('DELETE', `${maps}/watched`);
    await cluster.call('PATCH', `${maps}/watched`, { data: { a: '1' } }, merge);
    await cluster.call('PATCH', `${maps}/watched`, { metadata: { finalizers: null } }, merge);
    await cluster.until(() =>
      expect(watch.events.map((event) => stringAt(event, 'type'))).toEqual([
        'ADDED',
        'MODIFIED',
        'MODIFIED',
        'DELETED',
      ]),
    );
    const last = objectAt(watch.events[3], 'object');
    expect([last['data'], objectAt(last, 'metadata')['finalizers']]).toEqual([
      { a: '1' },
      ['example.dev/one'],
    ]);
    watch.close();
  });

  it('must have qualified names as finalizers', async () => {
    const { code, body } = await cluster.call('POST', maps, {
      metadata: { name: 'plain', finalizers: ['plain'] },
    });
    expect([code, body['message']]).toEqual([
      422,
      'ConfigMap "plain" is invalid: metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });
});

describe('a Node with the termination finalizer', () => {
  it('stays until it is removed, and its unschedulable mark becomes a taint', async () => {
    const nodes = '/api/v1/nodes';
    const name = 'conformance-terminating';
    const metadata = { name, finalizers: ['karpenter.sh/termination'] };
    await cluster.createGlobal(nodes, { metadata }, name);
    await cluster.call('PATCH', `${nodes}/${name}`, { spec: { unschedulable: true } }, merge);
    await cluster.until(async () => {
      const { body } = await cluster.call('GET', `${nodes}/${name}`);
      expect(listAt(body, 'spec', 'taints')).toContainEqual({
        key: 'node.kubernetes.io/unschedulable',
        effect: 'NoSchedule',
        timeAdded: expect.any(String),
      });
    });
    const { body } = await cluster.call('DELETE', `${nodes}/${name}`);
    expect(objectAt(body, 'metadata')['deletionTimestamp']).toEqual(expect.any(String));
    const none = { metadata: { finalizers: null } };
    expect((await cluster.call('PATCH', `${nodes}/${name}`, none, merge)).code).toBe(200);
    expect(await codeOf(`${nodes}/${name}`)).toBe(404);
  });
});

describe('a namespace', () => {
  it('empties itself, refuses new objects meanwhile, and goes with the last one', async () => {
    const path = '/api/v1/namespaces/conformance-ending';
    await cluster.namespace('conformance-ending');
    await cluster.call('POST', `${path}/configmaps`, {
      metadata: { name: 'last', finalizers: ['example.dev/hold'] },
    });
    const { body } = await cluster.call('DELETE', path);
    expect(body['status']).toMatchObject({ phase: 'Terminating' });
    const refused = await cluster.call('POST', `${path}/configmaps`, { metadata: { name: 'new' } });
    expect(refused.body).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps "new" is forbidden: unable to create new content in namespace conformance-ending because it is being terminated',
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    await cluster.until(async () =>
      expect(await metadataOf(`${path}/configmaps/last`)).toMatchObject({
        deletionTimestamp: expect.any(String),
      }),
    );
    const none = { metadata: { finalizers: null } };
    await cluster.call('PATCH', `${path}/configmaps/last`, none, merge);
    await gone(path);
  });
});
