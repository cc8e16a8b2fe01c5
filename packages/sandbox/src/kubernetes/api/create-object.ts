import { randomUUID } from 'node:crypto';
import { invariant } from '@kerf/core';
import { type Manager, trackUpdate } from '../apply/managed-fields.js';
import type { Json } from '../json/json.js';
import { checkLimits } from '../limits/check-limits.js';
import { quotaCharges } from '../quota/quota-charges.js';
import { kinds } from '../resources/kind.js';
import { type Draft, isStored, type KubeObject, keyOf } from '../resources/kube-object.js';
import { withDefaults } from '../schema/defaults.js';
import { required } from '../schema/field-error.js';
import { decodeDraft } from './decode-draft.js';
import { lookupIn } from './object-lookup.js';
import { randomSuffix } from './random-suffix.js';
import { alreadyExists, forbidden, internalError, invalidObject, notFound } from './status.js';
import { type ApiParts, collectionOf, type Target, type WriteOptions } from './target.js';
import { toTimestamp } from './timestamp.js';
import { checkAgainstSchema, checkNew } from './validate-object.js';

export function createObject(
  parts: ApiParts,
  target: Target,
  body: Json,
  options: WriteOptions,
): KubeObject {
  const draft = decodeDraft(body, target, options);
  if ((draft.metadata.resourceVersion ?? '') !== '') {
    throw internalError('resourceVersion should not be set on objects to be created');
  }
  return admitNew(parts, target, draft, options);
}

/** Applies defaults, admission and validation to a decoded object and stores it. */
export function admitNew(
  parts: ApiParts,
  target: Target,
  draft: Draft,
  options: WriteOptions,
): KubeObject {
  const { resource } = target;
  const identified = withIdentity(parts, target, draft);
  checkNamespace(parts, target, identified.metadata.name ?? '');
  const defaulted = withDefaults(identified, resource.stored.schema);
  checkAgainstSchema(defaulted, resource);
  const admitted = resource.rules.admit(
    resource.rules.setDefaults(defaulted),
    lookupIn(parts.store),
  );
  const object = withInitialStatus(admitted, target);
  invariant(isStored(object), 'an admitted object has an identity');
  checkNew(object, resource);
  checkLimits(parts, target, object);
  const charges = quotaCharges(parts, target, object);
  const tracked = track(object, target, options, parts.now());
  const collection = collectionOf(parts, target);
  if (collection.get(keyOf(tracked)) !== undefined) {
    throw alreadyExists(resource, tracked.metadata.name);
  }
  if (options.isDryRun === true) return withoutRevision(tracked);
  const full = parts.whyFull?.(resource.collection) ?? null;
  if (full !== null) throw forbidden(resource, tracked.metadata.name, full);
  const stored = collection.put(tracked);
  for (const quota of charges) parts.store.collection(kinds.resourceQuota.collection).put(quota);
  return stored;
}

function checkNamespace({ store }: ApiParts, { resource, namespace }: Target, name: string): void {
  if (!resource.isNamespaced) return;
  const found = lookupIn(store).find(kinds.namespace, undefined, namespace ?? '');
  if (found === null)
    throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace ?? '');
  if (found.metadata.deletionTimestamp !== undefined) {
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const cause = {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    };
    throw forbidden(resource, name, why, [cause]);
  }
}

function withIdentity(parts: ApiParts, { resource }: Target, draft: Draft): Draft {
  const { metadata } = draft;
  const { generateName = '' } = metadata;
  const generated = generateName === '' ? '' : generateName + randomSuffix();
  const name = (metadata.name ?? '') === '' ? generated : (metadata.name ?? '');
  if (name === '') {
    const error = required('metadata.name', 'name or generateName is required');
    const others = resource.rules.validate(resource.rules.setDefaults(draft));
    throw invalidObject(resource, '', [error, ...others]);
  }
  const { namespace, labels, annotations, finalizers, ownerReferences, managedFields } = metadata;
  return {
    ...draft,
    metadata: {
      name,
      ...(generateName === '' ? {} : { generateName }),
      ...(namespace === undefined ? {} : { namespace }),
      uid: randomUUID(),
      resourceVersion: '',
      ...(resource.rules.countsGenerations ? { generation: 1 } : {}),
      creationTimestamp: toTimestamp(parts.now()),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(managedFields === undefined ? {} : { managedFields }),
    },
  };
}

function withInitialStatus(draft: Draft, { resource, version }: Target): Draft {
  if (!version.hasStatus) return draft;
  const { status: _sent, ...rest } = draft;
  const status = resource.rules.initialStatus(draft);
  return { ...rest, metadata: draft.metadata, ...(status === undefined ? {} : { status }) };
}

/** The creator owns the fields of a new object; an applied object has its owners already. */
function track(object: KubeObject, target: Target, options: WriteOptions, now: number): KubeObject {
  if (object.metadata.managedFields !== undefined) return object;
  const manager: Manager = {
    name: options.manager,
    operation: 'Update',
    apiVersion: target.version.apiVersion,
    subresource: undefined,
  };
  const { schema } = target.resource.stored;
  // Go's built-in structs always have these fields, so nobody owns them.
  const empty = target.resource.isCustom ? {} : { spec: {}, status: {} };
  const { status: _status, ...written } = object;
  const owned = trackUpdate(
    { ...empty, metadata: {} },
    { ...written, ...keepStatus(object, target) },
    schema,
    {
      manager,
      time: toTimestamp(now),
    },
  );
  return { ...object, metadata: owned.metadata };
}

/** Nobody owns the initial status, which the server sets. */
function keepStatus(object: KubeObject, { version }: Target): { status?: Json } {
  return version.hasStatus || object['status'] === undefined ? {} : { status: object['status'] };
}

function withoutRevision(object: KubeObject): KubeObject {
  const { resourceVersion: _none, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, resourceVersion: '' } };
}
