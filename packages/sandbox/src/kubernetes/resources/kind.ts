import { invariant } from '@kerf/core';
import type { Draft, KubeObject } from './kube-object.js';
import type * as cluster from './types/cluster.js';
import type * as device from './types/device.js';
import type { Lease, Node } from './types/node.js';
import type { Pod } from './types/pod.js';
import type * as workload from './types/workload.js';

/** A built-in kind that the simulation reads and writes, with its TypeScript type. */
export interface Kind<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  /** Name of its collection in the store: resource and group, e.g. `deployments.apps`. */
  readonly collection: string;
  /**
   * Returns true if the object is of this kind. Stored objects were validated by the schema, so
   * comparing the kind is enough. Drafts were too, except for metadata set by the server.
   */
  is(object: Draft): object is T;
}

/**
 * Returns the object with its type.
 * @throws InvariantViolation if it is of another kind
 */
export function asKind<T extends KubeObject>(wanted: Kind<T>, object: Draft): T {
  invariant(wanted.is(object), `${object.kind} is not ${wanted.kind}`);
  return object;
}

function kind<T extends KubeObject>(apiVersion: string, name: string, plural: string): Kind<T> {
  const [group = '', version] = apiVersion.split('/');
  return {
    apiVersion,
    kind: name,
    collection: version === undefined ? plural : `${plural}.${group}`,
    is: (object): object is T => object.kind === name && object.apiVersion === apiVersion,
  };
}

export const kinds = {
  namespace: kind<cluster.Namespace>('v1', 'Namespace', 'namespaces'),
  node: kind<Node>('v1', 'Node', 'nodes'),
  pod: kind<Pod>('v1', 'Pod', 'pods'),
  serviceAccount: kind<cluster.ServiceAccount>('v1', 'ServiceAccount', 'serviceaccounts'),
  service: kind<cluster.Service>('v1', 'Service', 'services'),
  event: kind<cluster.Event>('v1', 'Event', 'events'),
  persistentVolume: kind<cluster.PersistentVolume>('v1', 'PersistentVolume', 'persistentvolumes'),
  persistentVolumeClaim: kind<workload.PersistentVolumeClaim>(
    'v1',
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
  ),
  deployment: kind<workload.Deployment>('apps/v1', 'Deployment', 'deployments'),
  replicaSet: kind<workload.ReplicaSet>('apps/v1', 'ReplicaSet', 'replicasets'),
  statefulSet: kind<workload.StatefulSet>('apps/v1', 'StatefulSet', 'statefulsets'),
  daemonSet: kind<workload.DaemonSet>('apps/v1', 'DaemonSet', 'daemonsets'),
  job: kind<workload.Job>('batch/v1', 'Job', 'jobs'),
  podDisruptionBudget: kind<workload.PodDisruptionBudget>(
    'policy/v1',
    'PodDisruptionBudget',
    'poddisruptionbudgets',
  ),
  lease: kind<Lease>('coordination.k8s.io/v1', 'Lease', 'leases'),
  limitRange: kind<cluster.LimitRange>('v1', 'LimitRange', 'limitranges'),
  resourceQuota: kind<cluster.ResourceQuota>('v1', 'ResourceQuota', 'resourcequotas'),
  priorityClass: kind<cluster.PriorityClass>(
    'scheduling.k8s.io/v1',
    'PriorityClass',
    'priorityclasses',
  ),
  storageClass: kind<cluster.StorageClass>('storage.k8s.io/v1', 'StorageClass', 'storageclasses'),
  volumeAttachment: kind<cluster.VolumeAttachment>(
    'storage.k8s.io/v1',
    'VolumeAttachment',
    'volumeattachments',
  ),
  deviceClass: kind<device.DeviceClass>('resource.k8s.io/v1', 'DeviceClass', 'deviceclasses'),
  resourceClaim: kind<device.ResourceClaim>(
    'resource.k8s.io/v1',
    'ResourceClaim',
    'resourceclaims',
  ),
  resourceClaimTemplate: kind<device.ResourceClaimTemplate>(
    'resource.k8s.io/v1',
    'ResourceClaimTemplate',
    'resourceclaimtemplates',
  ),
  resourceSlice: kind<device.ResourceSlice>(
    'resource.k8s.io/v1',
    'ResourceSlice',
    'resourceslices',
  ),
  role: kind<cluster.Role>('rbac.authorization.k8s.io/v1', 'Role', 'roles'),
  clusterRole: kind<cluster.Role>('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles'),
  roleBinding: kind<cluster.RoleBinding>(
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    'rolebindings',
  ),
  clusterRoleBinding: kind<cluster.RoleBinding>(
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    'clusterrolebindings',
  ),
  customResourceDefinition: kind<cluster.CustomResourceDefinition>(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'customresourcedefinitions',
  ),
} as const;
