import type {
  HostPort,
  PodAffinityTerm,
  PodAffinityTerms,
  PodSpec,
  PodVolume,
  TopologySpreadConstraint,
} from '@kerf/engine';
import type { Json } from './json.js';
import { effectiveRequests } from './pod-requests.js';
import { readLabelSelector, readNodeSelectorTerm, readToleration } from './selectors.js';

/**
 * Parses a pod manifest for the engine.
 * @param readVolumes returns the node requirements of the pod's PersistentVolumeClaims
 */
export function readPodSpec(
  manifest: Json,
  readVolumes: (spec: Json, namespace: string) => readonly PodVolume[],
): PodSpec {
  const metadata = manifest.field('metadata');
  const spec = manifest.field('spec');
  const affinity = spec.field('affinity');
  const nodeAffinity = affinity.field('nodeAffinity');
  const namespace = metadata.field('namespace').string('default');
  const fields = {
    namespace,
    labels: metadata.field('labels').stringMap(),
    requests: effectiveRequests(spec),
    priority: spec.field('priority').integer(0),
    tolerations: spec.field('tolerations').items().map(readToleration),
    nodeSelector: spec.field('nodeSelector').stringMap(),
    requiredNodeAffinity: nodeAffinity
      .field('requiredDuringSchedulingIgnoredDuringExecution')
      .field('nodeSelectorTerms')
      .items()
      .map(readNodeSelectorTerm),
    preferredNodeAffinity: nodeAffinity
      .field('preferredDuringSchedulingIgnoredDuringExecution')
      .items()
      .map((item) => ({
        weight: item.field('weight').integer(),
        term: readNodeSelectorTerm(item.field('preference')),
      })),
    topologySpread: spec.field('topologySpreadConstraints').items().map(readSpread),
    podAffinity: readAffinityRules(affinity.field('podAffinity')),
    podAntiAffinity: readAffinityRules(affinity.field('podAntiAffinity')),
    hostPorts: spec.field('containers').items().flatMap(readHostPorts),
    volumes: readVolumes(spec, namespace),
    unsupported: spec.field('resourceClaims').items().length > 0 ? ['resourceClaims'] : [],
  } satisfies Omit<PodSpec, 'key'>;
  return { key: JSON.stringify(fields), ...fields };
}

function readSpread(json: Json): TopologySpreadConstraint {
  return {
    maxSkew: json.field('maxSkew').integer(),
    topologyKey: json.field('topologyKey').string(),
    whenUnsatisfiable: json.field('whenUnsatisfiable').oneOf(['DoNotSchedule', 'ScheduleAnyway']),
    labelSelector: readLabelSelector(json.field('labelSelector')),
    minDomains: json.field('minDomains').integerOrNull(),
    matchLabelKeys: json.field('matchLabelKeys').strings(),
    nodeAffinityPolicy: json.field('nodeAffinityPolicy').oneOf(['Honor', 'Ignore'], 'Honor'),
    nodeTaintsPolicy: json.field('nodeTaintsPolicy').oneOf(['Honor', 'Ignore'], 'Ignore'),
  };
}

function readAffinityRules(json: Json): PodAffinityTerms {
  return {
    required: json
      .field('requiredDuringSchedulingIgnoredDuringExecution')
      .items()
      .map(readAffinityTerm),
    preferred: json
      .field('preferredDuringSchedulingIgnoredDuringExecution')
      .items()
      .map((item) => ({
        weight: item.field('weight').integer(),
        term: readAffinityTerm(item.field('podAffinityTerm')),
      })),
  };
}

function readAffinityTerm(json: Json): PodAffinityTerm {
  return {
    topologyKey: json.field('topologyKey').string(),
    labelSelector: readLabelSelector(json.field('labelSelector')),
    namespaces: json.field('namespaces').strings(),
    namespaceSelector: readLabelSelector(json.field('namespaceSelector')),
    matchLabelKeys: json.field('matchLabelKeys').strings(),
    mismatchLabelKeys: json.field('mismatchLabelKeys').strings(),
  };
}

function readHostPorts(container: Json): HostPort[] {
  return container
    .field('ports')
    .items()
    .flatMap((item) => {
      const port = item.field('hostPort').integer(0);
      if (port === 0) return [];
      const protocol = item.field('protocol').oneOf(['TCP', 'UDP', 'SCTP'], 'TCP');
      return [{ hostIp: item.field('hostIP').string('0.0.0.0'), port, protocol }];
    });
}
