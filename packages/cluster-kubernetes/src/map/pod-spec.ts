import type { PodSpec, ResourceList } from '@kerf/engine';
import { type Json, toInteger, toRecord, toRecords, toTextMap, toTextOrNull } from '../json.js';
import { readHostPorts } from './host-ports.js';
import { readNodeSelectorTerm, readNodeSelectorTerms } from './node-selector.js';
import { readPodAffinityTerms, readTopologySpread } from './pod-topology.js';
import { readTolerations } from './taints.js';

/** Everything of a PodSpec but its key, in one order of fields, so that equal specs are written alike. */
export type PodSpecFields = Omit<PodSpec, 'key'>;

export interface PodSpecSource {
  readonly namespace: string;
  readonly podName: string;
  readonly labels: unknown;
  readonly spec: Json;
  readonly requests: ResourceList;
}

/** What scheduling looks at. Volumes need other objects, so they are left empty here. */
export function readPodSpecFields(source: PodSpecSource): PodSpecFields {
  const { spec } = source;
  const affinity = toRecord(spec['affinity']);
  const nodeAffinity = toRecord(affinity['nodeAffinity']);
  return {
    namespace: source.namespace,
    labels: toTextMap(source.labels),
    requests: source.requests,
    priority: toInteger(spec['priority']) ?? 0,
    tolerations: readTolerations(spec['tolerations']),
    nodeSelector: toTextMap(spec['nodeSelector']),
    requiredNodeAffinity: readNodeSelectorTerms(
      toRecord(nodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']),
    ),
    preferredNodeAffinity: toRecords(
      nodeAffinity['preferredDuringSchedulingIgnoredDuringExecution'],
    ).map((preference) => ({
      weight: toInteger(preference['weight']) ?? 1,
      term: readNodeSelectorTerm(toRecord(preference['preference'])),
    })),
    topologySpread: readTopologySpread(spec['topologySpreadConstraints']),
    podAffinity: readPodAffinityTerms(affinity['podAffinity']),
    podAntiAffinity: readPodAffinityTerms(affinity['podAntiAffinity']),
    hostPorts: readHostPorts(spec),
    volumes: [],
  };
}

/** `namespace/name` of the claims that a pod's volumes stand for; an ephemeral one has the pod's name. */
export function readVolumeClaims(source: PodSpecSource): readonly string[] {
  return toRecords(source.spec['volumes']).flatMap((volume) => {
    const named = toTextOrNull(toRecord(volume['persistentVolumeClaim'])['claimName']);
    if (named !== null) return [`${source.namespace}/${named}`];
    const name = toTextOrNull(volume['name']);
    const isEphemeral = toRecord(volume['ephemeral'])['volumeClaimTemplate'] !== undefined;
    return isEphemeral && name !== null ? [`${source.namespace}/${source.podName}-${name}`] : [];
  });
}
