import { randomBytes } from 'node:crypto';
import {
  CreateSecurityGroupCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  EC2Client,
  type ResourceType,
  type TagSpecification,
} from '@aws-sdk/client-ec2';
import { CreateClusterCommand, EKSClient } from '@aws-sdk/client-eks';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { invariant } from '@kerf/core';
import type { Place } from './backend.js';

const externalId = 'a1b2c3';
const serviceCidr = '10.100.0.0/16';
const clusterVersion = '1.34';
const credentials = { accessKeyId: 'AKIACONFORMANCE', secretAccessKey: 'secret' };

/**
 * Creates a VPC, roles and a cluster with names of their own in a running moto server, so that
 * files and runs share nothing.
 */
export async function startMotoPlace(region: string, endpoint: string): Promise<Place> {
  const config = { endpoint, credentials, region };
  const clients = {
    ec2: new EC2Client(config),
    eks: new EKSClient(config),
    iam: new IAMClient(config),
    sts: new STSClient(config),
  };
  const clusterName = `conformance-${randomBytes(4).toString('hex')}`;
  const { Account: accountId } = await clients.sts.send(new GetCallerIdentityCommand({}));
  const network = await createNetwork(clients.ec2, region, clusterName);
  const nodeRole = `${clusterName}-node`;
  await clients.iam.send(trusting(nodeRole, { Service: 'ec2.amazonaws.com' }));
  const { Role: kerf } = await clients.iam.send(
    trusting(`${clusterName}-kerf`, { AWS: `arn:aws:iam::${accountId}:root` }),
  );
  await clients.eks.send(
    new CreateClusterCommand({
      name: clusterName,
      version: clusterVersion,
      roleArn: `arn:aws:iam::${accountId}:role/${clusterName}-cluster`,
      resourcesVpcConfig: { subnetIds: network.subnets.map(({ id }) => id) },
      kubernetesNetworkConfig: { serviceIpv4Cidr: serviceCidr },
    }),
  );
  return {
    ...network,
    endpoint,
    credentials,
    accountId: present(accountId),
    clusterName,
    clusterVersion,
    serviceCidr,
    nodeRole,
    kerfRoleArn: present(kerf?.Arn),
    externalId,
    imageParameter: '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64',
    close: () => {
      for (const client of Object.values(clients)) client.destroy();
      return Promise.resolve();
    },
  };
}

async function createNetwork(
  ec2: EC2Client,
  region: string,
  clusterName: string,
): Promise<Pick<Place, 'vpcId' | 'subnets' | 'securityGroup'>> {
  const tagged = (type: ResourceType, name: string): TagSpecification[] => [
    {
      ResourceType: type,
      Tags: [
        { Key: 'karpenter.sh/discovery', Value: clusterName },
        { Key: 'Name', Value: name },
      ],
    },
  ];
  const { Vpc } = await ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }));
  const vpcId = present(Vpc?.VpcId);
  const subnets: { id: string; zone: string }[] = [];
  for (const [index, letter] of ['a', 'b'].entries()) {
    const zone = region + letter;
    const { Subnet } = await ec2.send(
      new CreateSubnetCommand({
        VpcId: vpcId,
        AvailabilityZone: zone,
        CidrBlock: `10.0.${index}.0/24`,
        TagSpecifications: tagged('subnet', `nodes-${letter}`),
      }),
    );
    subnets.push({ id: present(Subnet?.SubnetId), zone });
  }
  const name = `${clusterName}-nodes`;
  const { GroupId } = await ec2.send(
    new CreateSecurityGroupCommand({
      VpcId: vpcId,
      GroupName: name,
      Description: 'nodes of the cluster',
      TagSpecifications: tagged('security-group', name),
    }),
  );
  return { vpcId, subnets, securityGroup: { id: present(GroupId), name } };
}

function trusting(name: string, principal: Readonly<Record<string, string>>): CreateRoleCommand {
  const statement = {
    Effect: 'Allow',
    Principal: principal,
    Action: 'sts:AssumeRole',
    ...('AWS' in principal && { Condition: { StringEquals: { 'sts:ExternalId': externalId } } }),
  };
  return new CreateRoleCommand({
    RoleName: name,
    AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
  });
}

function present<T>(value: T | undefined): T {
  invariant(value !== undefined, 'moto returns what it created');
  return value;
}
