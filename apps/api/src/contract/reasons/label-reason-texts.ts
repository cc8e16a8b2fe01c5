import { joinWords } from '@kerf/core';
import * as z from 'zod/mini';
import {
  allowedWords,
  labelTerm,
  nameOfLabel,
  namesOfLabel,
  requiredWords,
  shortKey,
  valuesAllowed,
} from './label-words.js';
import { fromData, type ReasonFormatter, type ReasonText } from './reason-formatter.js';

const strings = z.array(z.string());
const terms = z.array(labelTerm);
const nodePoolKey = 'karpenter.sh/nodepool';
const zoneKey = 'topology.kubernetes.io/zone';

const required = z.object({
  key: z.string(),
  required: terms,
  volume: z.nullable(z.string()),
  alternatives: z.number(),
});
type Required = z.infer<typeof required>;

const conflict = z.object({ source: z.string(), key: z.string(), terms });
type Conflict = z.infer<typeof conflict>;

const matching = z.object({ instanceTypes: strings, omitted: z.number() });

/** Why a NodePool does not use instance types that are compatible otherwise. */
export const exclusion = z.object({
  source: z.string(),
  key: z.optional(z.string()),
  terms: z.optional(terms),
  nodeClass: z.optional(z.string()),
  architectures: z.optional(strings),
  variant: z.optional(z.string()),
  zones: z.optional(strings),
  field: z.optional(z.string()),
  value: z.optional(z.string()),
});
type Exclusion = z.infer<typeof exclusion>;

/** Texts of reasons about labels that the pod, or one of its volumes, requires. */
export const labelReasonTexts = {
  LABEL_UNDEFINED: fromData(required, (data, pool) => ({
    subject: shortKey(data.key),
    sentence: `${requirement(data)}; ${pool} does not define the label`,
    change: `Add ${data.key} to the requirements or labels of ${pool}, or remove it from the pod`,
  })),
  REQUIREMENT_INCOMPATIBLE: incompatible,
  VALUE_UNKNOWN: fromData(z.extend(required, { known: strings }), ({ known, ...data }) => ({
    subject: nameOfLabel(data.key),
    sentence:
      `${requirement(data)}, which does not exist` +
      (data.key === nodePoolKey ? '' : ' in the region'),
    change:
      `Correct the ${nameOfLabel(data.key)} in the pod` +
      (known.length === 0 ? '' : ` (available: ${joinWords(known)})`),
  })),
  SUBNET_MISSING: fromData(
    z.extend(required, { nodeClass: z.string(), zones: strings, available: strings }),
    ({ nodeClass, zones, available, ...data }) => ({
      subject: 'subnet',
      sentence:
        data.key === zoneKey
          ? `${requirement(data)}; EC2NodeClass ${nodeClass} has subnets in ${joinWords(available)} only`
          : `${requirement(data)}, available in ${joinWords(zones)} only; EC2NodeClass ${nodeClass} has no subnet there`,
      change: `Add a subnet in ${joinWords(zones, 'or')} to EC2NodeClass ${nodeClass}, or change the pod`,
    }),
  ),
  IMAGE_MISSING: fromData(
    z.extend(z.extend(required, matching.shape), {
      nodeClass: z.string(),
      architectures: strings,
      variant: z.string(),
    }),
    ({ nodeClass, instanceTypes, omitted, architectures, variant, ...data }) => ({
      subject: 'AMI',
      sentence: `${requirement(data)}; EC2NodeClass ${nodeClass} has no AMI for ${
        instanceTypes.length + omitted === 1
          ? `${typeWords(instanceTypes, 0)} (${imageWords(architectures, variant)})`
          : imageWords(architectures, variant)
      }`,
      change: `Add an AMI for ${imageWords(architectures, variant)} to EC2NodeClass ${nodeClass}, or change the pod`,
    }),
  ),
  NETWORK_INCOMPATIBLE: fromData(
    z.extend(z.extend(required, matching.shape), { nodeClass: z.string() }),
    ({ nodeClass, instanceTypes, omitted, ...data }) => ({
      subject: 'network',
      sentence: `${requirement(data)}; the network settings of EC2NodeClass ${nodeClass} are not supported by ${typeWords(instanceTypes, omitted)}`,
      change: `Change networkInterfaces or connectionTracking of EC2NodeClass ${nodeClass}, or change the pod`,
    }),
  ),
  NODE_CLASS_INCOMPATIBLE: fromData(
    z.extend(z.extend(required, matching.shape), {
      nodeClass: z.string(),
      field: z.string(),
      value: z.string(),
    }),
    ({ nodeClass, field, value, instanceTypes, omitted, ...data }) => ({
      subject: 'EC2NodeClass',
      sentence: `${requirement(data)}; ${settingWords(field, value)} of EC2NodeClass ${nodeClass} is not supported by ${typeWords(instanceTypes, omitted)}`,
      change: `Change ${shortField(field)} of EC2NodeClass ${nodeClass}, or change the pod`,
    }),
  ),
} as const satisfies Readonly<Record<string, ReasonFormatter>>;

