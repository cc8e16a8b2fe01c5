import type { Store } from '@kerf/application';
import { getOrCreate } from '@kerf/core';

/**
 * Returns the store for one run of a job with several steps: the cluster and its definitions are
 * read once for all of them. Transactions read as before.
 */
export function readingOnce(store: Store): Store {
  const { clusters, definitions } = store;
  return {
    ...store,
    clusters: { ...clusters, find: once((id) => clusters.find(id)) },
    definitions: {
      ...definitions,
      nodePools: once((id) => definitions.nodePools(id)),
      nodeClasses: once((id) => definitions.nodeClasses(id)),
    },
  };
}

function once<Value>(read: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return async (id) => {
    try {
      return await getOrCreate(known, id, read);
    } catch (error) {
      // A read that failed one step is repeated for the next.
      known.delete(id);
      throw error;
    }
  };
}
