import type { PodSpec } from '@kerf/engine';
import { findDeviceObstacle } from './device-obstacle.js';
import { findLocalObstacle, type SimulatedNode } from './simulated-node.js';
import { findTopologyObstacle, type SimulatedCluster } from './topology-obstacles.js';

/** Returns why the kube-scheduler does not bind the pod to the node; `null` if it may. */
export function findObstacle(
  cluster: SimulatedCluster,
  node: SimulatedNode,
  spec: PodSpec,
): string | null {
  return (
    findLocalObstacle(node, spec) ??
    findDeviceObstacle(cluster, node, spec) ??
    findTopologyObstacle(cluster, node, spec)
  );
}
