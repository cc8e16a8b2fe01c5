import { AppError, hasErrorCode, isRecord, type JsonObject, toRecord, toTexts } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { isFailedPatch } from '../errors.js';
import { jsonPatchType, toJsonPatch } from './json-patch.js';

export const mergePatch = 'application/merge-patch+json';

export interface ObjectChange {
  readonly path: string;
  /** Subresource to patch, e.g. the status. */
  readonly patchPath?: string;
  /** Returns the merge patch for the current object; `null` if none is needed. */
  readonly change: (current: JsonObject) => JsonObject | null;
}

/**
 * Reads an object and patches the differences. The patch applies only to the lists that were read,
 * so changes of others are not lost; when one of them has changed, it is computed once more.
 * @returns false if the object does not exist
 * @throws CLUSTER.CONFLICT with a retry when the object changed again
 */
export async function changeObject(
  connection: ClusterConnection,
  { path, patchPath = path, change }: ObjectChange,
): Promise<boolean> {
  const attempt = async (): Promise<void> => {
    const current = toRecord(await connection.json({ method: 'GET', path }));
    const patch = change(current);
    if (patch === null) return;
    const body = toJsonPatch(current, patch);
    try {
      await connection.text({ method: 'PATCH', path: patchPath, contentType: jsonPatchType, body });
    } catch (error) {
      throw isFailedPatch(error) ? changedMeanwhile(path, error) : error;
    }
  };
  return ignoreNotFound(() => connection.writes.take(path, () => twiceOnConflict(attempt)));
}

/** Reads and writes once more when the object has changed in between: often only its status was written. */
export async function twiceOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!hasErrorCode(error, 'CLUSTER.CONFLICT')) throw error;
    return attempt();
  }
}

function changedMeanwhile(path: string, cause: unknown): AppError {
  return new AppError({
    code: 'CLUSTER.CONFLICT',
    message: `${path} was changed at the same time.`,
    retry: { kind: 'backoff' },
    cause,
  });
}

/** An object that a finalizer keeps when it is deleted. */
export interface HeldObject {
  readonly path: string;
  readonly finalizer: string;
  /** Returns false for another object with the same name; default: any object matches. */
  readonly isMeant?: (current: JsonObject) => boolean;
}

/**
 * Deletes an object that stays, marked as deleted, until {@link removeObject} removes its finalizer.
 * Without the finalizer it is not deleted. Safe to repeat.
 */
export async function deleteHeldObject(
  connection: ClusterConnection,
  object: HeldObject,
): Promise<void> {
  const current = await findMeant(connection, object);
  if (current === null || withoutFinalizer(current, object.finalizer) === null) return;
  await deleteFound(connection, object.path, current);
}

/**
 * Deletes an object and removes a finalizer from it. Safe to repeat after a crash at any point. A
 * later object with the same name is not changed.
 */
export async function removeObject(
  connection: ClusterConnection,
  object: HeldObject,
): Promise<void> {
  const { path, finalizer } = object;
  const current = await findMeant(connection, object);
  if (current === null) return;
  await deleteFound(connection, path, current);
  const uid = uidOf(current);
  await changeObject(connection, {
    path,
    change: (left) => (uidOf(left) === uid ? withoutFinalizer(left, finalizer) : null),
  });
}

async function findMeant(
  connection: ClusterConnection,
  { path, isMeant = () => true }: HeldObject,
): Promise<JsonObject | null> {
  const current = await findObject(connection, path);
  return isRecord(current) && isMeant(current) ? current : null;
}

/** Deletes exactly this object, not a later one with its name. */
async function deleteFound(
  connection: ClusterConnection,
  path: string,
  found: JsonObject,
): Promise<void> {
  if (toRecord(found['metadata'])['deletionTimestamp'] !== undefined) return;
  const preconditions = { uid: uidOf(found) };
  await ignoreNotFound(() => connection.text({ method: 'DELETE', path, body: { preconditions } }));
}

/** Returns the object at a path; `null` if it does not exist. */
export async function findObject(connection: ClusterConnection, path: string): Promise<unknown> {
  try {
    return await connection.json({ method: 'GET', path });
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return null;
    throw error;
  }
}

/** @returns false if the object of the call does not exist */
export async function ignoreNotFound(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return false;
    throw error;
  }
}

/**
 * Returns the finalizers with a further one; the API server rejects new ones once an object is being
 * deleted.
 */
export function withFinalizer(metadata: JsonObject, finalizer: string): readonly string[] {
  const finalizers = toTexts(metadata['finalizers']);
  return finalizers.includes(finalizer) || metadata['deletionTimestamp'] !== undefined
    ? finalizers
    : [...finalizers, finalizer];
}

/** Returns the patch that removes a finalizer; `null` if the object does not have it. */
export function withoutFinalizer(current: JsonObject, finalizer: string): JsonObject | null {
  const { finalizers } = toRecord(current['metadata']);
  if (!Array.isArray(finalizers) || !finalizers.includes(finalizer)) return null;
  return { metadata: { finalizers: finalizers.filter((other) => other !== finalizer) } };
}

export function uidOf(object: JsonObject): unknown {
  return toRecord(object['metadata'])['uid'];
}

/**
 * Returns the entries of `desired` that are missing in `current` or have another value; `null` if there
 * are none.
 */
export function missingEntries(
  current: unknown,
  desired: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> | null {
  const have = toRecord(current);
  const missing = Object.entries(desired).filter(([key, value]) => (have[key] ?? null) !== value);
  return missing.length === 0 ? null : Object.fromEntries(missing);
}