function incompatible(data: unknown, pool: string): ReasonText | null {
  return currentFormat(data, pool) ?? formatBefore02(data, pool);
}

const currentFormat: ReasonFormatter = fromData(
  z.extend(required, { allowed: conflict }),
  ({ allowed, ...data }, pool) => ({
    subject: nameOfLabel(data.key),
    sentence: conflictSentence(data, allowed, pool),
    change: conflictChange(data, allowed, pool),
  }),
);

/** Decisions that were recorded before 0.2 have the two sides as text. */
const formatBefore02: ReasonFormatter = fromData(
  z.object({ key: z.string(), wanted: z.string(), found: z.string() }),
  ({ key, wanted, found }, pool) => ({
    subject: nameOfLabel(key),
    sentence: `${nameOfLabel(key)} ${wanted} is required; ${pool} has ${found}`,
  }),
);

function conflictSentence(
  data: Required,
  { source, key, terms: found }: Conflict,
  pool: string,
): string {
  switch (source) {
    case 'InstanceTypes':
      return `${requirement(data)}; matching instance types of ${pool} have ${
        found.some(({ operator }) => operator === 'DoesNotExist')
          ? `no ${nameOfLabel(key)}`
          : allowedWords(key, found)
      }`;
    case 'Pod':
    case 'Volume': {
      const otherRequirement = `${source === 'Pod' ? 'the pod' : 'a volume'} requires ${requiredWords(key, found)}`;
      const combinationText = data.key === key ? '' : `, and no instance type of ${pool} has both`;
      return `${requirement(data)}; ${data.volume === null && source === 'Pod' ? `it also ${otherRequirement.slice('the pod '.length)}` : otherRequirement}${combinationText}`;
    }
    default:
      if (key === nodePoolKey) return requirement(data);
      return `${requirement(data)}; ${pool} allows ${data.key === key ? valuesAllowed(found) : allowedWords(key, found)}`;
  }
}

function conflictChange(data: Required, { source, key }: Conflict, pool: string): string {
  const requirer = data.volume === null ? 'the pod’s node selector or affinity' : 'the volume';
  if (source === 'Pod' && data.volume !== null) {
    return `Schedule the pod where its volume is: ${requiredWords(data.key, data.required)}`;
  }
  if (source === 'Pod' || source === 'Volume') return 'Remove one of the two requirements';
  if (key === nodePoolKey)
    return 'Remove the NodePool from the pod’s node selector to allow others';
  if (source === 'InstanceTypes') {
    const image = imageChange(key, data);
    return image === null ? `Change ${requirer}` : `${image}, or change ${requirer}`;
  }
  return key === data.key
    ? `Allow ${requiredWords(key, data.required)} in ${pool}, or change ${requirer}`
    : `Allow other ${namesOfLabel(key)} in ${pool}, or change ${requirer}`;
}

