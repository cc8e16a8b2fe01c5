import type { ClusterApi } from '../../api/cluster-api.js';
import { foregroundFinalizer, orphanFinalizer } from '../../api/delete-object.js';
import type { KubeObject } from '../../resources/kube-object.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';
import { OwnerIndex, ownersOf } from './owner-index.js';

/**
 * Follows ownerReferences: deletes dependents of deleted owners. An owner in foreground deletion or
 * with orphaning has a finalizer until its dependents are deleted or released.
 */
export class GarbageCollector {
  readonly #api: ClusterApi;
  readonly #index: OwnerIndex;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#api = context.api;
    this.#index = new OwnerIndex(context.api.parts.store);
    this.#queue = startQueue(context, (uid) => this.#reconcile(uid));
  }

  start(): void {
    const { store } = this.#api.parts;
    for (const collection of store.collectionNames()) {
      for (const object of store.collection(collection).list()) this.#enqueueIfPending(object);
    }
    store.subscribe((_collection, { before, after }) => {
      if (after !== null) this.#enqueueIfPending(after);
      else if (before !== null) this.#enqueueRelated(before);
    });
  }

  #enqueueIfPending(object: KubeObject): void {
    const isOrphaned = ownersOf(object).some(({ uid }) => !this.#index.exists(uid));
    if (isOrphaned || isAwaitingDependents(object)) this.#queue.add(object.metadata.uid);
  }

  #enqueueRelated(gone: KubeObject): void {
    for (const { metadata } of this.#index.dependentsOf(gone.metadata.uid))
      this.#queue.add(metadata.uid);
    for (const { uid } of ownersOf(gone)) this.#queue.add(uid);
  }

  #reconcile(uid: string): void {
    const object = this.#index.find(uid);
    if (object === undefined) return;
    if (isAwaitingDependents(object)) this.#finishDeletion(object);
    else this.#collectIfOrphaned(object);
  }

  /**
   * Deletes an object if all its owners are gone; otherwise removes references to owners that are
   * gone.
   */
  #collectIfOrphaned(object: KubeObject): void {
    const owners = ownersOf(object);
    const gone = owners.filter(({ uid }) => !this.#index.exists(uid));
    if (gone.length === 0 || object.metadata.deletionTimestamp !== undefined) return;
    if (gone.length === owners.length)
      this.#api.delete(object, { propagationPolicy: 'Background' });
    else for (const { uid } of gone) this.#removeOwner(object, uid);
  }

  #finishDeletion(owner: KubeObject): void {
    const { uid, finalizers = [] } = owner.metadata;
    if (finalizers.includes(orphanFinalizer)) {
      for (const dependent of this.#index.dependentsOf(uid)) this.#removeOwner(dependent, uid);
      this.#removeFinalizer(owner, orphanFinalizer);
      return;
    }
    for (const dependent of this.#index.dependentsOf(uid)) {
      const isMarked = dependent.metadata.deletionTimestamp !== undefined;
      if (!isMarked) this.#api.delete(dependent, { propagationPolicy: 'Foreground' });
    }
    const isBlocked = this.#index.dependentsOf(uid).some((dependent) => blocks(dependent, uid));
    if (!isBlocked) this.#removeFinalizer(owner, foregroundFinalizer);
  }

  #removeOwner(object: KubeObject, uid: string): void {
    this.#api.change(object, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        ownerReferences: ownersOf(current).filter((owner) => owner.uid !== uid),
      },
    }));
  }

  #removeFinalizer(object: KubeObject, finalizer: string): void {
    this.#api.change(object, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        finalizers: (current.metadata.finalizers ?? []).filter((one) => one !== finalizer),
      },
    }));
  }
}

function isAwaitingDependents({ metadata }: KubeObject): boolean {
  const { deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) return false;
  return finalizers.includes(foregroundFinalizer) || finalizers.includes(orphanFinalizer);
}

function blocks(dependent: KubeObject, ownerUid: string): boolean {
  return ownersOf(dependent).some(
    ({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true,
  );
}
