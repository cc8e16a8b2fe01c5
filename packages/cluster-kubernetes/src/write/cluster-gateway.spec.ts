import type { EvictionAnswer } from '@kerf/application';
import { type JsonObject, toRecord, toRecords } from '@kerf/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { launchedInstance } from '../testing/records.js';
import { answer, type Exchange, refuse, ScriptedCluster } from '../testing/scripted-cluster.js';
import { createClusterGateway, type KubernetesGateway } from './cluster-gateway.js';

let cluster: ScriptedCluster;
let gateway: KubernetesGateway;
let now = 0;
let tokenCount: string[];

beforeAll(async () => {
  cluster = await ScriptedCluster.start();
});
afterAll(() => cluster.stop());

beforeEach(() => {
  cluster.exchanges.length = 0;
  tokenCount = [];
  now = Date.parse('2026-11-21T10:00:00Z');
  gateway = createClusterGateway({
    tokens: async ({ roleArn }) => {
      tokenCount.push(roleArn);
      return { token: 't', expiresAt: now + 600_000 };
    },
    clock: { now: () => now },
    endpoints: loopbackEndpoints,
  });
});
afterEach(() => gateway.close());

/** Responds to requests by method and path; the last response of a list is repeated. */
function script(answers: Record<string, readonly ((exchange: Exchange) => void)[]>): void {
  const left = new Map(Object.entries(answers).map(([key, list]) => [key, [...list]]));
  cluster.script = (exchange) => {
    const list = left.get(`${exchange.method} ${exchange.path}`) ?? [];
    const next = list.length > 1 ? list.shift() : list[0];
    if (next === undefined) refuse(exchange, 404, 'NotFound');
    else next(exchange);
    return true;
  };
}

const ok = (body: JsonObject) => (exchange: Exchange) => answer(exchange, body);
const no =
  (code: number, reason: string, details: JsonObject = {}) =>
  (exchange: Exchange) =>
    refuse(exchange, code, reason, details);
const bodiesOf = (method: string) =>
  cluster.exchanges
    .filter((exchange) => exchange.method === method)
    .map(({ body }) => toRecord(body));

/** Returns the values that each JSON patch sets, by path. */
const patchedValues = () =>
  cluster.exchanges
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) =>
      Object.fromEntries(
        toRecords(body)
          .filter(({ op }) => op === 'add')
          .map(({ path, value }) => [path, value]),
      ),
    );

const nodePath = '/api/v1/nodes/n1';
const node = (resourceVersion: string, taints: readonly JsonObject[] = []): JsonObject => ({
  metadata: { name: 'n1', uid: 'u', resourceVersion },
  spec: { taints },
});
const taint = { key: 'karpenter.sh/disrupted', value: '', effect: 'NoSchedule' } as const;

