import type { ClusterApi } from '../../api/cluster-api.js';
import { numberAt } from '../../json/json.js';
import { kinds } from '../../resources/kind.js';
import {
  controllerOf,
  type KubeObject,
  type OwnerReference,
  objectKey,
} from '../../resources/kube-object.js';
import type { Pod } from '../../resources/types/pod.js';
import type { PodDisruptionBudget } from '../../resources/types/workload.js';
import { resolveAmount } from '../resolve-amount.js';

/** The expected number of pods of a budget, and how many of them must be healthy. */
export type BudgetNeeds =
  | { readonly kind: 'Known'; readonly expectedPods: number; readonly desiredHealthy: number }
  | { readonly kind: 'Unknown'; readonly message: string };

/**
 * Computes the needs of a budget. Source: kubernetes pkg/controller/disruption getExpectedPodCount.
 */
export function needsOf(
  api: ClusterApi,
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
): BudgetNeeds {
  const { minAvailable, maxUnavailable } = spec;
  if (typeof minAvailable === 'number') {
    return { kind: 'Known', expectedPods: pods.length, desiredHealthy: minAvailable };
  }
  if (minAvailable === undefined && maxUnavailable === undefined) {
    return { kind: 'Known', expectedPods: pods.length, desiredHealthy: 1 };
  }
  const scale = scaleOf(api, pods);
  if (typeof scale === 'string') return { kind: 'Unknown', message: scale };
  const desiredHealthy =
    maxUnavailable === undefined
      ? resolveAmount(minAvailable, scale, 'up')
      : Math.max(scale - resolveAmount(maxUnavailable, scale, 'up'), 0);
  return { kind: 'Known', expectedPods: scale, desiredHealthy };
}

/** Returns the number of replicas of the pods' controllers, or a sentence why it is unknown. */
function scaleOf(api: ClusterApi, pods: readonly Pod[]): number | string {
  const sizeByUid = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    const { name, namespace } = pod.metadata;
    if (owner === undefined) return `found no controllers for pod "${name}"`;
    const controller = topController(api, owner, namespace);
    if (controller === null) continue;
    const replicas = numberAt(controller, 'spec', 'replicas');
    if (replicas === undefined) {
      return `${controller.kind.toLowerCase()}s does not implement the scale subresource`;
    }
    sizeByUid.set(controller.metadata.uid, replicas);
  }
  return [...sizeByUid.values()].reduce((sum, size) => sum + size, 0);
}

/** Returns the controller that sets the number of replicas: a Deployment above its ReplicaSet. */
function topController(
  api: ClusterApi,
  owner: OwnerReference,
  namespace: string | undefined,
): KubeObject | null {
  const served = api.parts.resources.findKind(owner.apiVersion, owner.kind);
  if (served === undefined) return null;
  const { collection } = served.resource;
  const object = api.parts.store.collection(collection).get(objectKey(namespace, owner.name));
  if (object?.metadata.uid !== owner.uid) return null;
  const parent = controllerOf(object);
  const isManaged =
    collection === kinds.replicaSet.collection && parent?.kind === kinds.deployment.kind;
  return isManaged && parent !== undefined ? topController(api, parent, namespace) : object;
}
