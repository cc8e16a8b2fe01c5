/** A kind of object that Kerf watches or writes. */
export interface Resource {
  readonly kind: string;
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /**
   * Whether a cluster may not have this kind. Its absence means that there are no objects, and is not a
   * failure.
   */
  readonly optional: boolean;
  /**
   * Whether Kerf may have no permission to read this kind, e.g. in a cluster with RBAC from an
   * earlier version of Kerf. The kind is then treated as if it had no objects, and is reported as
   * unreadable.
   */
  readonly deniable: boolean;
  /**
   * Only objects with this name are read, in every namespace, so RBAC can be limited to that name.
   */
  readonly objectName?: string;
}

function builtIn(group: string, kind: string, plural: string): Resource {
  return { kind, group, version: 'v1', plural, optional: false, deniable: false };
}

function custom(group: string, kind: string, plural: string): Resource {
  return { kind, group, version: 'v1', plural, optional: true, deniable: false };
}

/** Returns a kind that every cluster has, but may not allow Kerf to read. */
function deniableBuiltIn(group: string, kind: string, plural: string): Resource {
  return { kind, group, version: 'v1', plural, optional: false, deniable: true };
}

/** Returns a kind that a cluster may not have, or may not allow Kerf to read. */
function extra(group: string, version: string, kind: string, plural: string): Resource {
  return { kind, group, version, plural, optional: true, deniable: true };
}

/** Returns a kind of dynamic resource allocation; Kubernetes serves this version from 1.34 on. */
function deviceKind(kind: string, plural: string): Resource {
  return extra('resource.k8s.io', 'v1', kind, plural);
}

/**
 * Returns a kind that every cluster has, limited to the one object that shows whether Karpenter
 * runs.
 */
function karpenterMarker(
  group: string,
  kind: string,
  plural: string,
  objectName: string,
): Resource {
  return { kind, group, version: 'v1', plural, optional: false, deniable: true, objectName };
}

export const resourceNames = [
  'pods',
  'nodes',
  'namespaces',
  'persistentVolumeClaims',
  'persistentVolumes',
  'daemonSets',
  'replicaSets',
  'statefulSets',
  'jobs',
  'replicationControllers',
  'services',
  'resourceQuotas',
  'limitRanges',
  'podDisruptionBudgets',
  'storageClasses',
  'csiNodes',
  'volumeAttachments',
  'resourceClaims',
  'resourceClaimTemplates',
  'deviceClasses',
  'resourceSlices',
  'nodePools',
  'nodeClaims',
  'ec2NodeClasses',
  'nodeOverlays',
  'capacityBuffers',
  'karpenterLeases',
  'karpenterDeployments',
] as const;
export type ResourceName = (typeof resourceNames)[number];

/** All kinds in the cluster cache. */
export const resources: Readonly<Record<ResourceName, Resource>> = {
  pods: builtIn('', 'Pod', 'pods'),
  nodes: builtIn('', 'Node', 'nodes'),
  namespaces: builtIn('', 'Namespace', 'namespaces'),
  persistentVolumeClaims: builtIn('', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
  persistentVolumes: builtIn('', 'PersistentVolume', 'persistentvolumes'),
  daemonSets: builtIn('apps', 'DaemonSet', 'daemonsets'),
  replicaSets: deniableBuiltIn('apps', 'ReplicaSet', 'replicasets'),
  statefulSets: deniableBuiltIn('apps', 'StatefulSet', 'statefulsets'),
  jobs: deniableBuiltIn('batch', 'Job', 'jobs'),
  replicationControllers: deniableBuiltIn('', 'ReplicationController', 'replicationcontrollers'),
  services: deniableBuiltIn('', 'Service', 'services'),
  resourceQuotas: deniableBuiltIn('', 'ResourceQuota', 'resourcequotas'),
  limitRanges: deniableBuiltIn('', 'LimitRange', 'limitranges'),
  podDisruptionBudgets: builtIn('policy', 'PodDisruptionBudget', 'poddisruptionbudgets'),
  storageClasses: builtIn('storage.k8s.io', 'StorageClass', 'storageclasses'),
  csiNodes: builtIn('storage.k8s.io', 'CSINode', 'csinodes'),
  volumeAttachments: deniableBuiltIn('storage.k8s.io', 'VolumeAttachment', 'volumeattachments'),
  resourceClaims: deviceKind('ResourceClaim', 'resourceclaims'),
  resourceClaimTemplates: deviceKind('ResourceClaimTemplate', 'resourceclaimtemplates'),
  deviceClasses: deviceKind('DeviceClass', 'deviceclasses'),
  resourceSlices: deviceKind('ResourceSlice', 'resourceslices'),
  nodePools: custom('karpenter.sh', 'NodePool', 'nodepools'),
  nodeClaims: custom('karpenter.sh', 'NodeClaim', 'nodeclaims'),
  ec2NodeClasses: custom('karpenter.k8s.aws', 'EC2NodeClass', 'ec2nodeclasses'),
  nodeOverlays: extra('karpenter.sh', 'v1alpha1', 'NodeOverlay', 'nodeoverlays'),
  capacityBuffers: extra('autoscaling.x-k8s.io', 'v1beta1', 'CapacityBuffer', 'capacitybuffers'),
  // Names that Karpenter and its Helm chart use; settings.md of Karpenter @v1.14.1.
  karpenterLeases: karpenterMarker(
    'coordination.k8s.io',
    'Lease',
    'leases',
    'karpenter-leader-election',
  ),
  karpenterDeployments: karpenterMarker('apps', 'Deployment', 'deployments', 'karpenter'),
};

/** Returns the name that CRDs and permissions use, e.g. `nodepools.karpenter.sh`. */
export function qualifiedPlural({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Returns the path of all objects of a kind, in every namespace. */
export function collectionPath({ group, version, plural }: Resource): string {
  return `${groupPath(group, version)}/${plural}`;
}

/** Returns the query that limits a list or watch to the objects that are read. */
export function selectionOf({ objectName }: Resource): Readonly<Record<string, string>> {
  return objectName === undefined ? {} : { fieldSelector: `metadata.name=${objectName}` };
}

/** Returns the path of a cluster-scoped object, or of its subresource. */
export function objectPath(resource: Resource, name: string, subresource?: string): string {
  const path = `${collectionPath(resource)}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Returns the path of a namespaced object, or of its subresource. */
export function namespacedPath(
  { group, version, plural }: Pick<Resource, 'group' | 'version' | 'plural'>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  subresource?: string,
): string {
  const path = `${groupPath(group, version)}/namespaces/${encodeURIComponent(namespace)}/${plural}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Returns the path of a group's discovery document. */
export function groupPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Returns `v1`, or e.g. `apps/v1`. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}
