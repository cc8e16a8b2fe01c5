import type { Instant } from '@kerf/core';
import { staleAfterMs } from '../cluster/cluster-attention.js';
import { connectionFindings } from '../operation/connection-findings.js';
import { elapsedText } from '../text/finding-text.js';
import type { Detection, IncidentFacts } from './incident-facts.js';

/**
 * Rule: Kerf has not known the state of the cluster for a minute, because its API server is
 * unreachable or no worker updates its data.
 */
export function staleCluster(
  { cluster }: Pick<IncidentFacts, 'cluster'>,
  now: Instant,
): readonly Detection[] {
  const { id: clusterId, name, endpoint, connection } = cluster;
  const { state, syncedAt } = connection;
  const object = `Cluster/${name}`;
  const common = { object, objects: [object], nodePools: [], opens: true };
  if (state === 'Unreachable') {
    const lost = { clusterId, name, endpoint, ...connection };
    return connectionFindings([lost], now).map(({ message, remedy, firstSeenAt }) => ({
      ...common,
      cause: message,
      remedy: remedy ?? '',
      startedAt: firstSeenAt,
    }));
  }
  if (state !== 'Connected' || syncedAt === null || now - syncedAt < staleAfterMs) return [];
  return [
    {
      ...common,
      cause: `The data of ${name} is ${elapsedText(now - syncedAt)} old: no worker updates it, so Kerf makes no decisions for it.`,
      remedy:
        'Check that a worker of Kerf runs and is healthy, and see in its log why it does not hold the cluster. The data is updated as soon as a worker holds it.',
      startedAt: syncedAt,
    },
  ];
}
