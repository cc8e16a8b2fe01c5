import type { Store } from '../ports/store.js';

/** Returns the store for a use case during which another writer writes, once, before it saves. */
export function withOtherWriter(store: Store, write: () => Promise<unknown>): Store {
  let hasWritten = false;
  return {
    ...store,
    async transaction(work) {
      if (!hasWritten) {
        hasWritten = true;
        await write();
      }
      return store.transaction(work);
    },
  };
}
