import { type JsonObject, listAt, objectAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { useKubernetes } from './testing/use-kubernetes.js';

// Messages were compared with a Kubernetes 1.36 server.

const cluster = useKubernetes();
const namespace = 'conformance-authorization';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const asNobody = { user: 'nobody' } as const;
const anonymous = { user: 'anonymous' } as const;

beforeAll(async () => {
  await cluster.namespace(namespace);
  await cluster.createGlobal(
    `${rbac}/clusterroles`,
    {
      metadata: { name: 'conformance-evictor' },
      rules: [
        { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
        { apiGroups: [''], resources: ['configmaps'], resourceNames: ['known'], verbs: ['get'] },
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          resourceNames: ['known'],
          verbs: ['list', 'watch'],
        },
      ],
    },
    'conformance-evictor',
  );
  await cluster.createGlobal(
    `${rbac}/clusterrolebindings`,
    {
      metadata: { name: 'conformance-evictor' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'conformance-evictor',
      },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'nobody' }],
    },
    'conformance-evictor',
  );
  await cluster.until(async () => {
    const may = await review({ verb: 'create', resource: 'pods', subresource: 'eviction' });
    if (may['allowed'] !== true) throw new Error('the binding has no effect yet');
  });
});

async function review(resourceAttributes: JsonObject): Promise<JsonObject> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const { body } = await cluster.call('POST', path, reviewOf({ resourceAttributes }), asNobody);
  return objectAt(body, 'status');
}

function reviewOf(spec: JsonObject): JsonObject {
  return { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec };
}

