import type { BoundPod, PodVolume } from '@kerf/engine';
import type { PodReading } from '../map/pod.js';
import type { PodSpecTable, TextPool } from './pod-spec-table.js';

/** A bound or pending pod in the cluster cache, with the fields for engine and read model. */
export interface PodRecord extends BoundPod {
  /** `null` while it waits for a node. */
  readonly nodeName: string | null;
  /** Unschedulable, not nominated by a preemption, not of a DaemonSet or a node. */
  readonly isProvisionable: boolean;
  /** What the cluster's own scheduler says; `null` once it is bound. */
  readonly schedulerMessage: string | null;
  /** `namespace/name` of its PersistentVolumeClaims. */
  readonly volumeClaims: readonly string[];
}

const noClaims: readonly string[] = Object.freeze([]);

export interface SharedParts {
  readonly specs: PodSpecTable;
  readonly texts: TextPool;
  readonly resolve: (claim: string) => PodVolume;
}

/** Every pod has the same fields in the same order, so that all share one hidden class. */
export function toPodRecord(
  reading: PodReading,
  { specs, texts, resolve }: SharedParts,
): PodRecord {
  const { fields, volumeClaims } = reading;
  return Object.freeze({
    uid: reading.uid,
    name: reading.name,
    spec: specs.intern(
      volumeClaims.length === 0 ? fields : { ...fields, volumes: volumeClaims.map(resolve) },
    ),
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
    nodeName: reading.nodeName === null ? null : texts.intern(reading.nodeName),
    isProvisionable: reading.isProvisionable,
    schedulerMessage: reading.schedulerMessage,
    volumeClaims: volumeClaims.length === 0 ? noClaims : Object.freeze([...volumeClaims]),
  });
}

/** A daemon's or static pod's coming and going says nothing of how a node is used. */
export function isDaemon(pod: Pick<PodRecord, 'ownerKind'>): boolean {
  return pod.ownerKind === 'DaemonSet' || pod.ownerKind === 'Node';
}
