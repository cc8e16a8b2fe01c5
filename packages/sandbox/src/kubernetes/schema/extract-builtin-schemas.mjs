/**
 * Generates `builtin-schemas.gen.ts` from the OpenAPI v3 documents of a real API server:
 * `mkdir openapi && for path in api/v1 apis/apps/v1 …; do kubectl get --raw /openapi/v3/$path >
 * openapi/$(echo $path
 * tr / _).json; done`
 * `node extract-builtin-schemas.mjs openapi builtin-schemas.gen.ts`
 * It keeps what the simulated server uses: names, types, merge keys, list types. It omits
 * descriptions, defaults that are Go's zero values, and types that no served kind refers to.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const roots = (
  'Namespace Node Pod Service Endpoints ConfigMap Secret ServiceAccount PersistentVolume ' +
  'PersistentVolumeClaim ReplicationController PodTemplate LimitRange ResourceQuota ' +
  'Binding Eviction Deployment ReplicaSet StatefulSet DaemonSet ControllerRevision Job ' +
  'CronJob PodDisruptionBudget StorageClass CSINode CSIDriver VolumeAttachment ' +
  'PriorityClass Lease Role RoleBinding ClusterRole ClusterRoleBinding RuntimeClass ' +
  'ResourceClaim ResourceClaimTemplate DeviceClass ResourceSlice ' +
  'Scale Event CustomResourceDefinition DeleteOptions SelfSubjectAccessReview SelfSubjectRulesReview'
).split(' ');

const keptKeywords = new Set(
  (
    'type format required enum items additionalProperties properties ' +
    'x-kubernetes-group-version-kind x-kubernetes-list-type x-kubernetes-list-map-keys ' +
    'x-kubernetes-map-type x-kubernetes-patch-strategy x-kubernetes-patch-merge-key'
  ).split(' '),
);

/** Go types with their own JSON format, with their structural schema. */
const scalars = {
  'api.resource.Quantity': { 'x-kubernetes-int-or-string': true, format: 'quantity' },
  'util.intstr.IntOrString': { 'x-kubernetes-int-or-string': true },
  'runtime.RawExtension': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  'meta.v1.FieldsV1': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  // The schema of schemas is recursive, and validated by its own rules.
  'apiextensions.v1.JSONSchemaProps': {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  },
};

/** Returns `core.v1.Pod` for `io.k8s.api.core.v1.Pod`. */
function shortName(name) {
  return name
    .replace('io.k8s.apimachinery.pkg.', '')
    .replace('io.k8s.apiextensions-apiserver.pkg.', '')
    .replace('io.k8s.api.', '')
    .replace(/^apis\./, '');
}

function readDocuments(folder) {
  const schemas = new Map();
  for (const file of readdirSync(folder)) {
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      schemas.set(shortName(name), schema);
    }
  }
  return schemas;
}

function referenceIn(schema) {
  const target = (schema.allOf?.[0] ?? schema).$ref;
  return target === undefined ? undefined : shortName(target.replace('#/components/schemas/', ''));
}

function isMeaningfulDefault(value) {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0);
}

function compactAll(properties, references) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, compact(property, references)]),
  );
}

function compact(schema, references) {
  const entries = Object.entries(schema)
    .filter(([keyword]) => keptKeywords.has(keyword))
    .map(([keyword, value]) => {
      if (keyword === 'properties') return [keyword, compactAll(value, references)];
      const isSchema = keyword === 'items' || keyword === 'additionalProperties';
      return [keyword, isSchema ? compact(value, references) : value];
    });
  const reference = referenceIn(schema);
  if (reference !== undefined) {
    const scalar = scalars[reference];
    if (scalar !== undefined) return { ...scalar, ...Object.fromEntries(entries) };
    references.add(reference);
    entries.unshift(['$ref', reference]);
  }
  if (isMeaningfulDefault(schema.default)) entries.push(['default', schema.default]);
  return Object.fromEntries(entries);
}

function extract(schemas) {
  const pending = [...schemas.keys()].filter((name) => roots.includes(name.split('.').at(-1)));
  const result = {};
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = schemas.get(name);
    if (result[name] !== undefined || schema === undefined) continue;
    const references = new Set();
    result[name] = compact(schema, references);
    pending.push(...references);
  }
  return Object.fromEntries(
    Object.entries(result).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/**
 * Returns a TypeScript literal in single quotes; the text must contain no quotes and no
 * backslashes.
 */
function literal(text) {
  if (/['\\]/.test(text)) throw new RangeError('the schemas hold a character that needs escaping');
  return `'${text}'`;
}

const [folder = '.', target = 'builtin-schemas.gen.ts'] = process.argv.slice(2);
const text = JSON.stringify(extract(readDocuments(folder)));
writeFileSync(
  target,
  `// Generated by extract-builtin-schemas.mjs from the OpenAPI v3 of Kubernetes 1.36 (Apache-2.0).\n` +
    `export const builtinSchemaText: string = ${literal(text)};\n`,
);
