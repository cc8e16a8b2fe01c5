import { kinds } from '../../resources/kind.js';
import type { Namespace } from '../../resources/types/cluster.js';
import { type ControllerContext, startQueue } from '../controller-context.js';

/** Creates the default ServiceAccount of each namespace, and empties deleted namespaces. */
export function startNamespaceController(context: ControllerContext): void {
  const { api } = context;
  const { store, resources } = api.parts;
  const queue = startQueue(context, reconcile);

  for (const { metadata } of api.list(kinds.namespace)) queue.add(metadata.name);
  api.subscribe(kinds.namespace, ({ after }) => {
    if (after !== null) queue.add(after.metadata.name);
  });
  store.subscribe((_collection, { after, object }) => {
    const { namespace } = object.metadata;
    if (after !== null || namespace === undefined) return;
    const found = api.find(kinds.namespace, undefined, namespace);
    if (found?.metadata.deletionTimestamp !== undefined) queue.add(namespace);
  });

  function reconcile(name: string): void {
    const namespace = api.find(kinds.namespace, undefined, name);
    if (namespace === null) return;
    if (namespace.metadata.deletionTimestamp !== undefined) empty(namespace);
    else ensureServiceAccount(name);
  }

  function ensureServiceAccount(namespace: string): void {
    if (api.find(kinds.serviceAccount, namespace, 'default') !== null) return;
    api.create(kinds.serviceAccount, namespace, { metadata: { name: 'default' } });
  }

  function empty(namespace: Namespace): void {
    const { name } = namespace.metadata;
    if (namespace.status?.phase !== 'Terminating') {
      api.updateStatus(kinds.namespace, namespace, (current) => ({
        ...current,
        status: { ...current.status, phase: 'Terminating' },
      }));
    }
    if (deleteContents(name) > 0) return;
    api.update(kinds.namespace, namespace, (current) => ({
      ...current,
      metadata: { ...current.metadata, finalizers: [] },
      spec: { finalizers: [] },
    }));
  }

  /**
   * Deletes the objects of a namespace.
   * @returns the number of remaining objects
   */
  function deleteContents(namespace: string): number {
    const inside = resources
      .all()
      .filter(({ isNamespaced, rules }) => isNamespaced && rules.view === undefined);
    return inside.reduce((count, resource) => {
      const collection = store.collection(resource.collection);
      const mine = collection.list().filter(({ metadata }) => metadata.namespace === namespace);
      const remaining = mine.filter((object) => {
        const isMarked = object.metadata.deletionTimestamp !== undefined;
        return isMarked || api.delete(object)?.isGone === false;
      });
      return count + remaining.length;
    }, 0);
  }
}
