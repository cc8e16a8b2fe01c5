export {
  createEndpointPolicy,
  type EndpointPolicy,
  isEndpointEntry,
} from './connect/endpoint-policy.js';
export type { ClusterToken, ClusterTokenSource } from './connect/token-cache.js';
export type { ChangeScope } from './mirror/cluster-state.js';
export type { MirrorFinding } from './mirror/findings.js';
export type { PodWait } from './mirror/pod-waits.js';
export {
  type ClusterSession,
  type ClusterSessionOptions,
  createClusterSession,
} from './session/cluster-session.js';
export { createMirrorRegistry, type MirrorRegistry } from './session/mirror-registry.js';
export type { WatchHealth } from './watch/resource-watcher.js';
export type { SessionTiming } from './watch/timing.js';
export {
  type ClusterGatewayOptions,
  createClusterGateway,
  type KubernetesGateway,
} from './write/cluster-gateway.js';
