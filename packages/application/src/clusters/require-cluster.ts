import { AppError, type ClusterId } from '@kerf/core';
import type { Cluster, ClusterFacts } from '../domain/cluster/cluster.js';
import type { CloudTarget } from '../ports/cloud-provider.js';
import type { ClusterConnectionDetails } from '../ports/cluster-gateway.js';
import type { Repositories } from '../ports/store.js';

/**
 * Returns the cluster.
 * @throws STATE.NOT_FOUND when the cluster does not exist
 */
export async function requireCluster(
  store: Pick<Repositories, 'clusters'>,
  id: ClusterId,
): Promise<Cluster> {
  const cluster = await store.clusters.find(id);
  if (cluster === null) {
    throw new AppError({ code: 'STATE.NOT_FOUND', message: `Cluster ${id} not found.` });
  }
  return cluster;
}

/** Returns the account and region of a cluster, with the role to assume. */
export const cloudTargetOf = (cluster: Cluster): CloudTarget => ({
  clusterName: cluster.name,
  region: cluster.region,
  roleArn: cluster.roleArn,
  externalId: cluster.externalId,
});

/** A cluster whose registration check has read its endpoint and facts. */
export interface KnownCluster extends Cluster {
  readonly endpoint: string;
  readonly certificateAuthority: string;
  readonly facts: ClusterFacts;
}

/**
 * Returns the cluster with its facts.
 * @throws CLUSTER.UNREACHABLE until the registration check has read how to reach it
 */
export function requireKnown(cluster: Cluster): KnownCluster {
  const { endpoint, certificateAuthority, facts } = cluster;
  if (endpoint === null || certificateAuthority === null || facts === null) {
    throw new AppError({
      code: 'CLUSTER.UNREACHABLE',
      message: `Cluster ${cluster.name} cannot be reached because its registration check has not passed.`,
    });
  }
  return { ...cluster, endpoint, certificateAuthority, facts };
}

/** Returns the details that a connection to the cluster needs. */
export const connectionOf = (cluster: KnownCluster): ClusterConnectionDetails => ({
  clusterId: cluster.id,
  endpoint: cluster.endpoint,
  certificateAuthority: cluster.certificateAuthority,
  target: cloudTargetOf(cluster),
});
