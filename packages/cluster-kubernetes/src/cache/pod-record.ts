import type { ObservedPod, PodClaim, PodDeviceClaim } from '@kerf/application';
import type { BoundPod, DeviceClaim, PodSpec, PodVolume } from '@kerf/engine';
import type { Followed } from './pod-progress.js';
import type { PodSpecTable, TextPool } from './pod-spec-table.js';

/** A bound or pending pod in the cluster cache, with the fields for engine and read model. */
export interface PodRecord extends BoundPod {
  /** `null` while the pod is not bound. */
  readonly nodeName: string | null;
  /**
   * Whether the pod is unschedulable, not nominated by a preemption, and not owned by a DaemonSet
   * or a node.
   */
  readonly isProvisionable: boolean;
  /** Whether the default scheduler has not tried the pod yet. */
  readonly isUntried: boolean;
  /** Whether a scheduling gate or another scheduler decides when the pod may run. */
  readonly isHeldBack: boolean;
  /** Message of the cluster's scheduler; `null` once the pod is bound. */
  readonly schedulerMessage: string | null;
  readonly volumeClaims: readonly PodClaim[];
  readonly deviceClaims: readonly PodDeviceClaim[];
  readonly followed: Followed;
}

const noClaims: readonly never[] = Object.freeze([]);

export interface SharedParts {
  readonly specs: PodSpecTable;
  readonly texts: TextPool;
  readonly resolve: (claim: PodClaim) => PodVolume;
  readonly resolveDevices: (claim: PodDeviceClaim) => DeviceClaim;
}

/**
 * Creates a record with the same fields in the same order for every pod, so that all share one
 * hidden class.
 */
export function toPodRecord(
  reading: ObservedPod,
  followed: Followed,
  shared: SharedParts,
): PodRecord {
  const { specs, texts } = shared;
  const { fields, volumeClaims, deviceClaims } = reading;
  return Object.freeze({
    uid: reading.uid,
    name: reading.name,
    spec: specs.intern({ ...fields, ...resolvedClaims(reading, shared) }),
    createdAt: reading.createdAt,
    ownerKind: reading.ownerKind,
    ownerName: texts.intern(reading.ownerName),
    isTerminal: reading.isTerminal,
    isTerminating: reading.isTerminating,
    terminatesAt: reading.terminatesAt,
    gracePeriodMs: reading.gracePeriodMs,
    isReady: reading.isReady,
    startedAt: reading.startedAt,
    doNotDisrupt: reading.doNotDisrupt,
    deletionCost: reading.deletionCost,
    ...(reading.writtenDeletionCost !== null && {
      writtenDeletionCost: Object.freeze(reading.writtenDeletionCost),
    }),
    nodeName: reading.nodeName === null ? null : texts.intern(reading.nodeName),
    isProvisionable: reading.isProvisionable,
    isUntried: reading.isUntried,
    isHeldBack: reading.isHeldBack,
    schedulerMessage: reading.schedulerMessage,
    volumeClaims: volumeClaims.length === 0 ? noClaims : Object.freeze([...volumeClaims]),
    deviceClaims: deviceClaims.length === 0 ? noClaims : Object.freeze([...deviceClaims]),
    followed,
  });
}

/** Returns the fields of the spec of a pod that depend on other objects. */
export function resolvedClaims(
  { volumeClaims, deviceClaims }: Pick<PodRecord, 'volumeClaims' | 'deviceClaims'>,
  { resolve, resolveDevices }: Pick<SharedParts, 'resolve' | 'resolveDevices'>,
): Partial<Pick<PodSpec, 'volumes' | 'deviceClaims' | 'unsupported'>> {
  return {
    ...(volumeClaims.length > 0 && { volumes: volumeClaims.map(resolve) }),
    ...(deviceClaims.length > 0 && {
      deviceClaims: deviceClaims.map(resolveDevices),
      unsupported: [],
    }),
  };
}

/** Whether the pod is a daemon or static pod; such pods do not indicate how a node is used. */
export function isDaemon(pod: Pick<PodRecord, 'ownerKind'>): boolean {
  return pod.ownerKind === 'DaemonSet' || pod.ownerKind === 'Node';
}

/** Whether the pod is provisionable, or has not been tried by the scheduler. */
export function mayNeedNode(pod: Pick<PodRecord, 'isProvisionable' | 'isUntried'>): boolean {
  return pod.isProvisionable || pod.isUntried;
}
