import { isString } from '../json/json.js';
import { builtinSchema, builtinSource } from '../schema/builtin-schemas.js';
import * as cluster from './columns/cluster-columns.js';
import { plainColumns } from './columns/define-columns.js';
import { resourceClaimColumns, resourceSliceColumns } from './columns/device-columns.js';
import { nodeColumns } from './columns/node-columns.js';
import { podColumns } from './columns/pod-columns.js';
import * as workload from './columns/workload-columns.js';
import { eventView } from './event-view.js';
import { validatePathSegment } from './names.js';
import type { Column, Resource, ResourceRules, ResourceVersion } from './resource.js';
import * as clusterRules from './rules/cluster-rules.js';
import { customResourceDefinitionRules } from './rules/custom-resource-definition-rules.js';
import { plainRules } from './rules/define-rules.js';
import * as deviceRules from './rules/device-rules.js';
import { jobRules } from './rules/job-rules.js';
import { nodeRules } from './rules/node-rules.js';
import { podDisruptionBudgetRules } from './rules/pod-disruption-budget-rules.js';
import { podRules } from './rules/pod-rules.js';
import { serviceRules } from './rules/service-rules.js';
import * as workloadRules from './rules/workload-rules.js';
import type { ScalePaths } from './types/cluster.js';

interface Definition {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly isNamespaced?: boolean;
  readonly inAll?: boolean;
  readonly hasStatus?: boolean;
  readonly scale?: ScalePaths;
  readonly rules?: ResourceRules;
  readonly columns?: readonly Column[];
}

export const allVerbs: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

const scale: ScalePaths = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
};

const countsGenerations: ResourceRules = { ...plainRules, countsGenerations: true };
const needsRevision: ResourceRules = { ...plainRules, allowsUnconditionalUpdate: false };
const secretRules: ResourceRules = {
  ...plainRules,
  selectableFields: new Map([['type', ({ type }) => (isString(type) ? type : '')]]),
};
const rbacRules: ResourceRules = { ...plainRules, validateName: validatePathSegment };

const core: readonly Definition[] = [
  {
    kind: 'ConfigMap',
    plural: 'configmaps',
    shortNames: ['cm'],
    columns: cluster.configMapColumns,
  },
  { kind: 'Endpoints', plural: 'endpoints', shortNames: ['ep'] },
  {
    kind: 'Event',
    plural: 'events',
    shortNames: ['ev'],
    rules: clusterRules.eventRules,
    columns: cluster.eventColumns,
  },
  {
    kind: 'LimitRange',
    plural: 'limitranges',
    shortNames: ['limits'],
    rules: clusterRules.limitRangeRules,
  },
  {
    kind: 'Namespace',
    plural: 'namespaces',
    shortNames: ['ns'],
    isNamespaced: false,
    hasStatus: true,
    rules: clusterRules.namespaceRules,
    columns: cluster.namespaceColumns,
  },
  {
    kind: 'Node',
    plural: 'nodes',
    shortNames: ['no'],
    isNamespaced: false,
    hasStatus: true,
    rules: nodeRules,
    columns: nodeColumns,
  },
  {
    kind: 'PersistentVolumeClaim',
    plural: 'persistentvolumeclaims',
    shortNames: ['pvc'],
    hasStatus: true,
    rules: clusterRules.persistentVolumeClaimRules,
    columns: cluster.persistentVolumeClaimColumns,
  },
  {
    kind: 'PersistentVolume',
    plural: 'persistentvolumes',
    shortNames: ['pv'],
    isNamespaced: false,
    hasStatus: true,
    rules: clusterRules.persistentVolumeRules,
    columns: cluster.persistentVolumeColumns,
  },
  {
    kind: 'Pod',
    plural: 'pods',
    shortNames: ['po'],
    inAll: true,
    hasStatus: true,
    rules: podRules,
    columns: podColumns,
  },
  { kind: 'PodTemplate', plural: 'podtemplates' },
  {
    kind: 'ReplicationController',
    plural: 'replicationcontrollers',
    shortNames: ['rc'],
    inAll: true,
    hasStatus: true,
    scale,
    rules: countsGenerations,
  },
  { kind: 'ResourceQuota', plural: 'resourcequotas', shortNames: ['quota'], hasStatus: true },
  { kind: 'Secret', plural: 'secrets', rules: secretRules, columns: cluster.secretColumns },
  { kind: 'ServiceAccount', plural: 'serviceaccounts', shortNames: ['sa'] },
  {
    kind: 'Service',
    plural: 'services',
    shortNames: ['svc'],
    inAll: true,
    hasStatus: true,
    rules: serviceRules,
    columns: cluster.serviceColumns,
  },
];

