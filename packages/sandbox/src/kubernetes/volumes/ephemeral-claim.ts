import { controllerOf, keyOf } from '../resources/kube-object.js';
import type { Pod } from '../resources/types/pod.js';
import type { PersistentVolumeClaim } from '../resources/types/workload.js';

/** Returns why a claim is not that of the pod's ephemeral volume; `null` if it is. */
export function whyForeign(claim: PersistentVolumeClaim, pod: Pod): string | null {
  if (controllerOf(claim)?.uid === pod.metadata.uid) return null;
  return `PVC ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;
}
