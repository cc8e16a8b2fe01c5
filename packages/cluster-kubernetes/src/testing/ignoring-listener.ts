import type { CacheListener } from '../cache/cache-listener.js';

const ignore = (): void => undefined;

/** Ignores all changes of a cluster cache. */
export const ignoringListener: CacheListener = {
  podMayNeedNode: ignore,
  podMoved: ignore,
  podProgressed: ignore,
  nodeChanged: ignore,
  definitionChanged: ignore,
  nodeClaimChanged: ignore,
};
