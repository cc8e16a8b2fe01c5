import type { Labels } from '@kerf/engine';

/**
 * Returns the name of the Deployment of a pod; `null` for a pod without one. Its controller ends the
 * name of each ReplicaSet with the hash that it gives the pods as a label.
 * Source: Kubernetes pkg/controller/deployment/sync.go @v1.36.
 */
export function deploymentOf(labels: Labels, ownerKind: string, ownerName: string): string | null {
  const hash = labels['pod-template-hash'];
  if (ownerKind !== 'ReplicaSet' || hash === undefined || !ownerName.endsWith(`-${hash}`)) {
    return null;
  }
  return ownerName.slice(0, -hash.length - 1);
}
