import { useSyncExternalStore } from 'react';

/** The cluster of the object on the page, when the URL does not name it. */
let current: string | null = null;
const listeners = new Set<() => void>();

export function setPageCluster(name: string | null): void {
  if (name === current) return;
  current = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePageCluster = (): string | null => useSyncExternalStore(subscribe, () => current);
