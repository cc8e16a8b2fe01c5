import { type JsonObject, toRecord } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Note, ObjectMeta } from './object-meta.js';
import { type Amounts, readAmounts } from './resource-list.js';

/** How much more pods of a namespace may request. */
export interface ObservedResourceQuota {
  readonly namespace: string;
  /** Resources that the quota limits: milli-CPU, bytes and numbers; 0 if nothing is left. */
  readonly left: ResourceList;
}

/**
 * Reads a `v1` ResourceQuota. Scopes are ignored, so a quota for some pods counts for all of its
 * namespace.
 */
export function readResourceQuota(
  object: JsonObject,
  { namespace }: Pick<ObjectMeta, 'namespace'>,
  note: Note,
): ObservedResourceQuota {
  const status = toRecord(object['status']);
  const used = toRecord(status['used']);
  const left: Amounts = new Map();
  for (const [name, hard] of Object.entries(toRecord(status['hard']))) {
    const resource = byRequest(name);
    const read = (quantity: unknown): number | undefined =>
      readAmounts({ [resource]: quantity }, note).get(resource);
    const limit = read(hard);
    if (limit === undefined) continue;
    const rest = Math.max(0, limit - (read(used[name] ?? 0) ?? 0));
    left.set(resource, Math.min(rest, left.get(resource) ?? rest));
  }
  return { namespace, left: Object.fromEntries(left) };
}

/**
 * Names a resource as requests of pods do: `requests.cpu` is `cpu`, `count/pods` is `pods`. A quota
 * may limit a resource by both names.
 */
const byRequest = (name: string): string => name.replace(/^(requests\.|count\/)/, '');
