import { type Cluster, DescribeClusterCommand } from '@aws-sdk/client-eks';
import type { DescribedCluster } from '@kerf/application';
import { AppError, compareText } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { dnsAddressOf } from './service-dns.js';

/**
 * Returns EKS's description of the target's cluster.
 * @throws CLOUD.INVALID if no cluster has this name, or it is not active yet (then retryable with
 * back-off)
 */
export async function describeCluster(session: AwsSession): Promise<DescribedCluster> {
  const { clusterName, region } = session.target;
  const { cluster } = await session.call('eks:DescribeCluster', (options) =>
    session.eks.send(new DescribeClusterCommand({ name: clusterName }), options),
  );
  const described = cluster === undefined ? null : readCluster(cluster);
  if (described !== null) return described;
  throw new AppError({
    code: 'CLOUD.INVALID',
    message: `Cluster ${clusterName} in ${region} has the status ${cluster?.status ?? 'unknown'} and no endpoint yet.`,
    retry: { kind: 'backoff' },
    meta: { status: cluster?.status ?? null },
  });
}

/** @returns `null` while the cluster is being created */
function readCluster(cluster: Cluster): DescribedCluster | null {
  const { endpoint, version, arn, kubernetesNetworkConfig: network } = cluster;
  const certificateAuthority = cluster.certificateAuthority?.data;
  const serviceCidr =
    network?.ipFamily === 'ipv6' ? network.serviceIpv6Cidr : network?.serviceIpv4Cidr;
  const accountId = arn?.split(':')[4];
  if (
    endpoint === undefined ||
    certificateAuthority === undefined ||
    version === undefined ||
    serviceCidr === undefined ||
    accountId === undefined
  ) {
    return null;
  }
  return {
    endpoint,
    certificateAuthority,
    facts: {
      accountId,
      kubernetesVersion: version,
      serviceCidr,
      clusterDnsIp: dnsAddressOf(serviceCidr),
      tags: Object.entries(cluster.tags ?? {})
        .map(([key, value]) => ({ key, value }))
        .sort((a, b) => compareText(a.key, b.key)),
    },
  };
}
