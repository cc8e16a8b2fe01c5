import {
  type Instant,
  isRecord,
  type JsonObject,
  labelKeys,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import type { NodeSelectorTerm } from '@kerf/engine';
import type { ObjectMeta } from './object-meta.js';
import { readNodeSelectorTerms } from './selectors.js';

/** A PersistentVolumeClaim, as far as scheduling depends on it. */
export interface VolumeClaim {
  readonly name: string;
  /** The PersistentVolume to which the claim is or will be bound. */
  readonly volumeName: string | null;
  readonly isBound: boolean;
  /** `null` for the default class, `''` for no class. */
  readonly className: string | null;
  readonly isDeleting: boolean;
  readonly isLost: boolean;
}

/** Reads a `v1` PersistentVolumeClaim. */
export function readVolumeClaim(object: JsonObject, meta: ObjectMeta): VolumeClaim {
  const spec = toRecord(object['spec']);
  const className = spec['storageClassName'];
  return {
    name: meta.name,
    volumeName: toTextOrNull(spec['volumeName']),
    // The kube-scheduler uses this annotation; the phase is updated later.
    isBound: toRecord(meta.raw['annotations'])['pv.kubernetes.io/bind-completed'] !== undefined,
    className: typeof className === 'string' ? className : null,
    isDeleting: meta.deletionRequestedAt !== null,
    isLost: toRecord(object['status'])['phase'] === 'Lost',
  };
}

/** A PersistentVolume, as far as scheduling depends on it. */
export interface Volume {
  /** `namespace/name` of the claim to which the volume is bound. */
  readonly claim: string | null;
  readonly driver: string | null;
  readonly nodeRequirements: readonly NodeSelectorTerm[];
  readonly isDeleting: boolean;
}

/** Driver that serves `kubernetes.io/aws-ebs` volumes since CSI migration. */
const ebsDriver = 'ebs.csi.aws.com';

/** Reads a `v1` PersistentVolume. */
export function readVolume(object: JsonObject, meta: ObjectMeta): Volume {
  const spec = toRecord(object['spec']);
  const isEbs = isRecord(spec['awsElasticBlockStore']);
  const terms = readNodeSelectorTerms(toRecord(toRecord(spec['nodeAffinity'])['required']));
  const isOfOneHost = isRecord(spec['local']) || isRecord(spec['hostPath']);
  const claim = toRecord(spec['claimRef']);
  const claimName = toTextOrNull(claim['name']);
  return {
    claim: claimName === null ? null : `${toText(claim['namespace'])}/${claimName}`,
    driver: toTextOrNull(toRecord(spec['csi'])['driver']) ?? (isEbs ? ebsDriver : null),
    nodeRequirements: terms
      .filter((term) => term.matchExpressions.length > 0)
      .map((term) => (isOfOneHost ? withoutHostname(term) : term)),
    isDeleting: meta.deletionRequestedAt !== null,
  };
}

/**
 * Removes the host name: a pod that moves leaves a host-local volume behind, which must not prevent
 * the move.
 */
function withoutHostname(term: NodeSelectorTerm): NodeSelectorTerm {
  const others = term.matchExpressions.filter(({ key }) => key !== labelKeys.hostname);
  return { ...term, matchExpressions: others };
}

/** A VolumeAttachment of a PersistentVolume. */
export interface VolumeAttachment {
  readonly nodeName: string;
  /** Name of the PersistentVolume. */
  readonly volume: string;
}

/** Reads a `storage.k8s.io/v1` VolumeAttachment; `null` for one without a PersistentVolume. */
export function readVolumeAttachment(object: JsonObject): VolumeAttachment | null {
  const spec = toRecord(object['spec']);
  const volume = toTextOrNull(toRecord(spec['source'])['persistentVolumeName']);
  const nodeName = toTextOrNull(spec['nodeName']);
  return volume === null || nodeName === null ? null : { nodeName, volume };
}

/** A StorageClass, as far as scheduling depends on it. */
export interface StorageClass {
  readonly provisioner: string;
  readonly bindsImmediately: boolean;
  readonly nodeRequirements: readonly NodeSelectorTerm[];
  readonly isDefault: boolean;
  readonly createdAt: Instant;
}

/** Reads a `storage.k8s.io/v1` StorageClass. */
export function readStorageClass(object: JsonObject, meta: ObjectMeta): StorageClass {
  const provisioner = toText(object['provisioner']);
  const annotations = toRecord(meta.raw['annotations']);
  return {
    provisioner: provisioner === 'kubernetes.io/aws-ebs' ? ebsDriver : provisioner,
    bindsImmediately: object['volumeBindingMode'] !== 'WaitForFirstConsumer',
    nodeRequirements: toRecords(object['allowedTopologies'])
      .map(readTopologyTerm)
      .filter((term) => term.matchExpressions.length > 0),
    isDefault: annotations['storageclass.kubernetes.io/is-default-class'] === 'true',
    createdAt: meta.createdAt,
  };
}

function readTopologyTerm(topology: JsonObject): NodeSelectorTerm {
  const matchExpressions = toRecords(topology['matchLabelExpressions']).map((expression) => ({
    key: toText(expression['key']),
    operator: 'In' as const,
    values: toTexts(expression['values']),
    minValues: null,
  }));
  return { matchExpressions, hasMatchFields: false };
}

/**
 * Returns the number of volumes that can be attached to a node, by driver; no count means no limit.
 */
export function readVolumeLimits(object: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(
    toRecords(toRecord(object['spec'])['drivers']).flatMap((driver) => {
      const name = toTextOrNull(driver['name']);
      const count = toInteger(toRecord(driver['allocatable'])['count']);
      return name === null || count === null || count < 0 ? [] : [[name, count] as const];
    }),
  );
}