const apps: readonly Definition[] = [
  { kind: 'ControllerRevision', plural: 'controllerrevisions' },
  {
    kind: 'DaemonSet',
    plural: 'daemonsets',
    shortNames: ['ds'],
    inAll: true,
    hasStatus: true,
    rules: workloadRules.daemonSetRules,
    columns: workload.daemonSetColumns,
  },
  {
    kind: 'Deployment',
    plural: 'deployments',
    shortNames: ['deploy'],
    inAll: true,
    hasStatus: true,
    scale,
    rules: workloadRules.deploymentRules,
    columns: workload.deploymentColumns,
  },
  {
    kind: 'ReplicaSet',
    plural: 'replicasets',
    shortNames: ['rs'],
    inAll: true,
    hasStatus: true,
    scale,
    rules: workloadRules.replicaSetRules,
    columns: workload.replicaSetColumns,
  },
  {
    kind: 'StatefulSet',
    plural: 'statefulsets',
    shortNames: ['sts'],
    inAll: true,
    hasStatus: true,
    scale,
    rules: workloadRules.statefulSetRules,
    columns: workload.statefulSetColumns,
  },
];

const batch: readonly Definition[] = [
  {
    kind: 'CronJob',
    plural: 'cronjobs',
    shortNames: ['cj'],
    inAll: true,
    hasStatus: true,
    rules: countsGenerations,
  },
  {
    kind: 'Job',
    plural: 'jobs',
    inAll: true,
    hasStatus: true,
    rules: jobRules,
    columns: workload.jobColumns,
  },
];

const policy: readonly Definition[] = [
  {
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    shortNames: ['pdb'],
    hasStatus: true,
    rules: podDisruptionBudgetRules,
    columns: workload.podDisruptionBudgetColumns,
  },
];

const storage: readonly Definition[] = [
  { kind: 'CSIDriver', plural: 'csidrivers', isNamespaced: false, rules: needsRevision },
  { kind: 'CSINode', plural: 'csinodes', isNamespaced: false, rules: needsRevision },
  {
    kind: 'StorageClass',
    plural: 'storageclasses',
    shortNames: ['sc'],
    isNamespaced: false,
    rules: clusterRules.storageClassRules,
    columns: cluster.storageClassColumns,
  },
  {
    kind: 'VolumeAttachment',
    plural: 'volumeattachments',
    isNamespaced: false,
    hasStatus: true,
    rules: needsRevision,
  },
];

const devices: readonly Definition[] = [
  {
    kind: 'DeviceClass',
    plural: 'deviceclasses',
    isNamespaced: false,
    rules: deviceRules.deviceClassRules,
  },
  {
    kind: 'ResourceClaim',
    plural: 'resourceclaims',
    hasStatus: true,
    rules: deviceRules.resourceClaimRules,
    columns: resourceClaimColumns,
  },
  {
    kind: 'ResourceClaimTemplate',
    plural: 'resourceclaimtemplates',
    rules: deviceRules.resourceClaimTemplateRules,
  },
  {
    kind: 'ResourceSlice',
    plural: 'resourceslices',
    isNamespaced: false,
    rules: deviceRules.resourceSliceRules,
    columns: resourceSliceColumns,
  },
];

