import { invariant } from '@kerf/core';
import { type Manager, trackUpdate } from '../apply/managed-fields.js';
import { isEqual, type Json, withoutKeys } from '../json/json.js';
import {
  type Draft,
  isStored,
  type KubeObject,
  keyOf,
  objectKey,
} from '../resources/kube-object.js';
import { withDefaults } from '../schema/defaults.js';
import { invalid } from '../schema/field-error.js';
import { decodeDraft } from './decode-draft.js';
import {
  badRequest,
  conflict,
  internalError,
  invalidObject,
  notFound,
  staleObject,
} from './status.js';
import {
  type ApiParts,
  collectionOf,
  type NamedTarget,
  type Target,
  type WriteOptions,
} from './target.js';
import { toTimestamp } from './timestamp.js';
import { checkAgainstSchema, checkUpdated } from './validate-object.js';

/** Handles PUT: replaces the object, or its status. */
export function updateObject(
  parts: ApiParts,
  target: NamedTarget,
  body: Json,
  options: WriteOptions,
): KubeObject {
  const draft = decodeDraft(body, target, options);
  checkName(draft, target);
  const current = findObject(parts, target);
  const { group, plural, isCustom, rules } = target.resource;
  const needsRevision = isCustom || !rules.allowsUnconditionalUpdate;
  if (needsRevision && (draft.metadata.resourceVersion ?? '') === '') {
    const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalidObject({ group, kind: plural }, target.name, [error]);
  }
  return commitUpdate(parts, target, { current, draft }, options);
}

export function findObject(parts: ApiParts, target: NamedTarget): KubeObject {
  const found = collectionOf(parts, target).get(objectKey(target.namespace, target.name));
  if (found === undefined) throw notFound(target.resource, target.name);
  return found;
}

export function checkName(draft: Draft, { name }: NamedTarget): void {
  const given = draft.metadata.name ?? '';
  if (given !== name) {
    throw badRequest(
      `the name of the object (${given}) does not match the name on the URL (${name})`,
    );
  }
}

interface Update {
  readonly current: KubeObject;
  readonly draft: Draft;
  /** The draft has its own `managedFields`, as an applied one has. */
  readonly isTracked?: boolean;
}

/** Checks a changed object and stores it; without a change, nothing is written. */
export function commitUpdate(
  parts: ApiParts,
  target: Target,
  update: Update,
  options: WriteOptions,
): KubeObject {
  const { current, draft } = update;
  const { resource } = target;
  checkPreconditions(draft, current, target);
  const defaulted = withDefaults(withFixedParts(update, target, options), resource.stored.schema);
  checkAgainstSchema(defaulted, resource, current);
  const completed = resource.rules.setDefaults(defaulted);
  invariant(isStored(completed), 'an updated object keeps its identity');
  const next = withGeneration(completed, current, target);
  checkUpdated(next, current, resource);
  const tracked =
    update.isTracked === true ? next : track(next, current, target, { options, now: parts.now() });
  if (isEqual(tracked, current)) return current;
  if (options.isDryRun === true) return tracked;
  const collection = collectionOf(parts, target);
  return canBeRemoved(tracked, target)
    ? collection.remove(keyOf(current))
    : collection.put(tracked);
}

/** Returns true if a deleted object has no finalizers and no remaining grace period. */
function canBeRemoved(object: KubeObject, { resource }: Target): boolean {
  const { metadata } = object;
  return (
    metadata.deletionTimestamp !== undefined &&
    (metadata.finalizers ?? []).length === 0 &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    !resource.rules.isHeld(object)
  );
}

function checkPreconditions(draft: Draft, current: KubeObject, { resource }: Target): void {
  const { resourceVersion = '', uid = '' } = draft.metadata;
  const { name } = current.metadata;
  if (resourceVersion !== '' && !/^\d+$/.test(resourceVersion)) {
    throw internalError(
      `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
    );
  }
  if (uid !== '' && uid !== current.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`;
    throw conflict(resource, name, why);
  }
  if (resourceVersion !== '' && resourceVersion !== current.metadata.resourceVersion) {
    throw conflict(resource, name, staleObject);
  }
}

/** Restores the parts of an object that this endpoint cannot change. */
function withFixedParts(
  { current, draft, isTracked }: Update,
  target: Target,
  options: WriteOptions,
): Draft {
  if (options.subresource === 'status') {
    return withStatus(
      { ...current, metadata: metadataWithStatus(current, draft, target, isTracked) },
      draft['status'],
    );
  }
  const fixed = { ...draft, metadata: fixedMetadata(current, draft, isTracked) };
  return target.version.hasStatus ? withStatus(fixed, current['status']) : fixed;
}

/** The status endpoint of built-in kinds writes metadata too. Source: their status strategies. */
function metadataWithStatus(
  current: KubeObject,
  draft: Draft,
  { resource }: Target,
  isTracked: boolean | undefined,
): KubeObject['metadata'] {
  if (!resource.isCustom) {
    const { labels, ...others } = fixedMetadata(current, draft, isTracked);
    const kept = resource.rules.keepsLabelsInStatus ? current.metadata.labels : labels;
    return { ...others, ...(kept === undefined ? {} : { labels: kept }) };
  }
  const managedFields = isTracked === true ? draft.metadata.managedFields : undefined;
  return managedFields === undefined ? current.metadata : { ...current.metadata, managedFields };
}

function withStatus(draft: Draft, status: Json | undefined): Draft {
  const { status: _replaced, ...rest } = draft;
  return { ...rest, metadata: draft.metadata, ...(status === undefined ? {} : { status }) };
}

/** Returns metadata with the fields that clients may change; the server sets the others. */
function fixedMetadata(
  current: KubeObject,
  draft: Draft,
  isTracked: boolean | undefined,
): KubeObject['metadata'] {
  const { labels, annotations, ownerReferences = [], finalizers = [] } = draft.metadata;
  const { managedFields } = (isTracked === true ? draft : current).metadata;
  if (isEqual(draft.metadata, current.metadata)) return current.metadata;
  return {
    ...identityOf(current),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(ownerReferences.length === 0 ? {} : { ownerReferences }),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
}

function identityOf({ metadata }: KubeObject): KubeObject['metadata'] {
  const {
    labels: _labels,
    annotations: _annotations,
    ownerReferences: _ownerReferences,
    finalizers: _finalizers,
    managedFields: _managedFields,
    ...identity
  } = metadata;
  return identity;
}

const notCounted = new Set(['metadata', 'status', 'apiVersion', 'kind']);
const notCountedWithoutStatus = new Set(['metadata', 'apiVersion', 'kind']);

function withGeneration(
  next: KubeObject,
  current: KubeObject,
  { resource, version }: Target,
): KubeObject {
  if (!resource.rules.countsGenerations) return next;
  const ignored = version.hasStatus ? notCounted : notCountedWithoutStatus;
  if (isEqual(withoutKeys(next, ignored), withoutKeys(current, ignored))) return next;
  const generation = (current.metadata.generation ?? 0) + 1;
  return { ...next, metadata: { ...next.metadata, generation } };
}

function track(
  next: KubeObject,
  current: KubeObject,
  { resource, version }: Target,
  write: { readonly options: WriteOptions; readonly now: number },
): KubeObject {
  const manager: Manager = {
    name: write.options.manager,
    operation: 'Update',
    apiVersion: version.apiVersion,
    subresource: write.options.subresource,
  };
  const time = toTimestamp(write.now);
  return trackUpdate(current, next, resource.stored.schema, { manager, time });
}
