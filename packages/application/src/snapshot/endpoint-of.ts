import { AppError } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { DescribedCluster } from '../ports/cloud-provider.js';
import type { ClusterGateway } from '../ports/cluster-gateway.js';

type Endpoint = Pick<Cluster, 'endpoint' | 'certificateAuthority' | 'endpointIsGiven'>;

/**
 * Returns where the cluster's token may be sent: to the endpoint that EKS names, or to another one
 * that was registered if the operator trusts its host. Whoever registers a cluster must not have
 * its role's token sent to a server of their own.
 * @param described `null` while EKS cannot be asked; then only what it said before is used
 * @throws CLUSTER.ENDPOINT_REFUSED
 */
export function endpointOf(
  gateway: Pick<ClusterGateway, 'trustsEndpoint'>,
  cluster: Cluster,
  described: DescribedCluster | null,
): Endpoint {
  const { endpoint, certificateAuthority, endpointIsGiven } = cluster;
  const known = { endpoint, certificateAuthority, endpointIsGiven };
  if (!endpointIsGiven || endpoint === null) return described === null ? known : fromEks(described);
  if (gateway.trustsEndpoint(endpoint)) return known;
  if (described !== null && isSame(cluster, described)) return fromEks(described);
  throw new AppError({
    code: 'CLUSTER.ENDPOINT_REFUSED',
    message:
      'The registered endpoint or certificateAuthority differs from that of the cluster in EKS.',
  });
}

const fromEks = ({ endpoint, certificateAuthority }: DescribedCluster): Endpoint => ({
  endpoint,
  certificateAuthority,
  endpointIsGiven: false,
});

function isSame(given: Endpoint, described: DescribedCluster): boolean {
  return (
    given.endpoint !== null &&
    withoutSlash(given.endpoint) === withoutSlash(described.endpoint) &&
    given.certificateAuthority === described.certificateAuthority
  );
}

const withoutSlash = (endpoint: string): string => endpoint.toLowerCase().replace(/\/$/, '');
