import type { Pod, PodSpec } from '../resources/types/pod.js';
import { hostPortsOf } from './node-state.js';
import { requestsOf } from './resources.js';

const signatures = new WeakMap<PodSpec, { readonly labels: unknown; readonly text: string }>();

/** Pods with the same signature get the same answer from the same cluster. */
export function signatureOf(pod: Pod): string {
  const { labels } = pod.metadata;
  const known = signatures.get(pod.spec);
  if (known?.labels === labels && known !== undefined) return known.text;
  const text = textOf(pod);
  signatures.set(pod.spec, { labels, text });
  return text;
}

function textOf({ metadata, spec }: Pod): string {
  return JSON.stringify([
    metadata.namespace,
    metadata.labels,
    requestsOf(spec),
    hostPortsOf(spec),
    spec.nodeSelector,
    spec.affinity,
    spec.tolerations,
    spec.topologySpreadConstraints,
    spec.volumes,
  ]);
}
