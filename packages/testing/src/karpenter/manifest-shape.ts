import { requirementOperators } from '@kerf/engine';
import type { Json } from './json.js';
import { readResources } from './resources.js';

/**
 * Checks a value of a manifest. Kubernetes objects are read leniently, as a cluster returns them; a
 * mistake in a fixture must not go unnoticed.
 * @throws INPUT.INVALID with the path of the first value that the API server would refuse
 */
type Shape = (json: Json) => void;

const optional =
  (shape: Shape): Shape =>
  (json) => {
    if (!json.isAbsent) shape(json);
  };
const text: Shape = (json) => void json.string();
const integer: Shape = (json) => void json.integer();
const oneOf = (...known: readonly string[]): Shape => {
  return (json) => void json.oneOf(known);
};
const object = (fields: Readonly<Record<string, Shape>>): Shape => {
  return (json) => {
    for (const [name, shape] of Object.entries(fields)) shape(json.field(name));
  };
};
const listOf = (item: Shape): Shape => {
  return (json) => json.items().forEach((value) => item(value));
};
const texts = listOf(text);
const textMap: Shape = (json) => void json.stringMap();
const time: Shape = (json) => {
  if (Number.isNaN(Date.parse(json.string()))) json.refuse('must be a time');
};
const quantities: Shape = (json) => {
  for (const [name, amount] of Object.entries(readResources(json))) {
    if (amount < 0) json.field(name).refuse('must not be negative');
  }
};

const taintEffect = oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute');

export const taints = listOf(object({ key: text, value: optional(text), effect: taintEffect }));

const requirements = listOf(
  object({ key: text, operator: oneOf(...requirementOperators), values: texts }),
);

const nodeSelectorTerm = object({
  matchExpressions: requirements,
  matchFields: listOf(object({})),
});

export const labelSelector = object({
  matchLabels: textMap,
  matchExpressions: listOf(
    object({
      key: text,
      operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'),
      values: texts,
    }),
  ),
});

const podAffinityTerm = object({
  topologyKey: text,
  labelSelector,
  namespaces: texts,
  namespaceSelector: labelSelector,
  matchLabelKeys: texts,
  mismatchLabelKeys: texts,
});

const podAffinity = object({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podAffinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    object({ weight: integer, podAffinityTerm }),
  ),
});

const nodeAffinity = object({
  requiredDuringSchedulingIgnoredDuringExecution: object({
    nodeSelectorTerms: listOf(nodeSelectorTerm),
  }),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    object({ weight: integer, preference: nodeSelectorTerm }),
  ),
});

const resources = object({ requests: quantities, limits: quantities });

const containers = listOf(
  object({
    resources,
    restartPolicy: optional(text),
    ports: listOf(
      object({
        hostPort: optional(integer),
        protocol: optional(oneOf('TCP', 'UDP', 'SCTP')),
        hostIP: optional(text),
      }),
    ),
  }),
);

const honorOrIgnore = optional(oneOf('Honor', 'Ignore'));
const topologySpreadConstraint = object({
  maxSkew: integer,
  topologyKey: text,
  whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
  labelSelector,
  minDomains: optional(integer),
  matchLabelKeys: texts,
  nodeAffinityPolicy: honorOrIgnore,
  nodeTaintsPolicy: honorOrIgnore,
});

const toleration = object({
  key: optional(text),
  operator: optional(oneOf('Equal', 'Exists')),
  value: optional(text),
  effect: (json) => {
    if (json.string('') !== '') taintEffect(json);
  },
});

const volume = object({
  name: optional(text),
  persistentVolumeClaim: object({ claimName: optional(text) }),
  ephemeral: object({ volumeClaimTemplate: object({}) }),
});

/** A pod, or the template of one. */
export const pod = object({
  metadata: object({
    name: optional(text),
    namespace: optional(text),
    labels: textMap,
    annotations: textMap,
  }),
  spec: object({
    containers,
    initContainers: containers,
    resources,
    overhead: quantities,
    priority: optional(integer),
    tolerations: listOf(toleration),
    nodeSelector: textMap,
    affinity: object({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity }),
    topologySpreadConstraints: listOf(topologySpreadConstraint),
    volumes: listOf(volume),
    resourceClaims: listOf(object({})),
  }),
});

const metadata = object({
  name: text,
  namespace: optional(text),
  annotations: textMap,
  creationTimestamp: optional(time),
  deletionTimestamp: optional(time),
});

/** The objects of a cluster that {@link StorageReader} uses, by their kind. */
export const storageObjects: Readonly<Record<string, Shape>> = {
  PersistentVolumeClaim: object({
    metadata,
    spec: object({ volumeName: optional(text), storageClassName: optional(text) }),
    status: object({ phase: optional(text) }),
  }),
  PersistentVolume: object({
    metadata,
    spec: object({
      csi: object({ driver: optional(text) }),
      nodeAffinity: object({ required: object({ nodeSelectorTerms: listOf(nodeSelectorTerm) }) }),
    }),
  }),
  StorageClass: object({
    metadata,
    provisioner: text,
    volumeBindingMode: optional(oneOf('Immediate', 'WaitForFirstConsumer')),
    allowedTopologies: listOf(
      object({ matchLabelExpressions: listOf(object({ key: text, values: texts })) }),
    ),
  }),
  CSINode: object({
    metadata,
    spec: object({
      drivers: listOf(object({ name: text, allocatable: object({ count: optional(integer) }) })),
    }),
  }),
};
