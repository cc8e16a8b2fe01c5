import { type ClusterId, type Instant, reservationLabels } from '@kerf/core';
import { effectiveAmiFamily } from '../domain/definition/ami-family.js';
import type { Definition } from '../domain/definition/definition.js';
import {
  type AmiFamily,
  commonKubeletFields,
  type Ec2NodeClassManifest,
  type KubeletManifest,
} from '../domain/definition/ec2-node-class-manifest.js';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { DefinitionStatus } from '../ports/cluster-gateway.js';
import type { Repositories } from '../ports/store.js';

/** A valid field that has no effect, or an effect other than its name says. */
export interface IneffectiveField {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly found: unknown;
}

type DefinitionSpec =
  | { readonly kind: 'NodePool'; readonly spec: NodePoolManifest }
  | { readonly kind: 'EC2NodeClass'; readonly spec: Ec2NodeClassManifest };

/**
 * Returns the fields of a definition that have no effect in this version of Kerf, in manifest
 * order.
 */
export function ineffectiveFields(definition: DefinitionSpec): readonly IneffectiveField[] {
  return definition.kind === 'NodePool'
    ? requirements(definition.spec)
    : [...kubelet(definition.spec), ...instanceStore(definition.spec)];
}

function requirements({ template }: NodePoolManifest): readonly IneffectiveField[] {
  return template.spec.requirements.flatMap(({ key, operator, values = [] }, index) => {
    const path = ['spec', 'template', 'spec', 'requirements', index];
    const position = values.indexOf('true');
    if (key !== reservationLabels.interruptible || operator !== 'In' || position < 0) return [];
    const message =
      'nothing is launched into interruptible capacity reservations yet: no node has this value; remove it';
    return [{ path: [...path, 'values', position], message, found: 'true' }];
  });
}

/** AMI families whose bootstrap accepts only one cluster DNS address. */
const familiesWithOneDns: readonly AmiFamily[] = [
  'AL2',
  'Bottlerocket',
  'Windows2019',
  'Windows2022',
  'Windows2025',
];

function kubelet(spec: Ec2NodeClassManifest): readonly IneffectiveField[] {
  const { kubelet: settings = {} } = spec;
  const family = effectiveAmiFamily(spec) ?? 'Custom';
  if (family === 'Custom') {
    return Object.keys(settings).length === 0
      ? []
      : [
          {
            path: ['spec', 'kubelet'],
            message:
              'with amiFamily Custom the kubelet is started by spec.userData: these settings are only what Kerf plans with; set them in the user data as well',
            found: settings,
          },
        ];
  }
  const { clusterDNS = [], podsPerCore } = settings;
  return [
    ...passedFields(settings, family),
    ...(clusterDNS.length > 1 && familiesWithOneDns.includes(family)
      ? [
          {
            path: ['spec', 'kubelet', 'clusterDNS'],
            message: `${family} supports one address of cluster DNS; only ${clusterDNS[0]} is used`,
            found: clusterDNS,
          },
        ]
      : []),
    ...(podsPerCore !== undefined && family === 'Bottlerocket'
      ? [
          {
            path: ['spec', 'kubelet', 'podsPerCore'],
            message: 'Bottlerocket does not support this setting; use maxPods',
            found: podsPerCore,
          },
        ]
      : []),
  ];
}

/** Fields that only nodeadm can pass to the kubelet. */
function passedFields(settings: KubeletManifest, family: AmiFamily): readonly IneffectiveField[] {
  if (family === 'AL2023') return [];
  return Object.entries(settings)
    .filter(([key]) => !commonKubeletFields.some((field) => field === key))
    .map(([key, found]) => ({
      path: ['spec', 'kubelet', key],
      message: `${family} has no setting for it; AL2023 takes every field of the kubelet`,
      found,
    }));
}

function instanceStore(spec: Ec2NodeClassManifest): readonly IneffectiveField[] {
  const { instanceStorePolicy: found } = spec;
  const family = effectiveAmiFamily(spec) ?? 'Custom';
  if (found === undefined || (family !== 'Custom' && !family.startsWith('Windows'))) return [];
  return [
    {
      path: ['spec', 'instanceStorePolicy'],
      message: `Kerf does not set up local disks of ${family} images, but plans pods with them; set the disks up in spec.userData`,
      found,
    },
  ];
}

/**
 * Returns the path as `kubectl explain` writes it, e.g.
 * `spec.template.spec.requirements[0].values[1]`.
 */
const textOf = (path: IneffectiveField['path']): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`,
    '',
  );

const describe = (fields: readonly IneffectiveField[]): string =>
  fields.map(({ path, message }) => `${textOf(path)}: ${message}`).join('; ');

/** Returns the status condition that reports the fields on the object itself. */
export function effectCondition(
  definition: DefinitionSpec,
): DefinitionStatus['conditions'][number] {
  const fields = ineffectiveFields(definition);
  return fields.length === 0
    ? { type: 'FieldsEffective', status: 'True', reason: 'AllFieldsEffective', message: '' }
    : {
        type: 'FieldsEffective',
        status: 'False',
        reason: 'FieldWithoutEffect',
        message: describe(fields),
      };
}

/** Records the finding about fields without effect, or clears it when there are none. */
export async function recordIneffectiveFields(
  { findings }: Pick<Repositories, 'findings'>,
  definition: Definition,
  at: Instant,
): Promise<void> {
  const { clusterId, kind, name } = definition;
  const fields = ineffectiveFields(definition);
  if (fields.length === 0) return forgetIneffectiveFields({ findings }, definition);
  await findings.record({
    clusterId,
    code: 'FIELD_WITHOUT_EFFECT',
    object: `${kind}/${name}`,
    message: describe(fields),
    at,
  });
}

/** Clears the finding when the definition is gone or all of its fields have an effect. */
export async function forgetIneffectiveFields(
  { findings }: Pick<Repositories, 'findings'>,
  { clusterId, kind, name }: Pick<Definition, 'kind' | 'name'> & { readonly clusterId: ClusterId },
): Promise<void> {
  await findings.clear(clusterId, 'FIELD_WITHOUT_EFFECT', `${kind}/${name}`);
}
