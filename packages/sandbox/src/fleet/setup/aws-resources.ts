import { invariant } from '@kerf/core';
import type { World } from '../../world/world.js';
import type { AwsProfile } from './aws-config.js';
import { nodeRoleName } from './cluster-objects.js';
import { accounts, type ClusterPlan, clusters, hub } from './cluster-plans.js';
import { fillPolicy } from './role-policy.js';

/** AWS resources of a cluster that EKS and the node groups need. */
export interface ClusterAwsResources {
  readonly vpcId: string;
  /** One private subnet per zone. */
  readonly subnets: readonly { readonly id: string; readonly zone: string }[];
  readonly securityGroupId: string;
  readonly kerfRoleArn: string;
  readonly externalId: string;
  /** Name of the SQS queue that receives interruption events. */
  readonly queue: string;
}

/** Actions of Kerf's role if the sandbox is started without a policy. */
const kerfActions = [
  'ec2:*',
  'ssm:GetParameter',
  'ssm:GetParameters',
  'pricing:GetProducts',
  'eks:DescribeCluster',
  'iam:GetInstanceProfile',
  'iam:CreateInstanceProfile',
  'iam:TagInstanceProfile',
  'iam:AddRoleToInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
  'iam:DeleteInstanceProfile',
  'iam:ListInstanceProfiles',
  'iam:GetRole',
  'iam:PassRole',
  'sqs:*',
  'sts:*',
] as const;

/** Creates the accounts of these clusters, and Kerf's user in the hub account. */
export function createAccounts(world: World, plans: readonly ClusterPlan[] = clusters): void {
  const accountIds = new Set(plans.map(({ accountId }) => accountId));
  world.addAccount({ id: hub.accountId, name: hub.accountName });
  for (const id of accountIds) world.addAccount(accountOf(id));
  world.addUser({
    accountId: hub.accountId,
    name: 'kerf',
    accessKeyId: hub.accessKeyId,
    secretAccessKey: hub.secretAccessKey,
  });
  // Each account has an administrator, for command-line use.
  for (const id of accountIds) {
    world.addUser({ accountId: id, name: 'admin', ...administratorOf(id) });
  }
}

/** Returns the access key of an account's administrator. */
export function administratorOf(
  accountId: string,
): Pick<AwsProfile, 'accessKeyId' | 'secretAccessKey'> {
  const account = accountOf(accountId);
  return {
    accessKeyId: `AKIASANDBOX${account.id.slice(0, 9)}`,
    secretAccessKey: `sandbox-${account.name}`,
  };
}

const accountOf = (id: string): { readonly id: string; readonly name: string } =>
  accounts.find((account) => account.id === id) ?? { id, name: `account-${id}` };

export interface ClusterResourceOptions {
  readonly zones: readonly string[];
  /** Text of the policy template of Kerf's role; `null` allows {@link kerfActions}. */
  readonly rolePolicy?: string | null;
}

/** Creates network, roles and queue of one cluster, tagged as in Karpenter's guides. */
export function createClusterResources(
  world: World,
  plan: ClusterPlan,
  { zones, rolePolicy = null }: ClusterResourceOptions,
): ClusterAwsResources {
  const { accountId, region, name, cidrPrefix } = plan;
  const tags = { Name: name, 'karpenter.sh/discovery': name };
  const vpc = world.addVpc({
    accountId,
    region,
    cidr: `${cidrPrefix}.0.0/16`,
    tags: { Name: name },
  });
  const subnets = zones.map((zone, index) => {
    const subnet = world.addSubnet({
      vpcId: vpc.id,
      zone,
      cidr: `${cidrPrefix}.${index * 64}.0/18`,
      tags: { ...tags, Name: `${name}-private-${zone}` },
    });
    return { id: subnet.id, zone };
  });
  const securityGroup = world.addSecurityGroup({
    vpcId: vpc.id,
    name: `${name}-nodes`,
    description: `Nodes of ${name}`,
    tags,
  });
  const nodeRole = world.addRole({
    accountId,
    name: nodeRoleName(plan),
    trust: { principals: ['ec2.amazonaws.com'], externalId: null },
    allow: [],
  });
  const externalId = `kerf-${name}`;
  const role = world.addRole({
    accountId,
    name: `kerf-${name}`,
    trust: { principals: [hub.accountId], externalId },
    allow: kerfActions,
    ...(rolePolicy !== null && {
      policy: fillPolicy(rolePolicy, {
        accountId,
        region,
        clusterName: name,
        queueName: name,
        nodeRoleArn: nodeRole.id,
      }),
    }),
  });
  world.addQueue({
    accountId,
    region,
    name,
    receivesEvents: true,
    // Messages expire after 300 s, as in Karpenter's guides: older interruption notices are of no
    // use.
    attributes: { MessageRetentionPeriod: '300' },
  });
  return {
    vpcId: vpc.id,
    subnets,
    securityGroupId: securityGroup.id,
    kerfRoleArn: role.id,
    externalId,
    queue: name,
  };
}

/** Returns the image that EKS publishes for plain AL2023 nodes. */
export function nodeImage(world: World, { region, version }: ClusterPlan): string {
  const parameter = `/aws/service/eks/optimized-ami/${version}/amazon-linux-2023/x86_64/standard/recommended/image_id`;
  const published = world.publishedImages(region).parameters.get(parameter);
  invariant(published !== undefined, `parameter ${parameter} not found`);
  return published.imageId;
}
