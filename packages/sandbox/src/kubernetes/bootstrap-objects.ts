import type { JsonObject } from './json/json.js';

const rbac = 'rbac.authorization.k8s.io/v1';

/** Objects of a new cluster. */
export const bootstrapObjects: readonly JsonObject[] = [
  ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })),
  priorityClass('system-cluster-critical', 2_000_000_000),
  priorityClass('system-node-critical', 2_000_001_000),
  clusterRole('cluster-admin', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ]),
  clusterRole('system:basic-user', [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['selfsubjectreviews'],
      verbs: ['create'],
    },
  ]),
  clusterRole('system:discovery', [
    {
      nonResourceURLs: '/api /api/* /apis /apis/* /openapi /openapi/* /version /version/'.split(
        ' ',
      ),
      verbs: ['get'],
    },
  ]),
  clusterRoleBinding('cluster-admin', 'system:masters'),
  clusterRoleBinding('system:basic-user', 'system:authenticated'),
  clusterRoleBinding('system:discovery', 'system:authenticated'),
];

function priorityClass(name: string, value: number): JsonObject {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
}

function clusterRole(name: string, rules: readonly JsonObject[]): JsonObject {
  return { apiVersion: rbac, kind: 'ClusterRole', metadata: { name }, rules };
}

function clusterRoleBinding(role: string, group: string): JsonObject {
  return {
    apiVersion: rbac,
    kind: 'ClusterRoleBinding',
    metadata: { name: role },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
  };
}
