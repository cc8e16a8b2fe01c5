import type { Json, JsonObject } from '../../json/json.js';
import type { KubeObject } from '../../resources/kube-object.js';
import type { Column, ResourceVersion } from '../../resources/resource.js';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

export function includeObjectOf(text: string | null): IncludeObject {
  return text === 'None' || text === 'Object' ? text : 'Metadata';
}

export interface TableOptions {
  readonly version: ResourceVersion;
  readonly include: IncludeObject;
  readonly now: number;
}

/**
 * Returns the table that `kubectl get` prints.
 * @param metadata of the list, or with the revision of the one object
 */
export function tableOf(
  objects: readonly KubeObject[],
  metadata: JsonObject,
  { version, include, now }: TableOptions,
): JsonObject {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: version.columns.map(definitionOf),
    rows: objects.map((object) => ({
      cells: version.columns.map(({ cell }) => cell(object, now)),
      object: rowObject(object, include),
    })),
  };
}

function definitionOf({
  name,
  type,
  format = '',
  priority = 0,
  description = '',
}: Column): JsonObject {
  return { name, type, format, description, priority };
}

function rowObject(object: KubeObject, include: IncludeObject): Json {
  if (include === 'None') return null;
  return include === 'Object' ? object : partialMetadata(object);
}

export function partialMetadata({ metadata }: KubeObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
