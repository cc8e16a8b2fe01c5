import {
  type DisruptionBlock,
  type LaunchReason,
  pauseExtents,
  pauseScopeKinds,
  type Reason,
  type RequiredLabel,
  type SchedulingReason,
  type TypeExclusion,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo } from './format.js';
import { flag, labelTerm, nullableNumber, nullableText, number, text, texts } from './values.js';

type Member<Union extends { readonly code: string }, Code> = Omit<
  Extract<Union, { readonly code: Code }>,
  'code'
>;

/** Returns the schema of one member of the union, by its code. */
const memberOf =
  <Union extends { readonly code: string }>() =>
  <const Code extends Union['code'], Fields extends FieldsOf<Member<Union, Code>>>(
    code: Code,
    fields: Fields,
  ) =>
    z.looseObject({ code: z.literal(code), ...fields });

const scheduling = memberOf<SchedulingReason>();
const block = memberOf<DisruptionBlock>();
const launch = memberOf<LaunchReason>();

const terms = z.array(labelTerm);
const requiredLabel = {
  key: text,
  required: terms,
  volume: nullableText,
  alternatives: number,
} satisfies FieldsOf<RequiredLabel>;
const image = { nodeClass: text, architectures: texts, variant: text };
const setting = { field: text, value: text };
const matchingTypes = { instanceTypes: texts, omitted: number };

const typeExclusion = provenTo<TypeExclusion>().read(
  z.discriminatedUnion('source', [
    z.looseObject({ source: z.literal('NodePool'), key: text, terms }),
    z.looseObject({ source: z.literal('Image'), ...image }),
    z.looseObject({ source: z.literal('Network'), nodeClass: text }),
    z.looseObject({ source: z.literal('Subnet'), nodeClass: text, zones: texts }),
    z.looseObject({ source: z.literal('Setting'), nodeClass: text, ...setting }),
  ]),
);

const podReasons = [
  scheduling('POD_INVALID', {
    problem: z.enum([
      'REQUIRES_NO_NODE_POOL',
      'MATCH_FIELDS',
      'RESTRICTED_LABEL',
      'INVALID_REQUIREMENT',
      'VOLUME',
      'RESOURCE_CLAIM',
    ]),
    detail: text,
  }),
  scheduling('CONSTRAINT_UNSUPPORTED', { constraint: text }),
  scheduling('NO_NODE_POOL', {}),
  scheduling('VOLUMES_INCOMPATIBLE', {
    key: text,
    volumes: z.array(z.looseObject({ claim: text, required: terms })),
  }),
] as const;

const pauseFields = {
  pauseId: text,
  scope: z.enum(pauseScopeKinds),
  reason: text,
  owner: text,
  until: nullableNumber,
};

const poolReasons = [
  scheduling('LAUNCHES_PAUSED', pauseFields),
  scheduling('MONTHLY_SPEND_LIMIT_REACHED', {
    limitId: text,
    scope: z.enum(pauseScopeKinds),
    limitMicroUsd: number,
    spentMicroUsd: number,
    until: number,
  }),
  scheduling('NODE_POOL_BEING_DELETED', {}),
  scheduling('NODE_POOL_REFUSED', { field: text, detail: text }),
  scheduling('NODE_POOL_NOT_READY', { nodeClass: text, detail: text }),
  scheduling('NO_MATCHING_INSTANCE_TYPE', {
    allowed: z.looseObject({ key: text, terms }).nullable(),
  }),
  scheduling('TAINT_NOT_TOLERATED', { key: text, value: text, effect: text }),
] as const;

const labelReasons = [
  scheduling('LABEL_UNDEFINED', requiredLabel),
  scheduling('REQUIREMENT_INCOMPATIBLE', {
    ...requiredLabel,
    allowed: z.looseObject({
      source: z.enum(['NodePool', 'InstanceTypes', 'Pod', 'Volume']),
      key: text,
      terms,
    }),
  }),
  scheduling('VALUE_UNKNOWN', { ...requiredLabel, known: texts }),
  scheduling('SUBNET_MISSING', {
    ...requiredLabel,
    nodeClass: text,
    zones: texts,
    available: texts,
  }),
  scheduling('IMAGE_MISSING', { ...requiredLabel, ...matchingTypes, ...image }),
  scheduling('NETWORK_INCOMPATIBLE', { ...requiredLabel, ...matchingTypes, nodeClass: text }),
  scheduling('NODE_CLASS_INCOMPATIBLE', {
    ...requiredLabel,
    ...matchingTypes,
    ...setting,
    nodeClass: text,
  }),
] as const;

/** A reason of pods and of replacements. */
const minValuesUnmet = scheduling('MIN_VALUES_UNMET', {
  key: text,
  minValues: number,
  found: number,
});