/** Returns the fix for the two labels that the AMIs determine; `null` for others. */
function imageChange(key: string, { required: requested }: Required): string | null {
  if (key === 'kubernetes.io/arch') {
    return `Add an AMI for ${valuesAllowed(requested)} to the EC2NodeClass`;
  }
  return key === 'kubernetes.io/os'
    ? `Use an EC2NodeClass with an AMI family for ${valuesAllowed(requested)}`
    : null;
}

/** `Pod requires zone us-east-1a`. */
function requirement({ key, required: requested, volume, alternatives }: Required): string {
  const requirer = volume === null ? 'Pod' : `PersistentVolumeClaim ${volume}`;
  const nearest =
    alternatives > 1 ? ` (the nearest of ${alternatives} node affinity alternatives)` : '';
  return `${requirer} requires ${requiredWords(key, requested)}${nearest}`;
}

/** `NodePool general allows categories c and m`: why compatible types are not used. */
export function exclusionWords(excluded: Exclusion, pool: string): string {
  const nodeClass = `EC2NodeClass ${excluded.nodeClass ?? ''}`;
  switch (excluded.source) {
    case 'NodePool':
      return `${pool} allows ${allowedWords(excluded.key ?? '', excluded.terms ?? [])}`;
    case 'Image':
      return `${nodeClass} has no AMI for ${imageWords(excluded.architectures ?? [], excluded.variant ?? '')}`;
    case 'Subnet':
      return `${nodeClass} has no subnet in ${joinWords(excluded.zones ?? [], 'or')}`;
    case 'Setting':
      return `they do not support the ${settingWords(excluded.field ?? '', excluded.value ?? '')} of ${nodeClass}`;
    default:
      return `${nodeClass} has network settings that they do not support`;
  }
}

/** Returns the change with which the NodePool could use them. */
export function exclusionChange(excluded: Exclusion, pool: string): string {
  const nodeClass = `EC2NodeClass ${excluded.nodeClass ?? ''}`;
  switch (excluded.source) {
    case 'NodePool':
      return `Allow other ${namesOfLabel(excluded.key ?? '')} in ${pool}`;
    case 'Image':
      return `Add an AMI for ${imageWords(excluded.architectures ?? [], excluded.variant ?? '')} to ${nodeClass}`;
    case 'Subnet':
      return `Add a subnet in ${joinWords(excluded.zones ?? [], 'or')} to ${nodeClass}`;
    case 'Setting':
      return `Change ${shortField(excluded.field ?? '')} of ${nodeClass}`;
    default:
      return `Change the network interfaces of ${nodeClass}`;
  }
}

/** `nested virtualization`, `placement strategy cluster`: what instance types do not support. */
function settingWords(field: string, value: string): string {
  switch (field) {
    case 'spec.cpuOptions.nestedVirtualization':
      return 'nested virtualization';
    case 'spec.enclaveOptions.enabled':
      return 'Nitro Enclaves';
    case 'spec.placementGroupSelector':
      return `placement strategy ${value}`;
    case 'spec.amiSelectorTerms':
      return `AMI family ${value}`;
    default:
      return `${shortField(field)} ${value}`;
  }
}

const shortField = (field: string): string => field.replace(/^spec\./, '');

/** `amd64 with nvidia`. */
const imageWords = (architectures: readonly string[], variant: string): string =>
  `${joinWords(architectures, 'or')}${variant === 'standard' || variant === '' ? '' : ` with ${variant}`}`;

/** `g5.xlarge, g5.2xlarge and 12 more`. */
export const typeWords = (instanceTypes: readonly string[], omitted: number): string =>
  joinWords([...instanceTypes, ...(omitted > 0 ? [`${omitted} more`] : [])]);
