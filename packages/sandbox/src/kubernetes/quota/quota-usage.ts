import { isFinished } from '../controllers/pods/pod-state.js';
import { asKind, kinds } from '../resources/kind.js';
import type { KubeObject } from '../resources/kube-object.js';
import { type Amounts, amountsOf, limitsOf, requestsOf } from '../resources/pod-resources.js';
import type { Pod } from '../resources/types/pod.js';
import type { PersistentVolumeClaim } from '../resources/types/workload.js';

/** Resources whose number has a name without `count/` too. */
const counted = ['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets', 'services'];

/**
 * Returns what an object uses of quotas.
 * Source: kubernetes pkg/quota/v1/evaluator/core.
 * @param collection of the object in the store
 * @param now epoch ms
 */
export function usageOf(collection: string, object: KubeObject, now: number): Amounts {
  return {
    [`count/${collection}`]: 1,
    ...(counted.includes(collection) ? { [collection]: 1 } : {}),
    ...(kinds.pod.is(object) ? podUsage(asKind(kinds.pod, object), now) : {}),
    ...(kinds.persistentVolumeClaim.is(object)
      ? claimUsage(asKind(kinds.persistentVolumeClaim, object))
      : {}),
  };
}

/** Returns the collections of the objects that use resources with these names. */
export function collectionsOf(names: readonly string[]): readonly string[] {
  const collections = names.map((name) => {
    if (name.startsWith('count/')) return name.slice('count/'.length);
    if (counted.includes(name)) return name;
    const isOfClaims = name.endsWith('persistentvolumeclaims') || name.endsWith('requests.storage');
    return isOfClaims ? kinds.persistentVolumeClaim.collection : kinds.pod.collection;
  });
  return [...new Set(collections)];
}

function podUsage(pod: Pod, now: number): Amounts {
  if (isFinished(pod.status?.phase) || isStuck(pod, now)) return {};
  return { pods: 1, ...computeUsage(requestsOf(pod.spec), limitsOf(pod.spec)) };
}

/** Returns true for a pod that should have been gone for some time, as on a node that is lost. */
function isStuck({ metadata }: Pod, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined) return false;
  return now > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

const limited = ['cpu', 'memory', 'ephemeral-storage'];

/** Returns the use of a pod or a container by its requests and limits. */
export function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const usage: Record<string, number> = {};
  for (const [resource, amount] of Object.entries(requests)) {
    usage[`requests.${resource}`] = amount;
    // Devices have only the longer name.
    if (!resource.includes('/')) usage[resource] = amount;
  }
  for (const resource of limited) {
    const amount = limits[resource];
    if (amount !== undefined) usage[`limits.${resource}`] = amount;
  }
  return usage;
}

function claimUsage({ spec }: PersistentVolumeClaim): Amounts {
  const { storage } = amountsOf(spec.resources?.requests);
  const usage: Amounts = {
    persistentvolumeclaims: 1,
    ...(storage === undefined ? {} : { 'requests.storage': storage }),
  };
  const { storageClassName = '' } = spec;
  if (storageClassName === '') return usage;
  const ofClass = Object.entries(usage).map(([name, amount]) => [
    `${storageClassName}.storageclass.storage.k8s.io/${name}`,
    amount,
  ]);
  return { ...usage, ...Object.fromEntries(ofClass) };
}
