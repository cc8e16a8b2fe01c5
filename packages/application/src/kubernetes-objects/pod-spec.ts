import {
  type JsonObject,
  toInteger,
  toRecord,
  toRecords,
  toTextMap,
  toTextOrNull,
} from '@kerf/core';
import type { HostPort, PodSpec, ResourceList } from '@kerf/engine';
import { readPodAffinityTerms, readTopologySpread } from './pod-topology.js';
import { readNodeSelectorTerm, readNodeSelectorTerms } from './selectors.js';
import { readTolerations } from './taints.js';

/** Everything of a PodSpec but its key, in one order of fields, so that equal specs are written alike. */
export type PodSpecFields = Omit<PodSpec, 'key'>;

/** A pod or pod template to read, with its requests in milli-CPU, bytes and counts. */
export interface PodSpecSource {
  readonly namespace: string;
  readonly podName: string;
  readonly labels: unknown;
  readonly spec: JsonObject;
  readonly requests: ResourceList;
}

/**
 * Returns the fields that scheduling reads. Volumes and claims of devices need other objects, so
 * volumes are left empty here, and claims are marked as unsupported.
 */
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
    unsupported: toRecords(spec['resourceClaims']).length > 0 ? ['resourceClaims'] : [],
  };
}

/** A PersistentVolumeClaim of a pod. */
export interface PodClaim {
  /** `namespace/name`; that of an ephemeral volume has the pod's name. */
  readonly claim: string;
  /**
   * Set for an ephemeral volume of a pod that runs: it ends with the pod, and the pod that takes its
   * place gets another one. `className` is `null` for the default class.
   */
  readonly renewal: { readonly className: string | null } | null;
}

/** Returns the claims that a pod's volumes stand for. */
export function readVolumeClaims(source: PodSpecSource): readonly PodClaim[] {
  const isRunning = toTextOrNull(source.spec['nodeName']) !== null;
  return toRecords(source.spec['volumes']).flatMap((volume) => {
    const named = toTextOrNull(toRecord(volume['persistentVolumeClaim'])['claimName']);
    if (named !== null) return [{ claim: `${source.namespace}/${named}`, renewal: null }];
    const name = toTextOrNull(volume['name']);
    const template = toRecord(volume['ephemeral'])['volumeClaimTemplate'];
    if (template === undefined || name === null) return [];
    const { storageClassName } = toRecord(toRecord(template)['spec']);
    const className = typeof storageClassName === 'string' ? storageClassName : null;
    return [
      {
        claim: `${source.namespace}/${source.podName}-${name}`,
        renewal: isRunning ? { className } : null,
      },
    ];
  });
}

const protocols = ['TCP', 'UDP', 'SCTP'] as const;

/** Returns the host ports that a pod's containers and sidecars use. */
export function readHostPorts(spec: JsonObject): readonly HostPort[] {
  const sidecars = toRecords(spec['initContainers']).filter(
    ({ restartPolicy }) => restartPolicy === 'Always',
  );
  return [...toRecords(spec['containers']), ...sidecars].flatMap(readPorts);
}

function readPorts(container: JsonObject): readonly HostPort[] {
  return toRecords(container['ports']).flatMap((entry) => {
    const port = toInteger(entry['hostPort']) ?? 0;
    if (port <= 0) return [];
    const protocol = protocols.find((known) => known === entry['protocol']) ?? 'TCP';
    return [{ hostIp: toTextOrNull(entry['hostIP']) ?? '0.0.0.0', port, protocol }];
  });
}
