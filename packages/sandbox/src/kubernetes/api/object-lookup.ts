import { asKind, type Kind } from '../resources/kind.js';

import { type KubeObject, objectKey } from '../resources/kube-object.js';
import type { ObjectLookup } from '../resources/resource.js';
import type { ObjectStore } from '../storage/object-store.js';

/** Typed reads of the store. */
export function lookupIn(store: ObjectStore): ObjectLookup {
  return {
    find: <T extends KubeObject>(kind: Kind<T>, namespace: string | undefined, name: string) => {
      const object = store.collection(kind.collection).get(objectKey(namespace, name));
      return object === undefined ? null : asKind(kind, object);
    },
    list: <T extends KubeObject>(kind: Kind<T>) =>
      store
        .collection(kind.collection)
        .list()
        .map((object) => asKind(kind, object)),
  };
}
