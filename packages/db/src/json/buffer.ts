import {
  type BufferOutcome,
  type BufferRecord,
  type CapacityBufferManifest,
  type ResolvedBuffer,
  scalableKinds,
} from '@kerf/application';
import {
  type CapacityBuffer,
  type HostPort,
  type LabelSelector,
  type LabelSelectorExpression,
  type NodeSelectorTerm,
  type PodAffinityTerm,
  type PodAffinityTerms,
  type PodSpec,
  type PodVolume,
  type Toleration,
  type TopologySpreadConstraint,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { reason } from './reason.js';
import {
  flag,
  labels,
  nullableNumber,
  nullableText,
  number,
  requirement,
  resourceList,
  text,
  texts,
} from './values.js';

// Columns of capacity_buffers.

const selector = provenTo<LabelSelector>().read(
  z.looseObject({
    matchLabels: labels,
    matchExpressions: z.array(
      z.looseObject({
        key: text,
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: texts,
      } satisfies FieldsOf<LabelSelectorExpression>),
    ),
  } satisfies FieldsOf<LabelSelector>),
);

const nodeSelectorTerm = z.looseObject({
  matchExpressions: z.array(requirement),
  hasMatchFields: flag,
} satisfies FieldsOf<NodeSelectorTerm>);

const affinityTerm = z.looseObject({
  topologyKey: text,
  labelSelector: selector.nullable(),
  namespaces: texts,
  namespaceSelector: selector.nullable(),
  matchLabelKeys: texts,
  mismatchLabelKeys: texts,
} satisfies FieldsOf<PodAffinityTerm>);

const affinityRules = z.looseObject({
  required: z.array(affinityTerm),
  preferred: z.array(z.looseObject({ weight: number, term: affinityTerm })),
} satisfies FieldsOf<PodAffinityTerms>);

const toleration = z.looseObject({
  key: text,
  operator: z.enum(['Equal', 'Exists']),
  value: text,
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).nullable(),
} satisfies FieldsOf<Toleration>);

const spread = z.looseObject({
  maxSkew: number,
  topologyKey: text,
  whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
  labelSelector: selector.nullable(),
  minDomains: nullableNumber,
  matchLabelKeys: texts,
  nodeAffinityPolicy: z.enum(['Honor', 'Ignore']),
  nodeTaintsPolicy: z.enum(['Honor', 'Ignore']),
} satisfies FieldsOf<TopologySpreadConstraint>);

/** Pods with device claims are marked as unsupported in buffers. */
type BufferPodSpec = Omit<PodSpec, 'deviceClaims'>;

const podSpec = provenTo<BufferPodSpec>().read(
  z.looseObject({
    key: text,
    namespace: text,
    labels,
    requests: resourceList,
    priority: number,
    tolerations: z.array(toleration),
    nodeSelector: labels,
    requiredNodeAffinity: z.array(nodeSelectorTerm),
    preferredNodeAffinity: z.array(z.looseObject({ weight: number, term: nodeSelectorTerm })),
    topologySpread: z.array(spread),
    podAffinity: affinityRules,
    podAntiAffinity: affinityRules,
    hostPorts: z.array(
      z.looseObject({
        hostIp: text,
        port: number,
        protocol: z.enum(['TCP', 'UDP', 'SCTP']),
      } satisfies FieldsOf<HostPort>),
    ),
    volumes: z.array(
      z.looseObject({
        claim: text,
        driver: nullableText,
        nodeRequirements: z.array(nodeSelectorTerm),
        problem: nullableText,
      } satisfies FieldsOf<PodVolume>),
    ),
    unsupported: texts.exactOptional(),
  } satisfies FieldsOf<BufferPodSpec>),
);

const capacityBuffer = z.looseObject({
  namespace: text,
  name: text,
  podSpec,
  replicas: nullableNumber,
  share: z.looseObject({ percent: number, ofReplicas: number }).nullable(),
  limits: resourceList,
} satisfies FieldsOf<CapacityBuffer>);

const manifest = z.looseObject({
  provisioningStrategy: text,
  podTemplateRef: z.looseObject({ name: text }).exactOptional(),
  scalableRef: z
    .looseObject({ apiGroup: text, kind: z.enum(scalableKinds), name: text })
    .exactOptional(),
  replicas: number.exactOptional(),
  percentage: number.exactOptional(),
  limits: labels,
} satisfies FieldsOf<CapacityBufferManifest>);

/** The columns that are written each time a buffer is resolved in its cluster. */
export type BufferReading = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

export const bufferResolution = recordFormat({
  column: 'capacity_buffers.resolution',
  schema: provenTo<BufferReading>().read(
    z.looseObject({
      spec: manifest.nullable(),
      resolved: z
        .looseObject({
          buffer: capacityBuffer,
          units: number,
          isLimited: flag,
          templateGeneration: number,
        } satisfies FieldsOf<ResolvedBuffer>)
        .nullable(),
      problems: texts,
    } satisfies FieldsOf<BufferReading>),
  ),
});

export const bufferOutcome = recordFormat({
  column: 'capacity_buffers.outcome',
  schema: provenTo<BufferOutcome>().read(
    z.looseObject({
      held: number,
      coming: number,
      without: number,
      reasons: z.array(reason),
      at: number,
    } satisfies FieldsOf<BufferOutcome>),
  ),
});
