import {
  type DurationMs,
  type Instant,
  type JsonObject,
  toInstant,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
} from '@kerf/core';
import type { PodOwnerKind } from '@kerf/engine';

/** Called for each invalid field; the object is used without it. */
export type Note = (problem: string) => void;

/** The identifying parts of an object's metadata. */
export interface ObjectMeta {
  readonly name: string;
  /** `''` for cluster-scoped objects. */
  readonly namespace: string;
  readonly uid: string;
  readonly createdAt: Instant;
  readonly deletionRequestedAt: Instant | null;
  /** See {@link readObjectMeta}. */
  readonly clockAheadMs: DurationMs;
  readonly raw: JsonObject;
}

/**
 * Returns `null` for an object without a name and a uid.
 * @param clockAheadMs how far the clock of the API server is ahead of Kerf's: all times of the
 * object are read as times of Kerf's clock
 */
export function readObjectMeta(object: unknown, clockAheadMs: DurationMs = 0): ObjectMeta | null {
  const raw = toRecord(toRecord(object)['metadata']);
  const name = toTextOrNull(raw['name']);
  const uid = toTextOrNull(raw['uid']);
  if (name === null || uid === null) return null;
  return {
    name,
    uid,
    namespace: toText(raw['namespace']),
    createdAt: readTime(raw['creationTimestamp'], { clockAheadMs }) ?? 0,
    deletionRequestedAt: readTime(raw['deletionTimestamp'], { clockAheadMs }),
    clockAheadMs,
    raw,
  };
}

/** Returns a time of an object by Kerf's clock; `null` without a valid one. */
export function readTime(
  value: unknown,
  { clockAheadMs }: Pick<ObjectMeta, 'clockAheadMs'>,
): Instant | null {
  const at = toInstant(value);
  return at === null ? null : at - clockAheadMs;
}

/** The controller that owns a pod, as far as scheduling and users distinguish it. */
export interface PodOwner {
  readonly kind: PodOwnerKind;
  readonly name: string;
}

const distinguished = [
  'DaemonSet',
  'Node',
  'StatefulSet',
  'ReplicaSet',
  'ReplicationController',
  'Job',
] as const;

/** By name, so that the texts of a hundred thousand parsed pods are not kept. */
const ownerKinds: ReadonlyMap<unknown, PodOwnerKind> = new Map(
  distinguished.map((kind) => [kind, kind]),
);

const noOwner: PodOwner = { kind: 'None', name: '' };

/**
 * Returns the owner that determines how a pod is treated: a DaemonSet or node if there is one, else
 * its controller.
 */
export function readPodOwner(metadata: JsonObject): PodOwner {
  const owners = toRecords(metadata['ownerReferences']);
  const owner =
    owners.find(({ kind }) => kind === 'DaemonSet' || kind === 'Node') ??
    owners.find(({ controller }) => controller === true) ??
    owners[0];
  if (owner === undefined) return noOwner;
  return { kind: ownerKinds.get(owner['kind']) ?? 'Other', name: toText(owner['name']) };
}
