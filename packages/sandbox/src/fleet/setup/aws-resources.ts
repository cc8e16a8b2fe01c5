import { invariant } from '@kerf/core';
import { iamArn } from '../../world/iam/identity.js';
import type { World } from '../../world/world.js';
import type { AwsProfile } from './aws-config.js';
import { nodeRoleName } from './cluster-objects.js';
import { accounts, type ClusterPlan, clusters, hub } from './cluster-plans.js';
import { fillKerfPolicy, fillPolicy, fillTrust, type IamDocuments } from './iam-documents.js';

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

/** Actions of Kerf's role if the sandbox is started without the documents of `deploy/iam`. */
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

const kerfUser = 'kerf';

const roleArnOf = ({ accountId, name }: ClusterPlan): string =>
  iamArn(accountId, 'role', '/', `kerf-${name}`);

/**
 * Creates the accounts of these clusters, and Kerf's user in the hub account.
 * @param iam documents with Kerf's permissions; `null` allows everything
 */
export function createAccounts(
  world: World,
  plans: readonly ClusterPlan[] = clusters,
  iam: IamDocuments | null = null,
): void {
  const accountIds = new Set(plans.map(({ accountId }) => accountId));
  world.addAccount({ id: hub.accountId, name: hub.accountName });
  for (const id of accountIds) world.addAccount(accountOf(id));
  world.addUser({
    accountId: hub.accountId,
    name: kerfUser,
    accessKeyId: hub.accessKeyId,
    secretAccessKey: hub.secretAccessKey,
    ...(iam !== null && { policy: fillKerfPolicy(iam.kerfPolicy, plans.map(roleArnOf)) }),
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
  /** Documents with the role's permissions; `null` allows {@link kerfActions}. */
  readonly iam?: IamDocuments | null;
}

/** Creates network, roles and queue of one cluster, tagged as in Karpenter's guides. */
export function createClusterResources(
  world: World,
  plan: ClusterPlan,
  { zones, iam = null }: ClusterResourceOptions,
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
  world.addRole({
    accountId,
    name: nodeRoleName(plan),
    trust: { principals: ['ec2.amazonaws.com'], externalId: null },
    allow: [],
  });
  const externalId = `kerf-${name}`;
  const kerf = { kerfAccountId: hub.accountId, kerfUser, externalId };
  const values = { accountId, region, clusterName: name, queueName: name };
  const role = world.addRole({
    accountId,
    name: `kerf-${name}`,
    trust:
      iam === null
        ? { principals: [hub.accountId], externalId }
        : fillTrust(iam.clusterTrust, kerf),
    allow: kerfActions,
    ...(iam !== null && { policy: fillPolicy(iam.clusterPolicy, values) }),
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
