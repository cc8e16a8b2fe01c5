import { kinds } from '../kind.js';
import { validateLabelName } from '../names.js';
import type { LimitRangeItem } from '../types/cluster.js';
import { defineRules } from './define-rules.js';

const namespaceNameLabel = 'kubernetes.io/metadata.name';

export const namespaceRules = defineRules(
  kinds.namespace,
  {
    setDefaults: (namespace) => ({
      ...namespace,
      metadata: {
        ...namespace.metadata,
        labels: { ...namespace.metadata.labels, [namespaceNameLabel]: namespace.metadata.name },
      },
      spec: { finalizers: ['kubernetes'], ...namespace.spec },
    }),
    initialStatus: () => ({ phase: 'Active' }),
    isHeld: ({ spec }) => (spec?.finalizers ?? []).length > 0,
    selectableFields: { 'status.phase': ({ status }) => status?.phase },
  },
  { validateName: validateLabelName, deletionStatus: { phase: 'Terminating' } },
);

export const eventRules = defineRules(kinds.event, {
  selectableFields: {
    'involvedObject.kind': ({ involvedObject }) => involvedObject.kind,
    'involvedObject.namespace': ({ involvedObject }) => involvedObject.namespace,
    'involvedObject.name': ({ involvedObject }) => involvedObject.name,
    'involvedObject.uid': ({ involvedObject }) => involvedObject.uid,
    'involvedObject.apiVersion': ({ involvedObject }) => involvedObject.apiVersion,
    'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject.resourceVersion,
    'involvedObject.fieldPath': () => '',
    reason: (event) => event.reason,
    reportingComponent: (event) => event.reportingComponent,
    source: ({ source }) => source?.component,
    type: (event) => event.type,
  },
});

export const persistentVolumeClaimRules = defineRules(
  kinds.persistentVolumeClaim,
  {
    setDefaults: (claim) => ({
      ...claim,
      spec: { ...claim.spec, volumeMode: claim.spec.volumeMode ?? 'Filesystem' },
    }),
    admit: (claim, lookup) => {
      if (claim.spec.storageClassName !== undefined) return claim;
      const fallback = lookup
        .list(kinds.storageClass)
        .find(({ metadata }) => metadata.annotations?.[defaultClassAnnotation] === 'true');
      if (fallback === undefined) return claim;
      return { ...claim, spec: { ...claim.spec, storageClassName: fallback.metadata.name } };
    },
    initialStatus: () => ({ phase: 'Pending' }),
  },
  { returnsDeleted: true },
);

const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class';

export const persistentVolumeRules = defineRules(
  kinds.persistentVolume,
  { initialStatus: () => ({ phase: 'Available' }) },
  { returnsDeleted: true },
);

export const storageClassRules = defineRules(kinds.storageClass, {
  setDefaults: (storageClass) => ({
    ...storageClass,
    reclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
    volumeBindingMode: storageClass.volumeBindingMode ?? 'Immediate',
  }),
});

export const priorityClassRules = defineRules(kinds.priorityClass, {
  setDefaults: (priorityClass) => ({
    ...priorityClass,
    preemptionPolicy: priorityClass.preemptionPolicy ?? 'PreemptLowerPriority',
  }),
});

/** Source: kubernetes pkg/apis/core/v1 SetDefaults_LimitRangeItem. */
export const limitRangeRules = defineRules(kinds.limitRange, {
  setDefaults: (limitRange) => ({
    ...limitRange,
    spec: { ...limitRange.spec, limits: (limitRange.spec?.limits ?? []).map(withBounds) },
  }),
});

/** A container without values of its own gets the largest limit, and requests that, or the least. */
function withBounds(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  const limits = { ...item.max, ...item.default };
  const requests = { ...item.min, ...limits, ...item.defaultRequest };
  return {
    ...item,
    ...(Object.keys(limits).length === 0 ? {} : { default: limits }),
    ...(Object.keys(requests).length === 0 ? {} : { defaultRequest: requests }),
  };
}
