import { isObject, isString, type Json, stringAt } from '../json/json.js';
import { asKind, kinds } from '../resources/kind.js';
import type { KubeObject } from '../resources/kube-object.js';
import type { Pod } from '../resources/types/pod.js';
import { invalid } from '../schema/field-error.js';
import { lookupIn } from './object-lookup.js';
import { badRequest, conflict, invalidObject } from './status.js';
import { type ApiParts, collectionOf, type NamedTarget } from './target.js';
import { toTimestamp } from './timestamp.js';
import { findObject } from './update-object.js';

const bindingSubject = { group: '', plural: 'pods/binding', kind: 'Pod' };

/**
 * Handles POST to a pod's `binding`.
 * @param body a Binding
 */
export function bindPod(parts: ApiParts, target: NamedTarget, body: Json): void {
  if (stringAt(body, 'metadata', 'name') !== target.name) {
    throw badRequest('name in URL does not match name in Binding object');
  }
  const reference = isObject(body) ? body['target'] : undefined;
  const nodeName = isObject(reference) ? reference['name'] : undefined;
  if (!isString(nodeName) || nodeName === '') {
    const error = invalid('target.name', nodeName ?? '', 'must name a node');
    throw invalidObject({ kind: 'Binding', group: '' }, target.name, [error]);
  }
  const pod = asKind(kinds.pod, findObject(parts, target));
  const why = whyNot(pod);
  if (why !== null) throw conflict(bindingSubject, target.name, why);
  collectionOf(parts, target).put(boundTo(pod, nodeName, parts));
}

function whyNot({ metadata, spec }: Pod): string | null {
  const { name, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) {
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  }
  if (spec.nodeName !== undefined) {
    return `pod ${name} is already assigned to node "${spec.nodeName}"`;
  }
  return (spec.schedulingGates ?? []).length > 0
    ? `pod ${name} has non-empty .spec.schedulingGates`
    : null;
}

/** Labels that a pod gets from its node. Source: PodTopologyLabels admission, v1.35. */
const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

function boundTo(pod: Pod, nodeName: string, parts: ApiParts): KubeObject {
  const node = lookupIn(parts.store).find(kinds.node, undefined, nodeName);
  const nodeLabels = node?.metadata.labels ?? {};
  const inherited = topologyLabels.flatMap((key) => {
    const value = nodeLabels[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const scheduled = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: toTimestamp(parts.now()),
    observedGeneration: pod.metadata.generation ?? 1,
  };
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  // A pod with a node waits for none. Source: ClearingNominatedNodeNameAfterBinding, v1.35.
  const { nominatedNodeName: _nominated, ...status } = pod.status ?? {};
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(inherited.length === 0
        ? {}
        : { labels: { ...pod.metadata.labels, ...Object.fromEntries(inherited) } }),
    },
    spec: { ...pod.spec, nodeName },
    status: { ...status, conditions: [...others, scheduled] },
  };
}
