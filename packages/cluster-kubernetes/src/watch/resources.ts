/** A kind of object that Kerf watches or writes. */
export interface Resource {
  readonly kind: string;
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** A cluster may be without it: then there are none of its objects, which is no failure. */
  readonly optional: boolean;
  /**
   * Kerf may be without the right to read it, as in a cluster whose RBAC is from before Kerf read it:
   * then it is as if there were none of its objects, and the cluster is told to be so.
   */
  readonly deniable: boolean;
  /** Only objects of this name are read, in every namespace: RBAC need allow no others. */
  readonly objectName?: string;
}

function builtIn(group: string, kind: string, plural: string): Resource {
  return { kind, group, version: 'v1', plural, optional: false, deniable: false };
}

function custom(group: string, kind: string, plural: string): Resource {
  return { kind, group, version: 'v1', plural, optional: true, deniable: false };
}

/** Returns a kind that a cluster need not have or allow to read. */
function extra(group: string, version: string, kind: string, plural: string): Resource {
  return { kind, group, version, plural, optional: true, deniable: true };
}

/** Of a kind that every cluster has, the one object that says whether a Karpenter runs. */
function sign(group: string, kind: string, plural: string, objectName: string): Resource {
  return { kind, group, version: 'v1', plural, optional: false, deniable: true, objectName };
}

export const resourceNames = [
  'pods',
  'nodes',
  'namespaces',
  'persistentVolumeClaims',
  'persistentVolumes',
  'daemonSets',
  'podDisruptionBudgets',
  'storageClasses',
  'csiNodes',
  'nodePools',
  'nodeClaims',
  'ec2NodeClasses',
  'nodeOverlays',
  'capacityBuffers',
  'karpenterLeases',
  'karpenterDeployments',
] as const;
export type ResourceName = (typeof resourceNames)[number];

/** Every kind in the cluster cache. */
export const resources: Readonly<Record<ResourceName, Resource>> = {
  pods: builtIn('', 'Pod', 'pods'),
  nodes: builtIn('', 'Node', 'nodes'),
  namespaces: builtIn('', 'Namespace', 'namespaces'),
  persistentVolumeClaims: builtIn('', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
  persistentVolumes: builtIn('', 'PersistentVolume', 'persistentvolumes'),
  daemonSets: builtIn('apps', 'DaemonSet', 'daemonsets'),
  podDisruptionBudgets: builtIn('policy', 'PodDisruptionBudget', 'poddisruptionbudgets'),
  storageClasses: builtIn('storage.k8s.io', 'StorageClass', 'storageclasses'),
  csiNodes: builtIn('storage.k8s.io', 'CSINode', 'csinodes'),
  nodePools: custom('karpenter.sh', 'NodePool', 'nodepools'),
  nodeClaims: custom('karpenter.sh', 'NodeClaim', 'nodeclaims'),
  ec2NodeClasses: custom('karpenter.k8s.aws', 'EC2NodeClass', 'ec2nodeclasses'),
  nodeOverlays: extra('karpenter.sh', 'v1alpha1', 'NodeOverlay', 'nodeoverlays'),
  capacityBuffers: extra('autoscaling.x-k8s.io', 'v1beta1', 'CapacityBuffer', 'capacitybuffers'),
  // The names that Karpenter and its Helm chart give them; settings.md of Karpenter @v1.14.1.
  karpenterLeases: sign('coordination.k8s.io', 'Lease', 'leases', 'karpenter-leader-election'),
  karpenterDeployments: sign('apps', 'Deployment', 'deployments', 'karpenter'),
};

/** As CRDs and permissions name it, e.g. `nodepools.karpenter.sh`. */
export function qualifiedPlural({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The path of all objects of a kind, in every namespace. */
export function collectionPath({ group, version, plural }: Resource): string {
  return `${groupPath(group, version)}/${plural}`;
}

/** The query that limits a list or watch to what is read of a kind. */
export function selectionOf({ objectName }: Resource): Readonly<Record<string, string>> {
  return objectName === undefined ? {} : { fieldSelector: `metadata.name=${objectName}` };
}

/** The path of one object without a namespace, or of a subresource of it. */
export function objectPath(resource: Resource, name: string, subresource?: string): string {
  const path = `${collectionPath(resource)}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** The path of one object in a namespace, or of a subresource of it. */
export function namespacedPath(
  { group, version, plural }: Pick<Resource, 'group' | 'version' | 'plural'>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  subresource?: string,
): string {
  const path = `${groupPath(group, version)}/namespaces/${encodeURIComponent(namespace)}/${plural}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** The path of a group's discovery document. */
export function groupPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}