describe('a change of an object', () => {
  it('applies only to the node and the list that were read', async () => {
    script({
      [`GET ${nodePath}`]: [ok(node('7', [{ key: 'a', effect: 'NoExecute', timeAdded: 'then' }]))],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.addTaint(cluster.details, 'n1', taint);
    const read = [{ key: 'a', effect: 'NoExecute', timeAdded: 'then' }];
    expect(cluster.exchanges.find(({ method }) => method === 'PATCH')?.body).toEqual([
      { op: 'test', path: '/metadata/uid', value: 'u' },
      { op: 'test', path: '/spec/taints', value: read },
      { op: 'add', path: '/spec/taints', value: [...read, taint] },
    ]);
  });

  it.each([
    [422, 'Invalid'],
    [409, 'Conflict'],
  ])('is repeated once after a concurrent change (%i)', async (code, reason) => {
    script({
      [`GET ${nodePath}`]: [
        ok(node('7')),
        ok(node('8', [{ key: 'theirs', effect: 'NoSchedule' }])),
      ],
      [`PATCH ${nodePath}`]: [no(code, reason), ok({})],
    });
    await gateway.addTaint(cluster.details, 'n1', taint);
    expect(patchedValues()[1]).toEqual({
      '/spec/taints': [{ key: 'theirs', effect: 'NoSchedule' }, taint],
    });
  });

  it('is not repeated if the object would be invalid', async () => {
    const details = { causes: [{ reason: 'FieldValueInvalid', message: 'must be a valid key' }] };
    script({
      [`GET ${nodePath}`]: [ok(node('7'))],
      [`PATCH ${nodePath}`]: [no(422, 'Invalid', details)],
    });
    await expect(gateway.addTaint(cluster.details, 'n1', taint)).rejects.toMatchObject({
      code: 'CLUSTER.INVALID',
      retry: { kind: 'never' },
    });
    expect(patchedValues()).toHaveLength(1);
  });

  it.each([
    [422, 'Invalid'],
    [409, 'Conflict'],
  ])('fails with a retry after a second concurrent change (%i)', async (code, reason) => {
    script({ [`GET ${nodePath}`]: [ok(node('7'))], [`PATCH ${nodePath}`]: [no(code, reason)] });
    await expect(gateway.addTaint(cluster.details, 'n1', taint)).rejects.toMatchObject({
      code: 'CLUSTER.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(patchedValues()).toHaveLength(2);
  });

  it('is not sent without a difference', async () => {
    script({ [`GET ${nodePath}`]: [ok(node('7', [taint]))] });
    await gateway.addTaint(cluster.details, 'n1', taint);
    expect(patchedValues()).toEqual([]);
  });

  it('replaces a taint with the same key and effect', async () => {
    script({
      [`GET ${nodePath}`]: [ok(node('7', [{ ...taint, value: 'old' }]))],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.addTaint(cluster.details, 'n1', taint);
    expect(patchedValues()).toEqual([{ '/spec/taints': [taint] }]);
  });

  it('is no failure if the object is deleted meanwhile', async () => {
    script({ [`GET ${nodePath}`]: [ok(node('7'))], [`PATCH ${nodePath}`]: [no(404, 'NotFound')] });
    await expect(gateway.addTaint(cluster.details, 'n1', taint)).resolves.toBeUndefined();
  });

  it('adds no finalizer to a terminating node', async () => {
    const leaving = { name: 'n1', resourceVersion: '7', deletionTimestamp: '2026-11-21T10:00:00Z' };
    script({
      [`GET ${nodePath}`]: [ok({ metadata: leaving })],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.syncRegisteredNode(cluster.details, {
      nodeName: 'n1',
      labels: {},
      annotations: {},
      taints: [],
      startupTaints: [],
      owner: { nodeClaimName: 'gone' },
    });
    expect(patchedValues()).toMatchObject([
      { '/metadata/finalizers': [], '/metadata/ownerReferences': [] },
    ]);
  });

  it('does not repeat the registration of a node, or its startup taints', async () => {
    const labels = { 'karpenter.sh/registered': 'true' };
    script({ [`GET ${nodePath}`]: [ok({ metadata: { name: 'n1', labels } })] });
    await gateway.syncRegisteredNode(cluster.details, {
      nodeName: 'n1',
      labels: { 'example.com/team': 'web' },
      annotations: {},
      taints: [],
      startupTaints: [taint],
      owner: { nodeClaimName: 'gone' },
    });
    expect(patchedValues()).toEqual([]);
  });

  it('keeps the taints of a node with the label do-not-sync-taints, except the unregistered taint', async () => {
    const labels = { 'karpenter.sh/do-not-sync-taints': 'true' };
    const taints = [{ key: 'karpenter.sh/unregistered', effect: 'NoExecute' }];
    script({
      [`GET ${nodePath}`]: [ok({ metadata: { name: 'n1', labels }, spec: { taints } })],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.syncRegisteredNode(cluster.details, {
      nodeName: 'n1',
      labels: {},
      annotations: {},
      taints: [taint],
      startupTaints: [taint],
      owner: { nodeClaimName: 'gone' },
    });
    expect(patchedValues()).toMatchObject([{ '/spec/taints': [] }]);
  });
});

describe('a deletion', () => {
  const held = (metadata: JsonObject = {}, providerID = 'aws:///a/i-1'): JsonObject => ({
    metadata: {
      name: 'n1',
      uid: 'u1',
      resourceVersion: '7',
      finalizers: ['karpenter.sh/termination'],
      ...metadata,
    },
    spec: { providerID },
  });
  const methods = (): readonly string[] => cluster.exchanges.map(({ method }) => method);

  it('deletes exactly the node that was read, and leaves its finalizer', async () => {
    script({ [`GET ${nodePath}`]: [ok(held())], [`DELETE ${nodePath}`]: [ok({})] });
    await gateway.deleteNode(cluster.details, 'n1', 'aws:///a/i-1');
    expect(bodiesOf('DELETE')).toEqual([{ preconditions: { uid: 'u1' } }]);
    expect(methods()).toEqual(['GET', 'DELETE']);
  });

  it.each<readonly [string, JsonObject]>([
    ['is being deleted already', held({ deletionTimestamp: '2026-11-21T10:00:00Z' })],
    ['belongs to another instance', held({}, 'aws:///a/i-2')],
    ['would be gone at once, because no finalizer of Kerf keeps it', held({ finalizers: ['a/b'] })],
  ])('changes nothing on a node that %s', async (_what, found) => {
    script({ [`GET ${nodePath}`]: [ok(found)] });
    await gateway.deleteNode(cluster.details, 'n1', 'aws:///a/i-1');
    expect(methods()).toEqual(['GET']);
  });

  it.each([
    ['before', { [`GET ${nodePath}`]: [no(404, 'NotFound')] }],
    [
      'meanwhile',
      { [`GET ${nodePath}`]: [ok(held())], [`DELETE ${nodePath}`]: [no(404, 'NotFound')] },
    ],
  ])('is no failure if the node was gone %s', async (_when, answers) => {
    script(answers);
    await expect(gateway.deleteNode(cluster.details, 'n1')).resolves.toBeUndefined();
  });

  it('fails with a retry if another node has the name meanwhile', async () => {
    script({ [`GET ${nodePath}`]: [ok(held())], [`DELETE ${nodePath}`]: [no(409, 'Conflict')] });
    await expect(gateway.deleteNode(cluster.details, 'n1')).rejects.toMatchObject({
      code: 'CLUSTER.CONFLICT',
      retry: { kind: 'backoff' },
    });
  });

  const ofPool = { labels: { 'karpenter.sh/nodepool': 'default' } };
  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ['of a NodePool', ofPool, {}, ['GET', 'DELETE']],
    ['of its instance', ofPool, { providerID: 'aws:///a/i-1' }, ['GET', 'DELETE']],
    ['of a user with the same name', {}, {}, ['GET']],
    ['of another instance', ofPool, { providerID: 'aws:///a/i-2' }, ['GET']],
  ])(
    'looks whether it is meant: a NodeClaim object %s',
    async (_which, metadata, status, expected) => {
      const path = '/apis/karpenter.sh/v1/nodeclaims/c1';
      script({
        [`GET ${path}`]: [ok({ ...held(metadata), status })],
        [`DELETE ${path}`]: [ok({})],
      });
      await gateway.deleteNodeClaim(cluster.details, {
        name: 'c1',
        standalone: null,
        instance: { ...launchedInstance, providerId: 'aws:///a/i-1' },
      });
      expect(methods()).toEqual(expected);
    },
  );
});

describe('a removal', () => {
  const finalizers = ['others/own', 'karpenter.sh/termination'];
  const held = (uid: string, providerID = 'aws:///a/i-1'): JsonObject => ({
    metadata: { name: 'n1', uid, resourceVersion: '7', finalizers },
    spec: { providerID },
  });

  it("deletes the object, then removes Kerf's finalizer", async () => {
    script({
      [`GET ${nodePath}`]: [ok(held('u1'))],
      [`DELETE ${nodePath}`]: [ok({})],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.removeNode(cluster.details, 'n1', 'aws:///a/i-1');
    expect(bodiesOf('DELETE')).toEqual([{ preconditions: { uid: 'u1' } }]);
    expect(patchedValues()).toEqual([{ '/metadata/finalizers': ['others/own'] }]);
  });

  it('of an object that is being deleted only removes the finalizer', async () => {
    const { metadata, ...rest } = held('u1');
    const leaving = { ...toRecord(metadata), deletionTimestamp: '2026-11-21T10:00:00Z' };
    script({
      [`GET ${nodePath}`]: [ok({ ...rest, metadata: leaving })],
      [`PATCH ${nodePath}`]: [ok({})],
    });
    await gateway.removeNode(cluster.details, 'n1', 'aws:///a/i-1');
    expect(bodiesOf('DELETE')).toEqual([]);
    expect(patchedValues()).toEqual([{ '/metadata/finalizers': ['others/own'] }]);
  });

  it('does not remove another node with the same name', async () => {
    script({ [`GET ${nodePath}`]: [ok(held('u2', 'aws:///a/i-2'))] });
    await gateway.removeNode(cluster.details, 'n1', 'aws:///a/i-1');
    expect(cluster.exchanges.map(({ method }) => method)).toEqual(['GET']);
  });

  it('does not remove the finalizer of a node that was created meanwhile', async () => {
    script({
      [`GET ${nodePath}`]: [ok(held('u1')), ok(held('u2'))],
      [`DELETE ${nodePath}`]: [ok({})],
    });
    await gateway.removeNode(cluster.details, 'n1');
    expect(patchedValues()).toEqual([]);
  });

  it('fails with a retry if another node was created before the deletion', async () => {
    script({
      [`GET ${nodePath}`]: [ok(held('u1'))],
      [`DELETE ${nodePath}`]: [no(409, 'Conflict')],
    });
    await expect(gateway.removeNode(cluster.details, 'n1')).rejects.toMatchObject({
      code: 'CLUSTER.CONFLICT',
      retry: { kind: 'backoff' },
    });
  });
});

describe('an eviction', () => {
  const pod = { namespace: 'shop', name: 'web-1', uid: 'u1' };
  const path = '/api/v1/namespaces/shop/pods/web-1';
  const evicted = async (...answers: ((exchange: Exchange) => void)[]): Promise<EvictionAnswer> => {
    script({
      [`POST ${path}/eviction`]: answers,
      [`GET ${path}`]: [ok({ metadata: { name: 'web-1', uid: 'u2' } })],
    });
    return gateway.evict(cluster.details, pod);
  };
  const budget = (message: string) => ({ causes: [{ reason: 'DisruptionBudget', message }] });

  it('is for the pod with this UID', async () => {
    expect(await evicted(ok({ kind: 'Status', status: 'Success' }))).toEqual({ kind: 'Accepted' });
    expect(bodiesOf('POST')).toEqual([
      {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { namespace: 'shop', name: 'web-1' },
        deleteOptions: { preconditions: { uid: 'u1' } },
      },
    ]);
  });

  it('is blocked by a PodDisruptionBudget', async () => {
    const message = 'The disruption budget web needs 3 healthy pods and has 3 currently';
    expect(await evicted(no(429, 'TooManyRequests', budget(message)))).toEqual({
      kind: 'Blocked',
      message: 'a PodDisruptionBudget allows no eviction now',
      pdb: 'web',
    });
  });

  it('is blocked while a PodDisruptionBudget is not computed', async () => {
    const message = 'The disruption budget web is still being processed by the server.';
    expect(await evicted(no(429, 'TooManyRequests', budget(message)))).toMatchObject({
      pdb: 'web',
    });
  });

  it('fails with a retry if the server is busy', async () => {
    await expect(evicted(no(429, 'TooManyRequests'))).rejects.toMatchObject({
      code: 'CLUSTER.RATE_LIMITED',
    });
  });

  it('is blocked for a pod with several PodDisruptionBudgets', async () => {
    const message = 'This pod has more than one PodDisruptionBudget, which is not supported.';
    const answered = await evicted(no(500, 'InternalError', { message }));
    expect(answered).toMatchObject({ kind: 'Blocked', pdb: null });
  });

  it.each([
    [400, 'BadRequest', 'admission webhook "guard.example" denied the request: not now'],
    [403, 'Forbidden', 'admission webhook "guard.example" denied the request without explanation'],
    [422, 'Invalid', "ValidatingAdmissionPolicy 'guard' with binding 'all' denied request: no"],
    [429, 'TooManyRequests', 'admission webhook "guard.example" denied the request: later'],
  ])('is blocked by an admission webhook or policy (%i)', async (code, reason, message) => {
    expect(await evicted(no(code, reason, { message }))).toEqual({
      kind: 'Blocked',
      message: 'an admission webhook or policy does not allow the eviction',
      pdb: null,
    });
  });

  it('is done if the pod does not exist, or is another one', async () => {
    expect(await evicted(no(404, 'NotFound'))).toEqual({ kind: 'Gone' });
    expect(await evicted(no(409, 'Conflict'))).toEqual({ kind: 'Gone' });
  });

  it('fails with a retry after a conflict', async () => {
    script({
      [`POST ${path}/eviction`]: [no(409, 'Conflict')],
      [`GET ${path}`]: [ok({ metadata: { name: 'web-1', uid: 'u1' } })],
    });
    await expect(gateway.evict(cluster.details, pod)).rejects.toMatchObject({
      code: 'CLUSTER.CONFLICT',
    });
  });

  it('is accepted in a terminating namespace', async () => {
    const causes = [{ reason: 'NamespaceTerminating', message: 'shop is being terminated' }];
    expect(await evicted(no(403, 'Forbidden', { causes }))).toEqual({ kind: 'Accepted' });
  });

  it('fails without the permission', async () => {
    await expect(evicted(no(403, 'Forbidden'))).rejects.toMatchObject({
      code: 'CLUSTER.FORBIDDEN',
      retry: { kind: 'backoff' },
    });
  });
});

describe('a deletion', () => {
  it('has a grace period in whole seconds and the UID of the pod', async () => {
    const path = '/api/v1/namespaces/shop/pods/web-1';
    script({ [`DELETE ${path}`]: [ok({})] });
    const pod = { namespace: 'shop', name: 'web-1', uid: 'u1' };
    await gateway.deletePod(cluster.details, pod, 1_500);
    expect(bodiesOf('DELETE')).toEqual([{ gracePeriodSeconds: 2, preconditions: { uid: 'u1' } }]);
  });
});

describe('annotations of a pod', () => {
  const path = '/api/v1/namespaces/shop/pods/web-1';
  const pod = { namespace: 'shop', name: 'web-1', uid: 'u1' };
  const change = { from: { a: null, b: '2' }, to: { a: '1', b: null } };
  const annotate = () => gateway.annotatePod(cluster.details, pod, change);
  const read = (annotations: Record<string, string>, uid = 'u1') =>
    ok({ metadata: { uid, resourceVersion: '7', annotations } });
  const asKnown = read({ b: '2', c: '3' });

  it('are patched for the pod with this UID, as it was read', async () => {
    script({ [`GET ${path}`]: [asKnown], [`PATCH ${path}`]: [ok({})] });
    expect(await annotate()).toBe('Written');
    expect(bodiesOf('PATCH')).toEqual([
      { metadata: { uid: 'u1', resourceVersion: '7', annotations: { a: '1', b: null } } },
    ]);
  });

  it.each([
    ['that is gone', 'Gone', { [`GET ${path}`]: [no(404, 'NotFound')] }],
    ['whose name another pod has', 'Gone', { [`GET ${path}`]: [read({ b: '2' }, 'u2')] }],
    ['that another writer gave one', 'Changed', { [`GET ${path}`]: [read({ a: '9', b: '2' })] }],
    ['that lost one', 'Changed', { [`GET ${path}`]: [read({})] }],
    [
      'that ends meanwhile',
      'Gone',
      { [`GET ${path}`]: [asKnown], [`PATCH ${path}`]: [no(404, 'NotFound')] },
    ],
    [
      'that another writer changes meanwhile',
      'Changed',
      {
        [`GET ${path}`]: [asKnown, read({ a: '9', b: '2' })],
        [`PATCH ${path}`]: [no(409, 'Conflict')],
      },
    ],
    [
      'that changes again and again',
      'Changed',
      {
        [`GET ${path}`]: [asKnown, asKnown],
        [`PATCH ${path}`]: [no(409, 'Conflict'), no(409, 'Conflict')],
      },
    ],
  ])('are not written to a pod %s', async (_which, expected, answers) => {
    script(answers);
    expect(await annotate()).toBe(expected);
  });

  it('are written at the second attempt if only the status of the pod has changed', async () => {
    script({
      [`GET ${path}`]: [asKnown, asKnown],
      [`PATCH ${path}`]: [no(409, 'Conflict'), ok({})],
    });
    expect(await annotate()).toBe('Written');
  });

  it('fail without the permission', async () => {
    script({ [`GET ${path}`]: [asKnown], [`PATCH ${path}`]: [no(403, 'Forbidden')] });
    await expect(annotate()).rejects.toMatchObject({ code: 'CLUSTER.FORBIDDEN' });
  });
});

describe('the checks of a registration', () => {
  it.each([
    [{ major: '1', minor: '36' }, '1.36'],
    [{ major: '1', minor: '33+' }, '1.33'],
  ])('read %j as %s', async (version, kubernetesVersion) => {
    script({ 'GET /version': [ok(version)] });
    expect(await gateway.version(cluster.details)).toEqual({ kubernetesVersion });
  });

  it('accept only a valid version', async () => {
    script({ 'GET /version': [ok({ hello: 'world' })] });
    await expect(gateway.version(cluster.details)).rejects.toMatchObject({
      code: 'CLUSTER.FAILED',
    });
  });

  it('report missing permissions in the form of a role', async () => {
    cluster.script = (exchange) => {
      const spec = toRecord(toRecord(exchange.body)['spec']);
      const { verb, resource, subresource } = toRecord(spec['resourceAttributes']);
      const allowed = !(verb === 'patch' && resource === 'nodeclaims') && verb !== 'watch';
      answer(exchange, { status: { allowed, reason: subresource } }, 201);
      return true;
    };
    const observe = await gateway.missingPermissions(cluster.details, 'observe');
    expect(observe.needed).toHaveLength(12);
    expect(observe.needed).toContain('watch poddisruptionbudgets.policy');
    expect(observe.extra).toEqual([
      'watch replicasets.apps',
      'watch statefulsets.apps',
      'watch jobs.batch',
      'watch replicationcontrollers',
      'watch services',
      'watch resourcequotas',
      'watch limitranges',
      'watch volumeattachments.storage.k8s.io',
      'watch resourceclaims.resource.k8s.io',
      'watch resourceclaimtemplates.resource.k8s.io',
      'watch deviceclasses.resource.k8s.io',
      'watch resourceslices.resource.k8s.io',
      'watch nodeoverlays.karpenter.sh',
      'watch capacitybuffers.autoscaling.x-k8s.io',
      'watch leases.coordination.k8s.io named karpenter-leader-election',
      'watch deployments.apps named karpenter',
    ]);
    const act = await gateway.missingPermissions(cluster.details, 'act');
    expect(act.needed.filter((right) => !right.startsWith('watch'))).toEqual([
      'patch nodeclaims.karpenter.sh',
      'patch nodeclaims.karpenter.sh/status',
    ]);
  });

  it('distinguish required and optional permissions', async () => {
    cluster.script = (exchange) => {
      const spec = toRecord(toRecord(exchange.body)['spec']);
      const { resource } = toRecord(spec['resourceAttributes']);
      answer(exchange, { status: { allowed: resource !== 'nodeoverlays' } }, 201);
      return true;
    };
    expect(await gateway.missingPermissions(cluster.details, 'act')).toEqual({
      needed: [],
      extra: [
        'list nodeoverlays.karpenter.sh',
        'watch nodeoverlays.karpenter.sh',
        'get nodeoverlays.karpenter.sh',
        'patch nodeoverlays.karpenter.sh/status',
      ],
    });
  });

  it('find existing custom resources', async () => {
    script({
      'GET /apis/karpenter.sh/v1': [
        ok({ resources: [{ name: 'nodepools' }, { name: 'nodepools/status' }] }),
      ],
    });
    expect(await gateway.customResources(cluster.details)).toEqual(['nodepools.karpenter.sh']);
  });
});

describe('the connections of a gateway', () => {
  it('are kept for a cluster, and opened again when its endpoint changes', async () => {
    script({ 'GET /version': [ok({ major: '1', minor: '36' })] });
    await gateway.version(cluster.details);
    await gateway.version(cluster.details);
    expect(tokenCount).toEqual([cluster.details.target.roleArn]);
    const target = { ...cluster.details.target, roleArn: 'arn:aws:iam::1:role/other' };
    await gateway.version({ ...cluster.details, target });
    expect(tokenCount).toEqual([cluster.details.target.roleArn, target.roleArn]);
  });

  it('refuse an endpoint without TLS as a failure of the call', async () => {
    const details = { ...cluster.details, endpoint: 'http://127.0.0.1:1' };
    await expect(gateway.version(details)).rejects.toMatchObject({ code: 'CLUSTER.INVALID' });
    await expect(gateway.markInitialized(details, 'n1')).rejects.toMatchObject({
      code: 'CLUSTER.INVALID',
    });
  });
});
