import { objectAt } from '../json/json.js';
import { type KubeObject, keyOf, objectKey } from '../resources/kube-object.js';
import { conflict, notFound } from './status.js';
import { type ApiParts, collectionOf, type NamedTarget, type Target } from './target.js';
import { toTimestamp } from './timestamp.js';

export type Propagation = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: Propagation | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly isDryRun?: boolean;
}

export interface Deletion {
  /** The last state, or the state with its deletion mark. */
  readonly object: KubeObject;
  readonly isGone: boolean;
}

/** Finalizers of the garbage collector, which decide about an object's dependents. */
export const foregroundFinalizer = 'foregroundDeletion';
export const orphanFinalizer = 'orphan';

export function deleteObject(
  parts: ApiParts,
  target: NamedTarget,
  options: DeleteOptions = {},
): Deletion {
  const object = collectionOf(parts, target).get(objectKey(target.namespace, target.name));
  if (object === undefined) throw notFound(target.resource, target.name);
  checkPreconditions(object, options);
  return beginDeletion(parts, target, object, options);
}

function checkPreconditions(object: KubeObject, { uid, resourceVersion }: DeleteOptions): void {
  const { metadata, kind } = object;
  const subject = { group: '', plural: kind, kind };
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(subject, metadata.name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(subject, metadata.name, why);
  }
}

/** Removes an object, or marks it as deleted until its finalizers and its grace period end. */
function beginDeletion(
  parts: ApiParts,
  target: Target,
  object: KubeObject,
  options: DeleteOptions,
): Deletion {
  const finalizers = finalizersAfter(object, target, options);
  const graceSeconds = graceAfter(object, target, options);
  const marked = withDeletionStatus(
    withDeletionMark(object, finalizers, graceSeconds, parts.now()),
    object,
    target,
  );
  const isGone =
    finalizers.length === 0 && graceSeconds === 0 && !target.resource.rules.isHeld(object);
  if (options.isDryRun === true) return { object: marked, isGone };
  const collection = collectionOf(parts, target);
  if (isGone) {
    const last = collection.remove(keyOf(object));
    const { resourceVersion } = last.metadata;
    return { object: { ...marked, metadata: { ...marked.metadata, resourceVersion } }, isGone };
  }
  return { object: marked === object ? object : collection.put(marked), isGone };
}

/** A second deletion can only shorten the remaining grace period. */
function graceAfter(object: KubeObject, { resource }: Target, options: DeleteOptions): number {
  const wanted = resource.rules.gracePeriodSeconds(object, options.gracePeriodSeconds);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  if (deletionTimestamp === undefined) return wanted;
  const isShorter = options.gracePeriodSeconds !== undefined && wanted < deletionGracePeriodSeconds;
  return isShorter ? wanted : deletionGracePeriodSeconds;
}

function finalizersAfter(
  object: KubeObject,
  { resource }: Target,
  options: DeleteOptions,
): readonly string[] {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const isSecond = deletionTimestamp !== undefined;
  if (isSecond && options.propagationPolicy === undefined) return finalizers;
  const added = isSecond ? [] : resource.rules.deletionFinalizers;
  const others = [...finalizers, ...added].filter(
    (name) => name !== foregroundFinalizer && name !== orphanFinalizer,
  );
  const propagation = options.propagationPolicy ?? resource.rules.defaultPropagation;
  if (propagation === 'Foreground') return [...others, foregroundFinalizer];
  return propagation === 'Orphan' ? [...others, orphanFinalizer] : others;
}

function withDeletionStatus(
  marked: KubeObject,
  object: KubeObject,
  { resource }: Target,
): KubeObject {
  const { deletionStatus } = resource.rules;
  if (marked === object || Object.keys(deletionStatus).length === 0) return marked;
  return { ...marked, status: { ...objectAt(object['status']), ...deletionStatus } };
}

function withDeletionMark(
  object: KubeObject,
  finalizers: readonly string[],
  graceSeconds: number,
  now: number,
): KubeObject {
  const { metadata } = object;
  const isMarked =
    metadata.deletionTimestamp !== undefined &&
    metadata.deletionGracePeriodSeconds === graceSeconds &&
    finalizers.length === (metadata.finalizers ?? []).length;
  if (isMarked) return object;
  const { finalizers: _before, ...rest } = metadata;
  return {
    ...object,
    metadata: {
      ...rest,
      ...(metadata.generation === undefined ? {} : { generation: metadata.generation + 1 }),
      deletionTimestamp: toTimestamp(now + graceSeconds * 1000),
      deletionGracePeriodSeconds: graceSeconds,
      ...(finalizers.length === 0 ? {} : { finalizers }),
    },
  };
}
