import type { ClusterId, Instant } from '@kerf/core';
import type { Cluster, ClusterConnection } from '../cluster/cluster.js';
import { reportedAfterMs } from './operation-failure.js';
import type { CountedFinding } from './operation-findings.js';

/** A cluster whose API server cannot be reached. */
export interface LostConnection
  extends Pick<Cluster, 'name' | 'endpoint'>,
    Pick<ClusterConnection, 'problem' | 'changedAt'> {
  readonly clusterId: ClusterId;
}

/** Returns a finding for each API server that has been unreachable for {@link reportedAfterMs}. */
export function connectionFindings(
  lost: readonly LostConnection[],
  now: Instant,
): readonly CountedFinding[] {
  return lost
    .filter(({ changedAt }) => now - changedAt >= reportedAfterMs)
    .map(({ clusterId, name, endpoint, problem, changedAt }) => ({
      clusterId,
      code: 'CLUSTER_UNREACHABLE',
      object: `Cluster/${name}`,
      message: `Kerf makes no decisions for ${name}, because its state is unknown: ${problem ?? 'its API server does not answer'}`,
      remedy: `Check that the API server (${endpoint ?? 'endpoint unknown'}) is healthy and reachable from the worker, and that the access entry of Kerf’s role exists. Kerf reconnects by itself.`,
      count: 1,
      firstSeenAt: changedAt,
      lastSeenAt: now,
    }));
}
