import { isObject, type Json, type JsonObject } from '../json/json.js';
import { builtinSchema } from '../schema/builtin-schemas.js';
import { readSchema, type Schema } from '../schema/schema.js';
import { allVerbs } from './builtin-resources.js';
import { ageColumn, nameColumn } from './columns/define-columns.js';
import { ageOf } from './human-duration.js';
import { compileJsonPath, textAt } from './json-path.js';
import type { KubeObject } from './kube-object.js';
import type { Column, Resource, ResourceVersion } from './resource.js';
import { plainRules } from './rules/define-rules.js';
import type { CrdVersion, CustomResourceDefinition, PrinterColumn } from './types/cluster.js';

/** Returns the resource of a CRD; `null` while it serves no version. */
export function customResource(definition: CustomResourceDefinition): Resource | null {
  const { group, names, scope, versions } = definition.spec;
  const storageVersion = versions.find(({ storage }) => storage);
  const served = versions.filter((version) => version.served).toSorted(byPreference);
  if (storageVersion === undefined || served.length === 0) return null;
  return {
    group,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    isNamespaced: scope === 'Namespaced',
    isCustom: true,
    collection: `${names.plural}.${group}`,
    stored: toVersion(group, storageVersion),
    versions: served.map((version) => toVersion(group, version)),
    verbs: allVerbs,
    rules: {
      ...plainRules,
      countsGenerations: true,
      selectableFields: selectableFields(storageVersion),
    },
  };
}

function toVersion(group: string, version: CrdVersion): ResourceVersion {
  const openApi = version.schema?.openAPIV3Schema ?? { type: 'object' };
  return {
    name: version.name,
    apiVersion: `${group}/${version.name}`,
    schema: withObjectFields(readSchema(openApi, builtinSchema)),
    openApi,
    columns: toColumns(version.additionalPrinterColumns),
    hasStatus: version.subresources?.status !== undefined,
    scale: version.subresources?.scale,
  };
}

/** All objects have these fields, whatever their schema declares. */
function withObjectFields(schema: Schema): Schema {
  const properties = new Map(schema.properties);
  properties.set('apiVersion', readSchema({ type: 'string' }, builtinSchema));
  properties.set('kind', readSchema({ type: 'string' }, builtinSchema));
  properties.set('metadata', builtinSchema('meta.v1.ObjectMeta'));
  return { ...schema, properties };
}

/** Sorts `v1` before `v2beta1` before `v1alpha1`. Source: kubernetes.io, Version priority. */
function byPreference(left: CrdVersion, right: CrdVersion): number {
  const rankOf = ({ name }: CrdVersion): number => {
    const [, major, stage, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(name) ?? [];
    if (major === undefined) return -1;
    const stageRank = { alpha: 1, beta: 2 }[stage ?? ''] ?? 3;
    return stageRank * 1e6 + Number(major) * 1e3 + Number(minor ?? 0);
  };
  return rankOf(right) - rankOf(left);
}

function toColumns(columns: readonly PrinterColumn[] | undefined): readonly Column[] {
  return [nameColumn, ...(columns?.map(toColumn) ?? [ageColumn])];
}

function toColumn(column: PrinterColumn): Column {
  const { name, type, format, priority, jsonPath } = column;
  const read = compileJsonPath(jsonPath) ?? (() => []);
  const fallback = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    priority: priority ?? 0,
    description: column.description ?? fallback,
    cell: (object, now) => cellOf(read(object)[0], type, now),
  };
}

function cellOf(value: Json | undefined, type: string, now: number): Json {
  if (value === undefined || value === null) return null;
  if (type === 'date') return typeof value === 'string' ? ageOf(value, now) : '<invalid>';
  if (type === 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return isObject(value) || Array.isArray(value) ? null : value;
}

function selectableFields(
  version: CrdVersion,
): ReadonlyMap<string, (object: KubeObject) => string> {
  return new Map(
    (version.selectableFields ?? []).flatMap(({ jsonPath }) => {
      const read = compileJsonPath(jsonPath);
      if (read === null) return [];
      const path = jsonPath.replace(/^\./, '');
      return [[path, (object: JsonObject) => textAt(read, object) ?? '']];
    }),
  );
}
