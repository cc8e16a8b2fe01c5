import { customResource } from '../../resources/custom-resource.js';
import { kinds } from '../../resources/kind.js';
import { cleanupFinalizer } from '../../resources/rules/custom-resource-definition-rules.js';
import type { CustomResourceDefinition } from '../../resources/types/cluster.js';
import { type ControllerContext, startQueue } from '../controller-context.js';

/**
 * Serves the resources of CRDs as soon as they are written, and removes their objects when they are
 * deleted.
 */
export function startCustomResourceController(context: ControllerContext): void {
  const { api } = context;
  const { resources, store } = api.parts;
  const queue = startQueue(context, cleanUp);

  const serve = (definition: CustomResourceDefinition): void => {
    const resource = customResource(definition);
    if (resource === null) resources.remove(definition.metadata.name);
    else resources.register(definition.metadata.name, resource);
    if (definition.metadata.deletionTimestamp !== undefined) queue.add(definition.metadata.name);
  };
  for (const definition of api.list(kinds.customResourceDefinition)) serve(definition);
  api.subscribe(kinds.customResourceDefinition, ({ before, after }) => {
    if (after !== null) serve(after);
    else if (before !== null) resources.remove(before.metadata.name);
  });
  store.subscribe((collection, { after }) => {
    const definition = api.find(kinds.customResourceDefinition, undefined, collection);
    const isLast = after === null && definition?.metadata.deletionTimestamp !== undefined;
    if (isLast) queue.add(collection);
  });

  /** Deletes the objects of a definition, and then the definition. */
  function cleanUp(name: string): void {
    const definition = api.find(kinds.customResourceDefinition, undefined, name);
    if (definition === null) return;
    for (const object of store.collection(name).list()) {
      if (object.metadata.deletionTimestamp !== undefined) continue;
      api.delete(object);
    }
    if (store.collection(name).size > 0) return;
    api.update(kinds.customResourceDefinition, definition, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        finalizers: (current.metadata.finalizers ?? []).filter((one) => one !== cleanupFinalizer),
      },
    }));
  }
}