const capacityReasons = [
  scheduling('NO_OFFERING', { zones: texts, capacityTypes: texts }),
  scheduling('OFFERINGS_UNAVAILABLE', {
    zones: texts,
    capacityTypes: texts,
    offerings: number,
    until: nullableNumber,
    shifted: z.looseObject({ zones: texts, offerings: number }).exactOptional(),
  }),
  scheduling('OFFERING_UNPRICED', {}),
  scheduling('RESOURCE_NOT_OFFERED', {
    ...matchingTypes,
    resource: text,
    requested: number,
    excludedBy: typeExclusion.nullable(),
  }),
  scheduling('RESOURCE_TOO_LARGE', {
    resource: text,
    requested: number,
    daemons: number,
    largest: number,
    instanceType: text,
    fitting: z.looseObject({ instanceType: text, excludedBy: typeExclusion }).nullable(),
  }),
  scheduling('RESOURCE_COMBINATION_TOO_LARGE', { resources: texts }),
  scheduling('LIMIT_EXCEEDED', {
    resource: text,
    limit: number,
    usage: number,
    needed: number,
    instanceType: nullableText,
  }),
  scheduling('SPEND_LIMIT_EXCEEDED', {
    limitId: text,
    scope: z.enum(pauseScopeKinds),
    limitMicroUsdPerHour: number,
    spendMicroUsdPerHour: number,
    neededMicroUsdPerHour: number,
    instanceType: nullableText,
  }),
  scheduling('HOST_PORT_CONFLICT', { port: number, protocol: text, daemonSet: nullableText }),
  minValuesUnmet,
  scheduling('TOPOLOGY_UNSATISFIABLE', {
    kind: z.enum(['Spread', 'Affinity', 'AntiAffinity']),
    key: text,
    selector: nullableText,
    isOwn: flag,
    domains: texts,
    reachable: texts,
  }),
  scheduling('RESERVATION_PENDING', {}),
  scheduling('DEVICES_MISSING', {
    claim: text,
    request: text,
    cause: z.enum(['TOO_FEW', 'IN_USE', 'CONSTRAINT', 'UNDECIDED', 'ELSEWHERE', 'TOO_COMPLEX']),
    detail: text,
    neededDevices: nullableNumber,
    foundDevices: number,
  }),
] as const;

const instanceTypeReasons = [
  scheduling('INSTANCE_TYPE_MISMATCH', { key: text, required: terms, found: terms }),
  scheduling('INSTANCE_TYPE_TOO_SMALL', {
    resource: text,
    requested: number,
    largest: number,
    instanceType: nullableText,
  }),
  scheduling('INSTANCE_TYPE_LACKS_DEVICES', {}),
  scheduling('MORE_EXPENSIVE_THAN_CHOSEN', {}),
] as const;

const schedulingReasons = [
  ...podReasons,
  ...poolReasons,
  ...labelReasons,
  ...capacityReasons,
  ...instanceTypeReasons,
] as const;

const disruptionBlocks = [
  block('NOT_MANAGED', {}),
  block('NOT_INITIALIZED', {}),
  block('TERMINATING', {}),
  block('IN_DECISION', { decisionId: text }),
  block('NOMINATED', { until: number }),
  block('WITHOUT_NODE_POOL', {}),
  block('NODE_POOL_UNKNOWN', { nodePool: text }),
  block('NO_INSTANCE_TYPES', { nodePool: text }),
  block('NODE_POOL_UNREADABLE', { nodePool: text, field: text, detail: text }),
  block('DISRUPTION_PAUSED', { ...pauseFields, stops: z.enum(pauseExtents) }),
  block('NODE_DO_NOT_DISRUPT', {}),
  block('POD_DO_NOT_DISRUPT', { pod: text, until: nullableNumber }),
  block('PDB_BLOCKS', { pdb: text, pod: text }),
  block('MULTIPLE_PDBS', { pdbs: texts, pod: text }),
  block('CONSOLIDATION_DISABLED', { nodePool: text }),
  block('STATIC_POOL', { nodePool: text, replicas: number }),
  block('STATIC_POOL_BUSY', { nodePool: text, nodes: number, replicas: number }),
  block('NODE_LIMIT_REACHED', { nodePool: text, limit: number }),
  block('CONSOLIDATE_AFTER', { until: number }),
  block('NOT_EMPTY', { pods: number }),
  block('HOLDS_CAPACITY_BUFFER', { buffers: texts }),
  block('NOT_EVALUATED_YET', {}),
  block('REASON_NO_LONGER_APPLIES', { reason: text }),
  block('EXPECTS_PODS', { decisionId: text }),
  block('REJECTED', { decisionId: text, until: number }),
  block('DESTINATION_NOT_READY', { nodeName: text }),
  block('DESTINATION_NOT_CONSOLIDATABLE', { nodeName: text, until: number }),
  block('PODS_UNSCHEDULABLE', { pods: number, pod: text }),
  block('MULTIPLE_REPLACEMENTS', { nodes: number }),
  block('PRICE_UNKNOWN', {}),
  block('NO_CHEAPER_REPLACEMENT', { priceMicroUsdPerHour: number, bestMicroUsdPerHour: number }),
  block('SAVING_TOO_SMALL', {
    savingMicroUsdPerHour: number,
    minSavingMicroUsdPerHour: number,
    pods: number,
    nodePool: text.exactOptional(),
  }),
  block('SCORE_TOO_LOW', { nodePool: text, score: number, minScore: number }),
  block('SPOT_TO_SPOT_DISABLED', {}),
  block('SPOT_INFLEXIBLE', { cheaperTypes: number, needed: number }),
  block('BUDGET_EXHAUSTED', {
    nodePool: text,
    reason: text,
    allowed: number,
    budget: nullableNumber,
  }),
] as const;

const launchReasons = [
  launch('INSUFFICIENT_CAPACITY', { offerings: number, detail: text }),
  launch('NODE_CLASS_NOT_READY', { nodeClass: text, detail: text }),
  launch('LAUNCH_REFUSED', { detail: text }),
  launch('LAUNCH_WITHHELD', { detail: text }),
] as const;

export const schedulingReason = provenTo<SchedulingReason>().read(
  z.discriminatedUnion('code', schedulingReasons),
);
export const disruptionBlock = provenTo<DisruptionBlock>().read(
  z.discriminatedUnion('code', [...disruptionBlocks, minValuesUnmet]),
);
export const launchReason = provenTo<LaunchReason>().read(
  z.discriminatedUnion('code', launchReasons),
);
export const reason = provenTo<Reason>().read(
  z.discriminatedUnion('code', [...schedulingReasons, ...disruptionBlocks, ...launchReasons]),
);
