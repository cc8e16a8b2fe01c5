export { type CacheLimits, defaultCacheLimits } from './cache/cache-budget.js';
export type { CacheFinding } from './cache/findings.js';
export type { PodProgress } from './cache/pod-progress.js';
export type { ClusterToken, ClusterTokenSource } from './connect/token-cache.js';
export { createDeviceSelector } from './devices/device-selector.js';
export {
  type ClusterCacheRegistry,
  createClusterCacheRegistry,
} from './session/cluster-cache-registry.js';
export {
  type ClusterSession,
  type ClusterSessionOptions,
  createClusterSession,
} from './session/cluster-session.js';
export type { WatchHealth } from './watch/resource-watcher.js';
export type { SessionTiming } from './watch/timing.js';
export {
  type ClusterGatewayOptions,
  createClusterGateway,
  type KubernetesGateway,
} from './write/cluster-gateway.js';
