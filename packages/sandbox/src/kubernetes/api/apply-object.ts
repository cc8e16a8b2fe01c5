import { applyConfiguration, type Conflict } from '../apply/apply-configuration.js';
import { type FieldSet, formatPath } from '../apply/field-set.js';
import { isObject, isString, type Json, withoutKeys } from '../json/json.js';
import {
  type Draft,
  type KubeObject,
  type ManagedFieldsEntry,
  objectKey,
} from '../resources/kube-object.js';
import { required } from '../schema/field-error.js';
import { admitNew } from './create-object.js';
import { decodeDraft } from './decode-draft.js';
import {
  badRequest,
  conflict,
  failure,
  internalError,
  invalidOptions,
  notFound,
  staleObject,
} from './status.js';
import { type ApiParts, collectionOf, type NamedTarget, type WriteOptions } from './target.js';
import { toTimestamp } from './timestamp.js';
import { checkName, commitUpdate } from './update-object.js';

export interface ApplyOptions extends WriteOptions {
  readonly force: boolean;
}

export interface Applied {
  readonly object: KubeObject;
  readonly isNew: boolean;
}

/**
 * Handles PATCH with an applied configuration: creates the object or merges the configuration into
 * it.
 */
export function applyObject(
  parts: ApiParts,
  target: NamedTarget,
  body: Json,
  options: ApplyOptions,
): Applied {
  if (options.manager === '') {
    throw invalidOptions('PatchOptions', required('fieldManager', 'is required for apply patch'));
  }
  const config = decodeConfiguration(body, target, options);
  const current = collectionOf(parts, target).get(objectKey(target.namespace, target.name));
  const { resourceVersion = '' } = config.metadata;
  if (current === undefined) {
    if (options.subresource !== undefined || resourceVersion !== '') {
      throw notFound(target.resource, target.name);
    }
    const draft = merged(parts, target, { live: emptyObject(config), config }, options);
    return { object: admitNew(parts, target, draft, options), isNew: true };
  }
  if (resourceVersion !== '' && resourceVersion !== current.metadata.resourceVersion) {
    throw conflict(target.resource, target.name, staleObject);
  }
  const draft = merged(parts, target, { live: current, config }, options);
  const object =
    draft === current
      ? current
      : commitUpdate(parts, target, { current, draft, isTracked: true }, options);
  return { object, isNew: false };
}

/** Unknown fields of an applied configuration are errors. */
function decodeConfiguration(body: Json, target: NamedTarget, options: ApplyOptions): Draft {
  if (!isObject(body) || !isString(body['kind']) || !isString(body['apiVersion'])) {
    throw badRequest('invalid object type: /, Kind=');
  }
  const { metadata } = body;
  if (isObject(metadata) && metadata['managedFields'] !== undefined) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const unknown: string[] = [];
  const warn = (message: string): void => void unknown.push(message);
  const config = decodeDraft(body, target, { ...options, fieldValidation: 'Warn', warn });
  const [first] = unknown;
  if (first !== undefined) {
    const field = first.replace(/^unknown field "(.*)"$/, '.$1');
    const id = `${target.namespace ?? ''}/${target.name}; ${target.version.apiVersion}, Kind=${target.resource.kind}`;
    throw internalError(
      `failed to create typed patch object (${id}): ${field}: field not declared in schema`,
    );
  }
  checkName(config, target);
  return config;
}

function emptyObject({ apiVersion, kind, metadata }: Draft): Draft {
  const { name, namespace } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
    },
  };
}

function merged(
  parts: ApiParts,
  { resource, version }: NamedTarget,
  objects: { readonly live: Draft; readonly config: Draft },
  options: ApplyOptions,
): Draft {
  const { live, config } = objects;
  const { resourceVersion: _checked, uid: _fixed, ...metadata } = config.metadata;
  const result = applyConfiguration({
    live,
    config: { ...config, metadata },
    schema: resource.stored.schema,
    manager: {
      name: options.manager,
      operation: 'Apply',
      apiVersion: version.apiVersion,
      subresource: options.subresource,
    },
    force: options.force,
    time: toTimestamp(parts.now()),
    ignored: ignoredBy(options.subresource, version.hasStatus),
  });
  if (result.kind === 'Applied') return result.object;
  throw conflictError(result.conflicts);
}

/** The status endpoint writes only the status, and the main endpoint everything else. */
function ignoredBy(
  subresource: string | undefined,
  hasStatus: boolean,
): (set: FieldSet) => FieldSet {
  if (subresource === 'status') {
    return (set) => {
      const status = set['f:status'];
      return isObject(status) ? { 'f:status': status } : {};
    };
  }
  const status = new Set(['f:status']);
  return hasStatus ? (set) => withoutKeys(set, status) : (set) => set;
}

function conflictError(conflicts: readonly Conflict[]): Error {
  const causes = conflicts.map(({ entry, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${nameOf(entry)}`,
    field: formatPath(path),
  }));
  return failure({
    code: 409,
    reason: 'Conflict',
    message: conflictMessage(conflicts),
    details: { causes },
  });
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${nameOf(first.entry)}: ${formatPath(first.path)}`;
  }
  const byManager = Map.groupBy(conflicts, ({ entry }) => nameOf(entry));
  const parts = [...byManager].map(
    ([manager, theirs]) =>
      `conflicts with ${manager}:\n- ${theirs.map(({ path }) => formatPath(path)).join('\n- ')}`,
  );
  return `Apply failed with ${conflicts.length} conflicts: ${parts.join('\n')}`;
}

function nameOf(entry: ManagedFieldsEntry): string {
  const subresource =
    entry.subresource === undefined ? '' : ` with subresource "${entry.subresource}"`;
  const version = entry.operation === 'Update' ? ` using ${entry.apiVersion}` : '';
  return `${JSON.stringify(entry.manager)}${subresource}${version}`;
}
