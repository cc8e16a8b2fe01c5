import type { Change } from '../generated/schema.js';

/** Change notices for whoever listens. */
export interface Changes {
  readonly publish: (change: Change) => void;
  readonly listen: () => AsyncGenerator<{ readonly changes: Change }>;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish: (change) => {
      for (const listener of listeners) listener(change);
    },
    listen: async function* listen() {
      const queue: Change[] = [];
      let wake: () => void = () => undefined;
      const listener = (change: Change) => {
        queue.push(change);
        wake();
      };
      listeners.add(listener);
      try {
        while (true) {
          const next = queue.shift();
          if (next === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          } else {
            yield { changes: next };
          }
        }
      } finally {
        listeners.delete(listener);
      }
    },
  };
}