describe('a denied request', () => {
  it.each([
    [
      'GET',
      `/api/v1/namespaces/${namespace}/pods`,
      `pods is forbidden: User "nobody" cannot list resource "pods" in API group "" in the namespace "${namespace}"`,
    ],
    [
      'GET',
      `/api/v1/namespaces/${namespace}/pods/x`,
      `pods "x" is forbidden: User "nobody" cannot get resource "pods" in API group "" in the namespace "${namespace}"`,
    ],
    [
      'GET',
      '/api/v1/nodes',
      'nodes is forbidden: User "nobody" cannot list resource "nodes" in API group "" at the cluster scope',
    ],
    [
      'DELETE',
      '/api/v1/nodes/n',
      'nodes "n" is forbidden: User "nobody" cannot delete resource "nodes" in API group "" at the cluster scope',
    ],
    [
      'GET',
      '/api/v1/namespaces/other',
      'namespaces "other" is forbidden: User "nobody" cannot get resource "namespaces" in API group "" in the namespace "other"',
    ],
    [
      'GET',
      '/apis/karpenter.sh/v1/nodeclaims?watch=1',
      'nodeclaims.karpenter.sh is forbidden: User "nobody" cannot watch resource "nodeclaims" in API group "karpenter.sh" at the cluster scope',
    ],
    [
      'PATCH',
      `/apis/apps/v1/namespaces/${namespace}/deployments/x/scale`,
      `deployments.apps "x" is forbidden: User "nobody" cannot patch resource "deployments/scale" in API group "apps" in the namespace "${namespace}"`,
    ],
    ['GET', '/metrics', 'forbidden: User "nobody" cannot get path "/metrics"'],
  ])('%s %s says what is missing', async (method, path, message) => {
    const body = method === 'PATCH' ? {} : undefined;
    const answer = await cluster.call(method, path, body, asNobody);
    expect([answer.code, answer.body['message'], answer.body['reason']]).toEqual([
      403,
      message,
      'Forbidden',
    ]);
  });

  it('names resource and object in its details', async () => {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/x`;
    const { body } = await cluster.call('GET', path, undefined, asNobody);
    expect(body).toMatchObject({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'Forbidden',
      details: { name: 'x', group: 'apps', kind: 'deployments' },
      code: 403,
    });
  });
});

describe('authentication', () => {
  it('refuses an unknown token', async () => {
    const { code, body } = await cluster.call('GET', '/api/v1/nodes', undefined, {
      token: 'nonsense',
    });
    expect([code, body['reason'], body['message']]).toEqual([401, 'Unauthorized', 'Unauthorized']);
  });

  it('is not needed for health and version', async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) {
      expect((await cluster.call('GET', path, undefined, anonymous)).text).toBe('ok');
    }
    const version = await cluster.call('GET', '/version', undefined, anonymous);
    expect(version.body).toMatchObject({ major: '1', minor: '36' });
  });

  it('is needed for all other paths', async () => {
    const apis = await cluster.call('GET', '/apis', undefined, anonymous);
    expect([apis.code, apis.body['message']]).toEqual([
      403,
      'forbidden: User "system:anonymous" cannot get path "/apis"',
    ]);
    const nodes = await cluster.call('GET', '/api/v1/nodes', undefined, anonymous);
    expect(nodes.body['message']).toBe(
      'nodes is forbidden: User "system:anonymous" cannot list resource "nodes" in API group "" at the cluster scope',
    );
  });

  it('comes with the right to discovery', async () => {
    for (const path of ['/api', '/apis', '/apis/apps/v1', '/openapi/v3']) {
      expect((await cluster.call('GET', path, undefined, asNobody)).code).toBe(200);
    }
  });
});

describe('a permission for one object name', () => {
  it.each([
    ['?fieldSelector=metadata.name%3Dknown', 200],
    ['?fieldSelector=metadata.name%3Dother', 403],
    ['?fieldSelector=metadata.name!%3Dknown', 403],
    ['', 403],
  ])('applies to a list that is limited to the name: %s', async (query, code) => {
    const leases = '/apis/coordination.k8s.io/v1/leases';
    expect((await cluster.call('GET', `${leases}${query}`, undefined, asNobody)).code).toBe(code);
  });

  it('applies to that object only', async () => {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    expect((await cluster.call('GET', `${maps}/known`, undefined, asNobody)).code).toBe(404);
    expect((await cluster.call('GET', `${maps}/other`, undefined, asNobody)).code).toBe(403);
  });
});

describe('a review of own permissions', () => {
  it.each<[JsonObject, boolean]>([
    [{ verb: 'create', resource: 'pods', subresource: 'eviction' }, true],
    [{ verb: 'create', resource: 'pods' }, false],
    [{ verb: 'patch', resource: 'nodes' }, false],
    [{ verb: 'get', resource: 'configmaps', name: 'known', namespace }, true],
    [{ verb: 'get', resource: 'configmaps', name: 'other', namespace }, false],
    [{ verb: 'get', resource: 'configmaps', namespace }, false],
  ])('of %j returns %s', async (attributes, isAllowed) => {
    expect((await review(attributes))['allowed']).toBe(isAllowed);
  });

  it('covers paths that are no resources, and administrators', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const openApi = reviewOf({ nonResourceAttributes: { path: '/openapi/v3', verb: 'get' } });
    const answer = await cluster.call('POST', path, openApi, asNobody);
    expect([answer.code, objectAt(answer.body, 'status')['allowed']]).toEqual([201, true]);
    const everything = reviewOf({ resourceAttributes: { verb: '*', resource: '*', group: '*' } });
    const admin = await cluster.call('POST', path, everything);
    expect(objectAt(admin.body, 'status')['allowed']).toBe(true);
    expect((await cluster.call('GET', path)).code).toBe(405);
  });

  it('lists all permissions in a namespace', async () => {
    const { code, body } = await cluster.call(
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectRulesReview',
        spec: { namespace },
      },
      asNobody,
    );
    expect(code).toBe(201);
    expect(listAt(body, 'status', 'resourceRules')).toContainEqual({
      apiGroups: [''],
      resources: ['pods/eviction'],
      verbs: ['create'],
    });
    expect(objectAt(body, 'status')['incomplete']).toBe(false);
  });
});
