import { type JsonObject, toRecord } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Note, ObjectMeta } from './object-meta.js';
import { readAmounts } from './resource-list.js';

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
  const hard = readAmounts(byRequest(status['hard']), note);
  const used = readAmounts(byRequest(status['used']), note);
  const left = [...hard].map(([resource, amount]): [string, number] => [
    resource,
    Math.max(0, amount - (used.get(resource) ?? 0)),
  ]);
  return { namespace, left: Object.fromEntries(left) };
}

/** Names resources as requests of pods do: `requests.cpu` is `cpu`, `count/pods` is `pods`. */
function byRequest(amounts: unknown): JsonObject {
  const named = Object.entries(toRecord(amounts)).map(([resource, amount]) => [
    resource.replace(/^(requests\.|count\/)/, ''),
    amount,
  ]);
  return Object.fromEntries(named);
}
