import {
  type Cluster,
  DescribeCluster$,
  type DescribeClusterRequest,
  type DescribeClusterResponse,
  ListClusters$,
  type ListClustersRequest,
  type ListClustersResponse,
} from '@aws-sdk/client-eks';
import type { EksCluster } from '../../world/cluster-directory.js';
import type { Open } from '../../world/state/open.js';
import { accessTo } from '../access.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { sortByKey, takePage } from '../page.js';
import { operation } from '../service.js';

function describeCluster(
  call: Call,
  input: Open<DescribeClusterRequest>,
): Open<DescribeClusterResponse> {
  const { name = '' } = input;
  const cluster = call.clusters.find(call.accountId, call.region, name);
  if (cluster !== null) return { cluster: toResponse(call, cluster) };
  const message = `No cluster found for name: ${name}.`;
  throw new AwsError('ResourceNotFoundException', message, { status: 404 });
}

function listClusters(call: Call, input: Open<ListClustersRequest>): Open<ListClustersResponse> {
  const clusters = call.clusters.list(call.accountId, call.region);
  const page = takePage(
    sortByKey(clusters, ({ name }) => name),
    ({ name }) => name,
    { max: input.maxResults, token: input.nextToken },
    {
      lowest: 1,
      highest: 100,
      sizeCode: 'InvalidParameterException',
      tokenCode: 'InvalidParameterException',
    },
  );
  return { clusters: page.items.map(({ name }) => name), nextToken: page.next };
}

function toResponse(call: Call, cluster: EksCluster): Open<Cluster> {
  return {
    name: cluster.name,
    arn: cluster.arn,
    version: cluster.version,
    status: 'ACTIVE',
    endpoint: cluster.endpoint,
    createdAt: new Date(cluster.createdAt),
    platformVersion: 'eks.1',
    certificateAuthority: { data: cluster.certificateAuthority },
    kubernetesNetworkConfig: { serviceIpv4Cidr: cluster.serviceCidr, ipFamily: 'ipv4' },
    resourcesVpcConfig: {
      vpcId: cluster.vpcId,
      subnetIds: cluster.subnetIds,
      securityGroupIds: cluster.securityGroupIds,
      ...(cluster.securityGroupIds[0] === undefined
        ? {}
        : { clusterSecurityGroupId: cluster.securityGroupIds[0] }),
      endpointPublicAccess: true,
      endpointPrivateAccess: false,
      publicAccessCidrs: ['0.0.0.0/0'],
    },
    identity: {
      oidc: { issuer: `https://oidc.eks.${call.region}.amazonaws.com/id/${cluster.name}` },
    },
    accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' },
    tags: { ...cluster.tags },
  };
}

export const clusterOperations = [
  operation(DescribeCluster$, describeCluster, {
    access: ({ region, accountId }: Call, { name = '' }: Open<DescribeClusterRequest>) => [
      accessTo('eks:DescribeCluster', `arn:aws:eks:${region}:${accountId}:cluster/${name}`),
    ],
  }),
  operation(ListClusters$, listClusters),
];
