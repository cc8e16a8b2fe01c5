export { changeCluster } from './change-cluster.js';
export {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from './require-cluster.js';
