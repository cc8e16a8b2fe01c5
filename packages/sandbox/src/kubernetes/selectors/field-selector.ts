import { err, ok, type Result } from '@kerf/core';
import type { KubeObject } from '../resources/kube-object.js';
import type { Resource } from '../resources/resource.js';

export interface FieldRequirement {
  readonly path: string;
  readonly value: string;
  readonly isEqual: boolean;
}

/** Parses a field selector: `spec.nodeName=a,status.phase!=Failed`. */
export function parseFieldSelector(text: string): Result<readonly FieldRequirement[], string> {
  const requirements: FieldRequirement[] = [];
  for (const term of text.split(',')) {
    if (term === '') continue;
    const [, path, operator, value = ''] = /^(.+?)(==|!=|=)(.*)$/.exec(term) ?? [];
    if (path === undefined) return err(`invalid selector: '${text}'; can't understand '${term}'`);
    requirements.push({ path, value, isEqual: operator !== '!=' });
  }
  return ok(requirements);
}

/**
 * Returns the first field that the resource does not support in selectors; `null` if all are
 * supported.
 */
export function findUnknownField(
  requirements: readonly FieldRequirement[],
  resource: Resource,
): string | null {
  return requirements.find(({ path }) => readerOf(resource, path) === undefined)?.path ?? null;
}

export function matchesFields(
  object: KubeObject,
  requirements: readonly FieldRequirement[],
  resource: Resource,
): boolean {
  return requirements.every(
    ({ path, value, isEqual }) => (readerOf(resource, path)?.(object) === value) === isEqual,
  );
}

function readerOf(resource: Resource, path: string): ((object: KubeObject) => string) | undefined {
  if (path === 'metadata.name') return (object) => object.metadata.name;
  if (path === 'metadata.namespace' && resource.isNamespaced) {
    return (object) => object.metadata.namespace ?? '';
  }
  return resource.rules.selectableFields.get(path);
}
