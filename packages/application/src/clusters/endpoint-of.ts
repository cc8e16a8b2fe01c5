import { AppError } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { DescribedCluster } from '../ports/cloud-provider.js';
import type { ClusterGateway } from '../ports/cluster-gateway.js';

type Endpoint = Pick<Cluster, 'endpoint' | 'certificateAuthority' | 'endpointIsGiven'>;

/**
 * Returns the endpoint to which the cluster's token may be sent: the endpoint that EKS reports, or
 * a registered endpoint if the operator trusts its host. Otherwise a caller could register a
 * cluster and have the token of its role sent to another server.
 * @param described `null` while EKS cannot be reached; then only its earlier answer is used
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
