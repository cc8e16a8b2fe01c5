import { readFileSync } from 'node:fs';
import type { CloudTarget, DescribedCluster } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import {
  createSandboxClock,
  createTokenVerifier,
  createWorld,
  type EksCluster,
  fillPolicy,
  type PolicyDocument,
  startAwsServer,
  type TokenVerifier,
  type World,
} from '@kerf/sandbox';
import { expect, vi } from 'vitest';
import { type CallLimits, defaultCallLimits } from '../clients.js';
import { createEc2CloudProvider, type Ec2CloudProvider } from '../ec2-cloud-provider.js';

export const region = 'us-east-1';
const hubAccount = '111122223333';
export const spokeAccount = '444455556666';
const externalId = 'a1b2c3';
const nodeRole = 'KarpenterNodeRole-prod';

const cluster: EksCluster = {
  name: 'prod',
  arn: `arn:aws:eks:${region}:${spokeAccount}:cluster/prod`,
  version: '1.34',
  endpoint: 'https://127.0.0.1:6443',
  certificateAuthority: 'Y2E=',
  serviceCidr: '10.100.0.0/16',
  createdAt: 0,
  vpcId: 'vpc-1',
  subnetIds: [],
  securityGroupIds: [],
  tags: { team: 'shop', environment: 'production' },
};

/**
 * A simulated AWS with one cluster's account, and cloud providers that call it over the network.
 */
export interface SandboxCloud {
  readonly world: World;
  readonly tokens: TokenVerifier;
  readonly target: CloudTarget;
  readonly cloud: Ec2CloudProvider;
  /** Returns a cloud provider without cached state, for the same AWS. */
  anotherCloud(limits?: CallLimits): Ec2CloudProvider;
  /** Advances the clock of all workers. */
  advance(ms: DurationMs): void;
  /** Creates a role with these permissions only, and returns a target that uses it. */
  targetOf(allow: readonly string[]): CloudTarget;
  /** Counts the calls of an operation from now on. */
  count(service: string, operation: string): () => number;
  close(): Promise<void>;
}

/** Short timeouts, because many specs expect failures. */
const short = { requestMs: 400, callMs: 3_000 };
export const shortLimits: CallLimits = { ordinary: short, slow: short, waiting: short };

/** @param aheadMs how far AWS's clock is ahead */
export async function startSandboxCloud(aheadMs: DurationMs = 0): Promise<SandboxCloud> {
  const speed = 10;
  const clock = { ...createSandboxClock(speed), now: () => Date.now() + aheadMs };
  const world = createWorld({ seed: 7, speed, clock });
  furnish(world);
  const bugs: unknown[] = [];
  const server = await startAwsServer({
    world,
    clusters: {
      find: (accountId, where, name) =>
        accountId === spokeAccount && where === region && name === cluster.name ? cluster : null,
      list: () => [cluster],
    },
    onBug: (error) => {
      bugs.push(error);
    },
  });
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAHUB');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hub-secret');

  const closing = new AbortController();
  let advancedMs = 0;
  const anotherCloud = (limits = defaultCallLimits): Ec2CloudProvider =>
    createEc2CloudProvider({
      clock: { now: () => Date.now() + advancedMs },
      signal: closing.signal,
      limits,
    });
  let roles = 0;
  const targetOf = (allow: readonly string[]): CloudTarget => {
    roles += 1;
    return targetWith(addKerfRole(world, `kerf-${roles}`, { allow }));
  };
  return {
    world,
    tokens: createTokenVerifier(world),
    target: targetWith(addKerfRole(world, 'kerf', documentedPolicy())),
    cloud: anotherCloud(),
    anotherCloud,
    advance: (ms) => {
      advancedMs += ms;
    },
    targetOf,
    count: (service, operation) => {
      // A fault that never applies still counts every call.
      const match = { service, operation };
      const id = world.faults.add({ match, effect: { kind: 'hang' }, ratio: 0 });
      return () => world.faults.list().find((rule) => rule.id === id)?.seen ?? 0;
    },
    close: async () => {
      closing.abort();
      await server.close();
      world.stop();
      vi.unstubAllEnvs();
      expect(bugs).toEqual([]);
    },
  };
}

const targetWith = (roleArn: string): CloudTarget => ({
  clusterName: cluster.name,
  region,
  roleArn,
  externalId,
});

const addKerfRole = (
  world: World,
  name: string,
  rights: { readonly allow: readonly string[]; readonly policy?: PolicyDocument },
): string =>
  world.addRole({
    accountId: spokeAccount,
    name,
    trust: { principals: [hubAccount], externalId },
    ...rights,
  }).id;

/** The documented policy for the role, so that every spec shows that it is sufficient. */
const documentedPolicy = () => ({
  allow: [],
  policy: fillPolicy(
    readFileSync(
      new URL('../../../../deploy/iam/cluster-role.policy.json', import.meta.url),
      'utf8',
    ),
    {
      accountId: spokeAccount,
      region,
      clusterName: cluster.name,
      queueName: 'interruptions-*',
    },
  ),
});

const discoveryTags = { 'karpenter.sh/discovery': 'prod' };

function furnish(world: World): void {
  world.addAccount({ id: hubAccount, name: 'hub' });
  world.addAccount({ id: spokeAccount, name: 'spoke' });
  world.addUser({
    accountId: hubAccount,
    name: 'kerf',
    accessKeyId: 'AKIAHUB',
    secretAccessKey: 'hub-secret',
  });
  world.addRole({
    accountId: spokeAccount,
    name: nodeRole,
    trust: { principals: ['ec2.amazonaws.com'], externalId: null },
    allow: [],
  });
  const vpc = world.addVpc({ accountId: spokeAccount, region, cidr: '10.0.0.0/16' });
  for (const [index, letter] of ['a', 'b', 'c'].entries()) {
    world.addSubnet({
      vpcId: vpc.id,
      zone: region + letter,
      cidr: `10.0.${index}.0/24`,
      tags: discoveryTags,
    });
  }
  world.addSecurityGroup({
    vpcId: vpc.id,
    name: 'nodes',
    description: 'nodes of the cluster',
    tags: discoveryTags,
  });
}

/** The result of DescribeCluster for the sandbox's cluster. */
export const describedCluster: DescribedCluster = {
  endpoint: cluster.endpoint,
  certificateAuthority: cluster.certificateAuthority,
  facts: {
    accountId: spokeAccount,
    kubernetesVersion: cluster.version,
    serviceCidr: cluster.serviceCidr,
    clusterDnsIp: '10.100.0.10',
    tags: [
      { key: 'environment', value: 'production' },
      { key: 'team', value: 'shop' },
    ],
  },
};
