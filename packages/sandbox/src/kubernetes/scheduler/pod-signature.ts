import { controllerOf } from '../resources/kube-object.js';
import { requestsOf } from '../resources/pod-resources.js';
import type { Pod, PodSpec } from '../resources/types/pod.js';
import { claimNamesOf } from '../volumes/claim-names.js';
import { hostPortsOf } from './node-state.js';

const signatures = new WeakMap<PodSpec, { readonly labels: unknown; readonly text: string }>();

/** Returns a signature; pods with the same one get the same scheduling result. */
export function signatureOf(pod: Pod): string {
  const { labels } = pod.metadata;
  const known = signatures.get(pod.spec);
  if (known?.labels === labels && known !== undefined) return known.text;
  const text = textOf(pod);
  signatures.set(pod.spec, { labels, text });
  return text;
}

function textOf(pod: Pod): string {
  const { metadata, spec } = pod;
  return JSON.stringify([
    metadata.namespace,
    metadata.labels,
    requestsOf(spec),
    spec.priority,
    spec.preemptionPolicy,
    hostPortsOf(spec),
    spec.nodeSelector,
    spec.affinity,
    spec.tolerations,
    spec.topologySpreadConstraints,
    // Default constraints depend on both.
    spec.schedulerName,
    controllerOf(pod)?.uid,
    spec.volumes,
    claimNamesOf(pod),
  ]);
}
