import { type KubeObject, keyOf, type OwnerReference } from '../../resources/kube-object.js';
import type { ObjectStore } from '../../storage/object-store.js';

/** Location of an object in the store. */
export interface ObjectLocation {
  readonly collection: string;
  readonly key: string;
}

export function ownersOf({ metadata }: KubeObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

/** Index of owners and dependents by UID, over all resources. */
export class OwnerIndex {
  readonly #store: ObjectStore;
  readonly #placeByUid = new Map<string, ObjectLocation>();
  readonly #dependentsByUid = new Map<string, Map<string, ObjectLocation>>();

  constructor(store: ObjectStore) {
    this.#store = store;

    for (const collection of store.collectionNames()) {
      for (const object of store.collection(collection).list())
        this.#update(collection, null, object);
    }
    store.subscribe((collection, { before, after }) => this.#update(collection, before, after));
  }

  find(uid: string): KubeObject | undefined {
    const place = this.#placeByUid.get(uid);
    return place === undefined ? undefined : this.#objectAt(place);
  }

  exists(uid: string): boolean {
    return this.#placeByUid.has(uid);
  }

  dependentsOf(uid: string): readonly KubeObject[] {
    const places = this.#dependentsByUid.get(uid)?.values() ?? [];
    return [...places].flatMap((place) => this.#objectAt(place) ?? []);
  }

  #objectAt({ collection, key }: ObjectLocation): KubeObject | undefined {
    return this.#store.collection(collection).get(key);
  }

  #update(collection: string, before: KubeObject | null, after: KubeObject | null): void {
    if (before !== null) {
      const place = { collection, key: keyOf(before) };
      for (const { uid } of ownersOf(before)) this.#forget(uid, place);
      this.#placeByUid.delete(before.metadata.uid);
    }
    if (after !== null) {
      const place = { collection, key: keyOf(after) };
      for (const { uid } of ownersOf(after)) this.#remember(uid, place);
      this.#placeByUid.set(after.metadata.uid, place);
    }
  }

  #remember(uid: string, place: ObjectLocation): void {
    const dependents = this.#dependentsByUid.get(uid) ?? new Map<string, ObjectLocation>();
    dependents.set(textOf(place), place);
    this.#dependentsByUid.set(uid, dependents);
  }

  #forget(uid: string, place: ObjectLocation): void {
    const dependents = this.#dependentsByUid.get(uid);
    dependents?.delete(textOf(place));
    if (dependents?.size === 0) this.#dependentsByUid.delete(uid);
  }
}

function textOf({ collection, key }: ObjectLocation): string {
  return `${collection} ${key}`;
}
