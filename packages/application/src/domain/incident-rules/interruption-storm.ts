import { countOf, type Instant, joinWords } from '@kerf/core';
import { stormFromNodes } from '../cluster/cluster-attention.js';
import { maxIncidentObjects } from '../incident/incident.js';
import { type Detection, type IncidentFacts, recentNoticesMs } from './incident-facts.js';

/** The storm is over below this number. */
const calmBelowNodes = 3;

/**
 * Rule: AWS interrupts at least five nodes of the cluster within ten minutes; three within ten minutes
 * keep the incident open.
 */
export function interruptionStorm(
  { cluster, notices }: Pick<IncidentFacts, 'cluster' | 'notices'>,
  now: Instant,
): readonly Detection[] {
  const recent = notices.filter(({ receivedAt }) => receivedAt > now - recentNoticesMs);
  const byInstance = new Map(recent.map((notice) => [notice.instanceId, notice]));
  const [first] = recent;
  if (first === undefined || byInstance.size < calmBelowNodes) return [];
  const nodes = [...byInstance.values()];
  const lost = nodes.filter(({ lostPods }) => lostPods.length > 0).length;
  const nodePools = [...new Set(nodes.flatMap(({ nodePool }) => nodePool ?? []))].sort();
  const object = `Cluster/${cluster.name}`;
  const names = nodes.map(({ nodeName, instanceId }) =>
    nodeName === null ? `Instance/${instanceId}` : `Node/${nodeName}`,
  );
  return [
    {
      object,
      objects: [object, ...names.slice(1 - maxIncidentObjects)],
      nodePools,
      opens: byInstance.size >= stormFromNodes,
      cause: `AWS interrupted ${countOf(byInstance.size, 'node')} within 10 minutes${
        lost === 0 ? '' : `; pods of ${countOf(lost, 'node')} were not evicted in time`
      }.`,
      remedy: `Kerf drains and replaces the nodes. If interruptions last, allow more instance types and zones${
        nodePools.length === 0
          ? ''
          : ` in ${nodePools.length === 1 ? 'NodePool' : 'the NodePools'} ${joinWords(nodePools)}`
      }, or on-demand capacity for pods that must not be interrupted.`,
      startedAt: first.receivedAt,
    },
  ];
}
