import {
  annotationKeys,
  type DurationMs,
  type Instant,
  type JsonObject,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
} from '@kerf/core';
import type { PodOwnerKind, WrittenDeletionCost } from '@kerf/engine';
import { type PodDeviceClaim, readPodDeviceClaims } from './device-claims.js';
import { type Note, type ObjectMeta, readPodOwner, readTime } from './object-meta.js';
import { effectiveRequests } from './pod-requests.js';
import {
  type PodClaim,
  type PodSpecFields,
  readPodSpecFields,
  readVolumeClaims,
} from './pod-spec.js';

/** A pod as read from the API; its spec is not shared yet, its volumes and devices are only named. */
export interface ObservedPod {
  readonly uid: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly fields: PodSpecFields;
  readonly volumeClaims: readonly PodClaim[];
  readonly deviceClaims: readonly PodDeviceClaim[];
  readonly ownerKind: PodOwnerKind;
  readonly ownerName: string;
  readonly nodeName: string | null;
  readonly isTerminal: boolean;
  readonly isTerminating: boolean;
  readonly terminatesAt: Instant | null;
  readonly gracePeriodMs: DurationMs;
  readonly isReady: boolean;
  readonly startedAt: Instant | null;
  /** Time at which the pod was bound to a node; `null` if it is not bound, or if unknown. */
  readonly boundAt: Instant | null;
  /** Time since which the pod is ready; `null` if it is not ready, or if unknown. */
  readonly readyAt: Instant | null;
  readonly doNotDisrupt: string | null;
  readonly deletionCost: number;
  readonly writtenDeletionCost: WrittenDeletionCost | null;
  readonly isProvisionable: boolean;
  /** Whether the default scheduler is responsible for the pod and has not tried it yet. */
  readonly isUntried: boolean;
  /** Whether a scheduling gate or another scheduler decides when the pod may run. */
  readonly isHeldBack: boolean;
  readonly schedulerMessage: string | null;
}

const defaultGraceSeconds = 30;

/** Reads a `v1` Pod; `note` is called for each quantity that cannot be parsed. */
export function readPod(object: JsonObject, meta: ObjectMeta, note: Note): ObservedPod {
  const spec = toRecord(object['spec']);
  const status = toRecord(object['status']);
  const annotations = toRecord(meta.raw['annotations']);
  const owner = readPodOwner(meta.raw);
  const nodeName = toTextOrNull(spec['nodeName']);
  const isTerminal = status['phase'] === 'Succeeded' || status['phase'] === 'Failed';
  const isTerminating = meta.deletionRequestedAt !== null;
  const graceSeconds = toInteger(spec['terminationGracePeriodSeconds']);
  const scheduled = findCondition(status, 'PodScheduled');
  const ready = findCondition(status, 'Ready');
  const isWaiting = nodeName === null && !isTerminal && !isTerminating;
  const written = readWrittenCost(annotations);
  const source = {
    namespace: meta.namespace,
    podName: meta.name,
    labels: meta.raw['labels'],
    spec,
    requests: effectiveRequests(spec, status, note),
  };
  return {
    uid: meta.uid,
    name: meta.name,
    createdAt: meta.createdAt,
    fields: readPodSpecFields(source),
    volumeClaims: readVolumeClaims(source),
    deviceClaims: readPodDeviceClaims(meta.namespace, spec, status),
    ownerKind: owner.kind,
    ownerName: owner.name,
    nodeName,
    isTerminal,
    isTerminating,
    // The API server sets the deletion timestamp to the end of the grace period.
    terminatesAt: meta.deletionRequestedAt,
    gracePeriodMs: 1000 * (graceSeconds ?? defaultGraceSeconds),
    isReady: ready['status'] === 'True',
    startedAt: readTime(status['startTime'], meta),
    boundAt: trueSince(scheduled, meta),
    readyAt: trueSince(ready, meta),
    doNotDisrupt: toTextOrNull(annotations[annotationKeys.doNotDisrupt]),
    deletionCost: readDeletionCost(
      annotations[annotationKeys.disruptionCost] ?? (isOwn(written) ? null : written?.value),
    ),
    writtenDeletionCost: written,
    isProvisionable: isWaiting && needsNode(status, scheduled, owner.kind),
    isUntried: isWaiting && isAwaitingScheduler(spec, status, scheduled, owner.kind),
    isHeldBack: !isForDefaultScheduler(spec),
    schedulerMessage: nodeName === null ? readMessage(scheduled) : null,
  };
}

