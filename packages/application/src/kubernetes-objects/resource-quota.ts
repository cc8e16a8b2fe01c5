import { type JsonObject, toRecord, toRecords, toText, toTexts } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Note, ObjectMeta } from './object-meta.js';
import { type Amounts, readAmounts } from './resource-list.js';

/** The pods that a quota counts. Source: Kubernetes core/v1 ScopedResourceSelectorRequirement. */
export interface QuotaScope {
  readonly name: string;
  /** `Exists` for a scope without values. */
  readonly operator: string;
  readonly values: readonly string[];
}

/** How much more pods of a namespace may request. */
export interface ObservedResourceQuota {
  readonly namespace: string;
  /** All must hold for a pod that it counts; empty if it counts all pods. */
  readonly scopes: readonly QuotaScope[];
  /**
   * Resources that the quota limits, limits of containers as `limits.cpu`: milli-CPU, bytes and
   * numbers; 0 if nothing is left.
   */
  readonly left: ResourceList;
}

/** Reads a `v1` ResourceQuota. */
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
    // The unit of limits is that of requests.
    const unit = resource.replace(/^limits\./, '');
    const read = (quantity: unknown): number | undefined =>
      readAmounts({ [unit]: quantity }, note).get(unit);
    const limit = read(hard);
    if (limit === undefined) continue;
    const rest = Math.max(0, limit - (read(used[name] ?? 0) ?? 0));
    left.set(resource, Math.min(rest, left.get(resource) ?? rest));
  }
  return {
    namespace,
    scopes: readScopes(toRecord(object['spec'])),
    left: Object.fromEntries(left),
  };
}

function readScopes({ scopes, scopeSelector }: JsonObject): readonly QuotaScope[] {
  const selected = toRecords(toRecord(scopeSelector)['matchExpressions']).map((expression) => ({
    name: toText(expression['scopeName']),
    operator: toText(expression['operator']),
    values: toTexts(expression['values']),
  }));
  const named = toTexts(scopes).map((name) => ({ name, operator: 'Exists', values: [] }));
  return [...named, ...selected];
}

/**
 * Names a resource as requests of pods do: `requests.cpu` is `cpu`, `count/pods` is `pods`. A quota
 * may limit a resource by both names.
 */
const byRequest = (name: string): string => name.replace(/^(requests\.|count\/)/, '');
