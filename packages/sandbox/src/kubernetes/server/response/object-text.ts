import { getOrCreate } from '@kerf/core';
import type { KubeObject } from '../../resources/kube-object.js';

const texts = new WeakMap<KubeObject, string>();

/**
 * An object's JSON without apiVersion and kind, as it stands in a list. Objects never change, so
 * it is made once, whoever lists or watches them.
 */
export function itemText(object: KubeObject): string {
  return getOrCreate(texts, object, () => {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
    // What was never stored, as by a dry run, has no revision to show.
    const isStored = object.metadata.resourceVersion !== '';
    return JSON.stringify(rest, isStored ? undefined : withoutRevision);
  });
}

function withoutRevision(key: string, value: unknown): unknown {
  return key === 'resourceVersion' && value === '' ? undefined : value;
}

export function objectText(object: KubeObject, apiVersion: string): string {
  return `{"kind":${JSON.stringify(object.kind)},"apiVersion":"${apiVersion}",${itemText(object).slice(1)}`;
}
