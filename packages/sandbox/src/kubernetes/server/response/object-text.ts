import { getOrCreate } from '@kerf/core';
import type { KubeObject } from '../../resources/kube-object.js';

const texts = new WeakMap<KubeObject, string>();

/**
 * Returns an object's JSON without apiVersion and kind, as in lists. It is cached, because stored
 * objects never change.
 */
export function itemText(object: KubeObject): string {
  return getOrCreate(texts, object, () => {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
    // An object that was not stored, as in a dry run, has no revision.
    const isStored = object.metadata.resourceVersion !== '';
    return JSON.stringify(rest, isStored ? undefined : withoutRevision);
  });
}

/** Removes the cached text of an object, e.g. of one that a later version replaces. */
export function forgetText(object: KubeObject): void {
  texts.delete(object);
}

function withoutRevision(key: string, value: unknown): unknown {
  return key === 'resourceVersion' && value === '' ? undefined : value;
}

export function objectText(object: KubeObject, apiVersion: string): string {
  return `{"kind":${JSON.stringify(object.kind)},"apiVersion":"${apiVersion}",${itemText(object).slice(1)}`;
}
