import type { ClusterId } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Ports } from '../ports/ports.js';
import { changeCluster } from './change-cluster.js';
import { endpointOf } from './endpoint-of.js';
import { cloudTargetOf, requireCluster } from './require-cluster.js';

/**
 * Reads endpoint, CA and version from EKS again: before a cluster is watched, and every few minutes,
 * because images are resolved for the version, and an upgrade or a cluster that was created again
 * changes them. Keeps a manually registered endpoint as long as the operator allows it.
 * @throws CLUSTER.ENDPOINT_REFUSED, CLOUD.* when EKS does not answer
 */
export async function refreshConnection(
  ports: Pick<Ports, 'store' | 'cloud' | 'gateway'>,
  clusterId: ClusterId,
): Promise<Cluster> {
  const cluster = await requireCluster(ports.store, clusterId);
  const described = await ports.cloud.describeCluster(cloudTargetOf(cluster));
  const changed = await changeCluster(ports, clusterId, (current) => {
    const next = { ...current, ...endpointOf(ports.gateway, current, described) };
    const { facts } = described;
    const isSame =
      current.endpoint === next.endpoint &&
      current.certificateAuthority === next.certificateAuthority &&
      current.endpointIsGiven === next.endpointIsGiven &&
      JSON.stringify(current.facts) === JSON.stringify(facts);
    return isSame ? null : { ...next, facts };
  });
  return changed ?? cluster;
}
