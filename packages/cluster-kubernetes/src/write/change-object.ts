import { hasErrorCode, isRecord } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { type Json, toRecord } from '../json.js';

export const mergePatch = 'application/merge-patch+json';

export interface ObjectChange {
  readonly path: string;
  /** Subresource that is patched, e.g. the status. */
  readonly patchPath?: string;
  /** The merge patch that the object as it is now needs; `null` when it needs none. */
  readonly change: (current: Json) => Json | null;
}

/**
 * Reads an object and patches what is not yet as wanted. The patch holds only for the state that was
 * read, so nothing of others is lost; when somebody was faster it is made once more.
 * @returns false when there is no such object
 */
export async function changeObject(
  connection: ClusterConnection,
  { path, patchPath = path, change }: ObjectChange,
): Promise<boolean> {
  const attempt = async (): Promise<void> => {
    const current = toRecord(await connection.json({ method: 'GET', path }));
    const patch = change(current);
    if (patch === null) return;
    const { resourceVersion } = toRecord(current['metadata']);
    const metadata = { ...toRecord(patch['metadata']), resourceVersion };
    await connection.text({
      method: 'PATCH',
      path: patchPath,
      contentType: mergePatch,
      body: { ...patch, metadata },
    });
  };
  return unlessGone(async () => {
    try {
      await attempt();
    } catch (error) {
      if (!hasErrorCode(error, 'CLUSTER.CONFLICT')) throw error;
      await attempt();
    }
  });
}

export interface ObjectRemoval {
  readonly path: string;
  readonly finalizer: string;
  /** False for an object of that name that is not meant; any when not given. */
  readonly isMeant?: (current: Json) => boolean;
}

/**
 * Deletes an object and takes a finalizer off it; any order of calls and crashes ends the same. An
 * object of the same name that comes after it is left alone.
 */
export async function removeObject(
  connection: ClusterConnection,
  { path, finalizer, isMeant = () => true }: ObjectRemoval,
): Promise<void> {
  const current = await findObject(connection, path);
  if (!isRecord(current) || !isMeant(current)) return;
  const uid = uidOf(current);
  await unlessGone(() =>
    connection.text({ method: 'DELETE', path, body: { preconditions: { uid } } }),
  );
  await changeObject(connection, {
    path,
    change: (left) => (uidOf(left) === uid ? withoutFinalizer(left, finalizer) : null),
  });
}

/** The object at a path; `null` when there is none. */
export async function findObject(connection: ClusterConnection, path: string): Promise<unknown> {
  try {
    return await connection.json({ method: 'GET', path });
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return null;
    throw error;
  }
}

/** @returns false when what the call is about is not there */
export async function unlessGone(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return false;
    throw error;
  }
}

function withoutFinalizer(current: Json, finalizer: string): Json | null {
  const { finalizers } = toRecord(current['metadata']);
  if (!Array.isArray(finalizers) || !finalizers.includes(finalizer)) return null;
  return { metadata: { finalizers: finalizers.filter((other) => other !== finalizer) } };
}

export function uidOf(object: Json): unknown {
  return toRecord(object['metadata'])['uid'];
}

/** The entries of `wanted` that `current` does not have like this; `null` when it has them all. */
export function missingEntries(
  current: unknown,
  wanted: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const have = toRecord(current);
  const missing = Object.entries(wanted).filter(([key, value]) => have[key] !== value);
  return missing.length === 0 ? null : Object.fromEntries(missing);
}
