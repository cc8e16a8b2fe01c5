import { invariant } from '@kerf/core';
import type { JsonObject } from '../json/json.js';
import { asKind, type Kind } from '../resources/kind.js';
import { type Draft, type KubeObject, objectKey } from '../resources/kube-object.js';
import type { ObjectLookup } from '../resources/resource.js';
import type { Pod } from '../resources/types/pod.js';
import type { Change } from '../storage/change-log.js';
import { bindPod } from './bind-pod.js';
import { createObject } from './create-object.js';
import { type DeleteOptions, type Deletion, deleteObject } from './delete-object.js';
import { lookupIn } from './object-lookup.js';
import { type ApiParts, collectionOf, type NamedTarget } from './target.js';
import { commitUpdate } from './update-object.js';

/** A change of an object of one kind, with its TypeScript type. */
export interface TypedChange<T> {
  readonly before: T | null;
  readonly after: T | null;
}

/** The API for components of the cluster: the operations of the HTTP API without the network. */
export class ClusterApi implements ObjectLookup {
  readonly parts: ApiParts;
  readonly #lookup: ObjectLookup;
  readonly #manager: string;

  /** @param manager owner of written fields, e.g. `kubelet` */
  constructor(parts: ApiParts, manager: string) {
    this.parts = parts;
    this.#manager = manager;
    this.#lookup = lookupIn(parts.store);
  }

  find<T extends KubeObject>(kind: Kind<T>, namespace: string | undefined, name: string): T | null {
    return this.#lookup.find(kind, namespace, name);
  }

  list<T extends KubeObject>(kind: Kind<T>): readonly T[] {
    return this.#lookup.list(kind);
  }

  /** Returns the same API with another field manager. */
  as(manager: string): ClusterApi {
    return new ClusterApi(this.parts, manager);
  }

  now(): number {
    return this.parts.now();
  }

  /** Calls back during each write of the kind, in the order of writes. */
  subscribe<T extends KubeObject>(kind: Kind<T>, listener: (change: TypedChange<T>) => void): void {
    this.parts.store.collection(kind.collection).subscribe(({ before, after }: Change) => {
      listener({
        before: before === null ? null : asKind(kind, before),
        after: after === null ? null : asKind(kind, after),
      });
    });
  }

  /**
   * Creates an object.
   * @throws StatusError as a client would get it
   */
  create<T extends KubeObject>(kind: Kind<T>, namespace: string | undefined, body: JsonObject): T {
    const served = this.parts.resources.findKind(kind.apiVersion, kind.kind);
    invariant(served !== undefined, `${kind.kind} is a built-in kind`);
    const target = { ...served, namespace };
    return asKind(kind, createObject(this.parts, target, body, { manager: this.#manager }));
  }

  /**
   * Updates an object.
   * @returns the stored object, or `null` if it no longer exists
   */
  update<T extends KubeObject>(kind: Kind<T>, object: T, change: (current: T) => T): T | null {
    return this.#writeTyped(kind, object, change, undefined);
  }

  updateStatus<T extends KubeObject>(
    kind: Kind<T>,
    object: T,
    change: (current: T) => T,
  ): T | null {
    return this.#writeTyped(kind, object, change, 'status');
  }

  /** Changes an object of any kind. */
  change(object: KubeObject, change: (current: KubeObject) => KubeObject): KubeObject | null {
    return this.#write(object, change, undefined);
  }

  /** Starts the deletion of an object of any kind; returns `null` if it no longer exists. */
  delete(object: KubeObject, options: DeleteOptions = {}): Deletion | null {
    const target = this.#targetFor(object);
    const current = this.#current(target, object);
    return current === null ? null : deleteObject(this.parts, target, options);
  }

  bind(pod: Pod, nodeName: string): void {
    const { name } = pod.metadata;
    const target = { kind: 'Node', name: nodeName };
    bindPod(this.parts, this.#targetFor(pod), { metadata: { name }, target });
  }

  #writeTyped<T extends KubeObject>(
    kind: Kind<T>,
    object: T,
    change: (current: T) => T,
    subresource: string | undefined,
  ): T | null {
    const untyped = (current: KubeObject): KubeObject => change(asKind(kind, current));
    const written = this.#write(object, untyped, subresource);
    return written === null ? null : asKind(kind, written);
  }

  #write(
    object: KubeObject,
    change: (current: KubeObject) => KubeObject,
    subresource: string | undefined,
  ): KubeObject | null {
    const target = this.#targetFor(object);
    const current = this.#current(target, object);
    if (current === null) return null;
    const draft: Draft = change(current);
    return commitUpdate(
      this.parts,
      target,
      { current, draft },
      { manager: this.#manager, subresource },
    );
  }

  /**
   * Returns the stored object with the same UID; an object of the same name that was created later
   * is another one.
   */
  #current(target: NamedTarget, { metadata }: KubeObject): KubeObject | null {
    const key = objectKey(target.namespace, target.name);
    const found = collectionOf(this.parts, target).get(key);
    return found?.metadata.uid === metadata.uid ? found : null;
  }

  #targetFor({ apiVersion, kind, metadata }: KubeObject): NamedTarget {
    const served = this.parts.resources.findKind(apiVersion, kind);
    invariant(served !== undefined, `${apiVersion} ${kind} is served`);
    return { ...served, namespace: metadata.namespace, name: metadata.name };
  }
}
