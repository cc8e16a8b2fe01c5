import { createHash } from 'node:crypto';
import { patchTypes } from '../../api/patch-object.js';
import { isList, isObject, isString, type Json, type JsonObject } from '../../json/json.js';
import type { Resource, ResourceVersion } from '../../resources/resource.js';
import type { ResourceCatalog } from '../../resources/resource-catalog.js';
import { builtinSource } from '../../schema/builtin-schemas.js';

/** The OpenAPI v3 document of a group and version, as text with its hash. */
interface Document {
  readonly text: string;
  readonly hash: string;
}

/**
 * The OpenAPI documents, which `kubectl explain` and `kubectl apply` read. They are created on
 * request and cached until a CRD changes.
 */
export class OpenApi {
  readonly #catalog: ResourceCatalog;

  #documents = new Map<string, Document>();
  #madeFor = -1;

  constructor(catalog: ResourceCatalog) {
    this.#catalog = catalog;
  }

  /** Returns the list of documents, by the path of their group and version. */
  index(): JsonObject {
    const paths = [...this.#current()].map(([path, { hash }]) => [
      path,
      { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
    ]);
    return { paths: Object.fromEntries(paths) };
  }

  /** @param path e.g. `apis/apps/v1` */
  document(path: string): string | null {
    return this.#current().get(path)?.text ?? null;
  }

  #current(): ReadonlyMap<string, Document> {
    if (this.#madeFor !== this.#catalog.version) {
      this.#madeFor = this.#catalog.version;
      this.#documents = makeDocuments(this.#catalog);
    }
    return this.#documents;
  }
}

interface Served {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

function makeDocuments(catalog: ResourceCatalog): Map<string, Document> {
  const served = catalog
    .all()
    .flatMap((resource) => resource.versions.map((version) => ({ resource, version })));
  const byPath = Map.groupBy(served, ({ version }) =>
    version.apiVersion.includes('/') ? `apis/${version.apiVersion}` : `api/${version.apiVersion}`,
  );
  return new Map([...byPath].map(([path, entries]) => [path, makeDocument(path, entries)]));
}

function makeDocument(path: string, entries: readonly Served[]): Document {
  const components = new Map<string, JsonObject>();
  for (const entry of entries) addComponents(entry, components);
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36' },
    paths: Object.fromEntries(entries.flatMap((entry) => pathsOf(`/${path}`, entry))),
    components: { schemas: Object.fromEntries(components) },
  });
  return { text, hash: createHash('sha256').update(text).digest('hex').toUpperCase() };
}

function kindReference({ resource, version }: Served): JsonObject {
  return { group: resource.group, version: version.name, kind: resource.kind };
}

function pathsOf(prefix: string, entry: Served): readonly [string, JsonObject][] {
  const { plural, isNamespaced } = entry.resource;
  const base = isNamespaced ? `${prefix}/namespaces/{namespace}/${plural}` : `${prefix}/${plural}`;
  const gvk = kindReference(entry);
  const types = Object.values(patchTypes).filter(
    (type) => !entry.resource.isCustom || type !== patchTypes.strategic,
  );
  const operation = (action: string): JsonObject => ({
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
    parameters: ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })),
    responses: { 200: { description: 'OK' } },
  });
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
  return [
    [base, { get: operation('list'), post: operation('post') }],
    [
      `${base}/{name}`,
      {
        get: operation('get'),
        put: operation('put'),
        delete: operation('delete'),
        patch: { ...operation('patch'), requestBody: { content } },
      },
    ],
  ];
}

function addComponents(entry: Served, components: Map<string, JsonObject>): void {
  const { resource, version } = entry;
  const name =
    version.schema.name ?? `${reversed(resource.group)}.${version.name}.${resource.kind}`;
  const source = resource.isCustom ? withObjectFields(version.openApi) : version.openApi;
  const references = new Set<string>();
  const schema = toOpenApi(source, references);
  components.set(name, { ...schema, 'x-kubernetes-group-version-kind': [kindReference(entry)] });
  for (const reference of references) addReferenced(reference, components);
}

function addReferenced(name: string, components: Map<string, JsonObject>): void {
  if (components.has(name)) return;
  const references = new Set<string>();
  components.set(name, toOpenApi(builtinSource(name), references));
  for (const reference of references) addReferenced(reference, components);
}

/** Returns `sh.karpenter` for `karpenter.sh`, as in names of components. */
function reversed(group: string): string {
  return group.split('.').reverse().join('.');
}

function withObjectFields(source: JsonObject): JsonObject {
  const properties = isObject(source['properties']) ? source['properties'] : {};
  const own = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { $ref: 'meta.v1.ObjectMeta' },
  };
  return { ...source, properties: { ...properties, ...own } };
}

/**
 * Returns the schema with OpenAPI references.
 * @param references receives their names
 */
function toOpenApi(source: JsonObject, references: Set<string>): JsonObject {
  const entries = Object.entries(source).map(([keyword, value]): [string, Json | undefined] =>
    keyword === 'default' || keyword === 'enum' || value === undefined
      ? [keyword, value]
      : [keyword, convert(value, references)],
  );
  const { $ref, ...rest } = Object.fromEntries(entries);
  if (!isString($ref)) return rest;
  references.add($ref);
  const reference = { $ref: `#/components/schemas/${$ref}` };
  return Object.keys(rest).length === 0 ? reference : { ...rest, allOf: [reference] };
}

function convert(value: Json, references: Set<string>): Json {
  if (isList(value)) return value.map((item) => convert(item, references));
  return isObject(value) ? toOpenApi(value, references) : value;
}