/** Returns a condition of an object's status; an empty record if it does not exist. */
export function findCondition(status: JsonObject, type: string): JsonObject {
  return toRecord(toRecords(status['conditions']).find((condition) => condition['type'] === type));
}

function trueSince(condition: JsonObject, meta: ObjectMeta): Instant | null {
  return condition['status'] === 'True' ? readTime(condition['lastTransitionTime'], meta) : null;
}

/**
 * Whether the pod is unschedulable, is not waiting for a preemption, and has an owner that does not
 * provide its own nodes. A pod with a scheduling gate has another reason than `Unschedulable`.
 * Source: karpenter pkg/utils/pod IsProvisionable; differs: ended and terminating pods never need a
 * node.
 */
function needsNode(status: JsonObject, scheduled: JsonObject, ownerKind: PodOwnerKind): boolean {
  return (
    scheduled['status'] === 'False' &&
    scheduled['reason'] === 'Unschedulable' &&
    mayNeedNode(status, ownerKind)
  );
}

/** Whether the pod is not waiting for a preemption, and its owner does not provide its own nodes. */
function mayNeedNode(status: JsonObject, ownerKind: PodOwnerKind): boolean {
  return (
    toTextOrNull(status['nominatedNodeName']) === null &&
    ownerKind !== 'DaemonSet' &&
    ownerKind !== 'Node'
  );
}

/** The scheduler of pods that name none. Source: Kubernetes core/v1 PodSpec. */
const defaultScheduler = 'default-scheduler';

/**
 * Whether the default scheduler has still to try the pod. The state of other schedulers is unknown, so
 * their pods count only once they are marked.
 */
function isAwaitingScheduler(
  spec: JsonObject,
  status: JsonObject,
  scheduled: JsonObject,
  ownerKind: PodOwnerKind,
): boolean {
  return (
    scheduled['status'] === undefined &&
    isForDefaultScheduler(spec) &&
    mayNeedNode(status, ownerKind)
  );
}

/** Returns true for the spec of a pod that the default scheduler may place as soon as it exists. */
export function isForDefaultScheduler(spec: JsonObject): boolean {
  return (
    (toTextOrNull(spec['schedulerName']) ?? defaultScheduler) === defaultScheduler &&
    toRecords(spec['schedulingGates']).length === 0
  );
}

/** The scheduler writes a few hundred characters; pages and tables need no more. */
const maxMessageLength = 1_000;

function readMessage(scheduled: JsonObject): string | null {
  return toTextOrNull(toText(scheduled['message']).slice(0, maxMessageLength));
}

function readWrittenCost(annotations: JsonObject): WrittenDeletionCost | null {
  const value = toTextOrNull(annotations[annotationKeys.podDeletionCost]);
  const own = toTextOrNull(annotations[annotationKeys.ownDeletionCost]);
  return value === null && own === null ? null : { value, own };
}

/** A cost that Kerf has written follows from the nodes, and says nothing about the pod. */
const isOwn = (written: WrittenDeletionCost | null): boolean =>
  written !== null && written.own === written.value;

/** Reads a decimal int32; any other value counts as absent, as in Kubernetes. */
function readDeletionCost(annotation: unknown): number {
  const text = toText(annotation);
  const cost = /^-?\d{1,10}$/.test(text) ? Number(text) : 0;
  return Math.abs(cost) < 2 ** 31 ? cost : 0;
}