const rbac: readonly Definition[] = [
  { kind: 'ClusterRoleBinding', plural: 'clusterrolebindings', isNamespaced: false },
  { kind: 'ClusterRole', plural: 'clusterroles', isNamespaced: false },
  { kind: 'RoleBinding', plural: 'rolebindings' },
  { kind: 'Role', plural: 'roles' },
].map((definition) => ({ ...definition, rules: rbacRules }));

/** Returns all built-in resources, in the order of a real server's discovery. */
export function builtinResources(): readonly Resource[] {
  return [
    ...core.map((definition) => toResource('', 'core.v1', definition)),
    newEvents(),
    ...apps.map((definition) => toResource('apps', 'apps.v1', definition)),
    ...batch.map((definition) => toResource('batch', 'batch.v1', definition)),
    ...policy.map((definition) => toResource('policy', 'policy.v1', definition)),
    ...rbac.map((definition) => toResource('rbac.authorization.k8s.io', 'rbac.v1', definition)),
    ...storage.map((definition) => toResource('storage.k8s.io', 'storage.v1', definition)),
    toResource('apiextensions.k8s.io', 'apiextensions.v1', {
      kind: 'CustomResourceDefinition',
      plural: 'customresourcedefinitions',
      shortNames: ['crd', 'crds'],
      isNamespaced: false,
      hasStatus: true,
      rules: customResourceDefinitionRules,
      columns: cluster.customResourceDefinitionColumns,
    }),
    toResource('scheduling.k8s.io', 'scheduling.v1', {
      kind: 'PriorityClass',
      plural: 'priorityclasses',
      shortNames: ['pc'],
      isNamespaced: false,
      rules: clusterRules.priorityClassRules,
      columns: cluster.priorityClassColumns,
    }),
    toResource('coordination.k8s.io', 'coordination.v1', {
      kind: 'Lease',
      plural: 'leases',
      rules: needsRevision,
      columns: cluster.leaseColumns,
    }),
    toResource('node.k8s.io', 'node.v1', {
      kind: 'RuntimeClass',
      plural: 'runtimeclasses',
      isNamespaced: false,
      rules: needsRevision,
    }),
    ...devices.map((definition) => toResource('resource.k8s.io', 'resource.v1', definition)),
  ];
}

function toResource(group: string, schemaPrefix: string, definition: Definition): Resource {
  const { kind, plural } = definition;
  const version = toVersion(group, `${schemaPrefix}.${kind}`, definition);
  return {
    group,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    shortNames: definition.shortNames ?? [],
    categories: definition.inAll === true ? ['all'] : [],
    isNamespaced: definition.isNamespaced ?? true,
    isCustom: false,
    collection: kind === 'Event' || group === '' ? plural : `${plural}.${group}`,
    stored: version,
    versions: [version],
    verbs: allVerbs,
    rules: definition.rules ?? plainRules,
  };
}

function toVersion(group: string, schemaName: string, definition: Definition): ResourceVersion {
  return {
    name: 'v1',
    apiVersion: group === '' ? 'v1' : `${group}/v1`,
    schema: builtinSchema(schemaName),
    openApi: builtinSource(schemaName),
    columns: definition.columns ?? plainColumns,
    hasStatus: definition.hasStatus ?? false,
    scale: definition.scale,
  };
}

/** Events of `events.k8s.io` are core Events with other field names. */
function newEvents(): Resource {
  const definition = { kind: 'Event', plural: 'events', columns: cluster.eventColumns };
  const selectableFields = [...clusterRules.eventRules.selectableFields].map(
    ([path, read]) =>
      [
        path
          .replace('involvedObject', 'regarding')
          .replace('reportingComponent', 'reportingController'),
        read,
      ] as const,
  );
  return {
    ...toResource('events.k8s.io', 'events.v1', definition),
    shortNames: ['ev'],
    stored: toVersion('', 'core.v1.Event', definition),
    rules: {
      ...clusterRules.eventRules,
      selectableFields: new Map(selectableFields),
      view: eventView,
    },
  };
}
