import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCluster } from '../../../testing/test-cluster.js';
import type { CallerIdentity } from '../../../world/cluster-directory.js';
import type { JsonObject } from '../../json/json.js';

// Codes and messages were recorded from a Kubernetes 1.36 server.

const kerf: CallerIdentity = {
  accountId: '111122223333',
  arn: 'arn:aws:sts::111122223333:assumed-role/kerf/session',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
};
const stranger: CallerIdentity = { ...kerf, roleArn: 'arn:aws:iam::111122223333:role/stranger' };
const callers: Readonly<Record<string, CallerIdentity>> = {
  'k8s-aws-v1.kerf test': kerf,
  'k8s-aws-v1.stranger test': stranger,
};

const cluster = new TestCluster({
  tokens: { verify: (token, clusterName) => callers[`${token} ${clusterName}`] ?? null },
  accessEntries: [
    { principalArn: 'arn:aws:iam::111122223333:role/kerf', groups: ['kerf:observers'] },
  ],
  staticTokens: [{ token: 'weak', user: { name: 'weak', groups: [] } }],
});

const rbac = (kind: string, name: string, fields: JsonObject): JsonObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name },
  ...fields,
});

beforeAll(async () => {
  await cluster.start();
  cluster.running.apply([
    rbac('ClusterRole', 'observer', {
      rules: [
        { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
        { apiGroups: [''], resources: ['configmaps'], resourceNames: ['known'], verbs: ['get'] },
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          resourceNames: ['known'],
          verbs: ['list', 'watch'],
        },
      ],
    }),
    rbac('ClusterRoleBinding', 'observers', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'observer' },
      subjects: [{ kind: 'Group', name: 'kerf:observers' }],
    }),
    rbac('Role', 'local', { rules: [{ apiGroups: ['apps'], resources: ['*'], verbs: ['*'] }] }),
    rbac('RoleBinding', 'local', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'local' },
      subjects: [{ kind: 'User', name: 'weak' }],
    }),
  ]);
});
afterAll(() => cluster.close());

const asKerf = { token: 'k8s-aws-v1.kerf' };
const asWeak = { token: 'weak' };

describe('a caller', () => {
  it('is authenticated by an EKS token whose role has an access entry', async () => {
    const { body } = await cluster.call(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {},
      asKerf,
    );
    expect(body['status']).toEqual({
      userInfo: { username: kerf.arn, groups: ['kerf:observers', 'system:authenticated'] },
    });
  });

  it.each(['k8s-aws-v1.stranger', 'k8s-aws-v1.wrong', 'nonsense'])(
    'is refused with %s',
    async (token) => {
      const { code, body } = await cluster.call('GET', '/api/v1/nodes', undefined, { token });
      expect([code, body['reason'], body['message']]).toEqual([
        401,
        'Unauthorized',
        'Unauthorized',
      ]);
    },
  );
});

describe('permissions', () => {
  it.each([
    ['GET', '/api/v1/nodes', 200],
    ['GET', '/api/v1/namespaces/default/pods', 200],
    ['GET', '/apis', 200],
    ['DELETE', '/api/v1/nodes/n', 403],
    ['GET', '/api/v1/namespaces/default/configmaps/known', 404],
    ['GET', '/api/v1/namespaces/default/configmaps/other', 403],
    ['POST', '/api/v1/namespaces/default/pods/p/eviction', 400],
  ])('%s %s returns %i', async (method, path, code) => {
    const body = method === 'POST' ? {} : undefined;
    expect((await cluster.call(method, path, body, asKerf)).code).toBe(code);
  });

  it('are granted by a Role in its namespace only', async () => {
    expect(
      (await cluster.call('GET', '/apis/apps/v1/namespaces/default/deployments', undefined, asWeak))
        .code,
    ).toBe(200);
    expect((await cluster.call('GET', '/apis/apps/v1/deployments', undefined, asWeak)).code).toBe(
      403,
    );
  });

  it('change with the bindings', async () => {
    const secrets = '/api/v1/namespaces/default/secrets';
    expect((await cluster.call('GET', secrets, undefined, asWeak)).code).toBe(403);
    cluster.running.apply([
      rbac('ClusterRole', 'secrets', {
        rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }],
      }),
      rbac('RoleBinding', 'secrets', {
        roleRef: { kind: 'ClusterRole', name: 'secrets', apiGroup: 'rbac.authorization.k8s.io' },
        subjects: [{ kind: 'User', name: 'weak' }],
      }),
    ]);
    expect((await cluster.call('GET', secrets, undefined, asWeak)).code).toBe(200);
    await cluster.call(
      'DELETE',
      '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings/secrets',
    );
    expect((await cluster.call('GET', secrets, undefined, asWeak)).code).toBe(403);
  });
});

describe('configured refusals', () => {
  const nodes = '/api/v1/nodes';

  it.each([
    [
      'Forbidden' as const,
      403,
      `nodes is forbidden: User "${kerf.arn}" cannot list resource "nodes" in API group "" at the cluster scope`,
    ],
    ['Unauthorized' as const, 401, 'Unauthorized'],
    ['Initializing' as const, 429, 'storage is (re)initializing'],
  ])('respond as %s to all but administrators', async (refusal, code, message) => {
    const { refusals } = cluster.running;
    refusals.set(refusal);
    const refused = await cluster.call('GET', nodes, undefined, asKerf);
    expect([refused.code, refused.body['message']]).toEqual([code, message]);
    expect(refused.header('retry-after')).toBe(code === 429 ? '1' : undefined);
    expect((await cluster.call('GET', nodes)).code).toBe(200);
    expect((await cluster.call('GET', '/readyz', undefined, asKerf)).code).toBe(200);
    refusals.set(null);
    expect((await cluster.call('GET', nodes, undefined, asKerf)).code).toBe(200);
  });
});
