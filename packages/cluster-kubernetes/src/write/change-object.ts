import { hasErrorCode } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { type Json, toRecord } from '../json.js';

const mergePatch = 'application/merge-patch+json';

export interface ObjectChange {
  readonly path: string;
  /** Where the patch goes when it is not the object itself, e.g. its status. */
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

/** Deletes an object, then takes a finalizer off it; any order of calls and crashes ends the same. */
export async function removeObject(
  connection: ClusterConnection,
  path: string,
  finalizer: string,
): Promise<void> {
  const wasThere = await unlessGone(() => connection.text({ method: 'DELETE', path }));
  if (!wasThere) return;
  await changeObject(connection, {
    path,
    change: (current) => withoutFinalizer(current, finalizer),
  });
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

/** The entries of `wanted` that `current` does not have like this; `null` when it has them all. */
export function missingEntries(
  current: unknown,
  wanted: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const have = toRecord(current);
  const missing = Object.entries(wanted).filter(([key, value]) => have[key] !== value);
  return missing.length === 0 ? null : Object.fromEntries(missing);
}
