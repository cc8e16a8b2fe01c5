import { EC2Client } from '@aws-sdk/client-ec2';
import { type AwsServer, startAwsServer } from '../aws/server.js';
import type { ClusterDirectory } from '../world/cluster-directory.js';
import { ManualClock } from '../world/time/manual-clock.js';
import { createWorld, type World } from '../world/world.js';

/** A small simulated AWS on a real port, for specs with real clients. */

export const region = 'us-east-1';
export const hubAccount = '111122223333';
export const spokeAccount = '444455556666';

export interface ClientConfig {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  readonly maxAttempts: number;
}

export interface Fixture {
  readonly world: World;
  /** Simulated time is ten times as fast as this clock, which moves on request only. */
  readonly clock: ManualClock;
  readonly server: AwsServer;
  /** Internal errors of the server; closing fails if there are any. */
  readonly bugs: unknown[];
  /** Configuration for clients with the spoke account's administrator. */
  readonly config: ClientConfig;
  readonly ec2: EC2Client;
  readonly subnetIds: Readonly<Record<'a' | 'b' | 'c', string>>;
  readonly securityGroupId: string;
  readonly profileName: string;
  readonly imageId: (architecture: 'x86_64' | 'arm64') => string;
  /** Advances the simulated time, and the client's clock with it. */
  advance(simulatedMs: number): void;
  close(): Promise<void>;
}

export const administrator = { accessKeyId: 'AKIASPOKEADMIN', secretAccessKey: 'spoke-secret' };

export function configFor(
  server: AwsServer,
  credentials: ClientConfig['credentials'],
  inRegion: string = region,
): ClientConfig {
  // Most specs expect an error, so retries would only take time.
  return { endpoint: server.url, region: inRegion, credentials, maxAttempts: 1 };
}

export async function startFixture(
  options: {
    readonly clusters?: ClusterDirectory;
    readonly seed?: number;
    readonly latency?: number;
  } = {},
): Promise<Fixture> {
  const clock = new ManualClock(10);
  const world = createWorld({ seed: options.seed ?? 7, speed: 10, clock });
  const place = createAccounts(world);
  const bugs: unknown[] = [];
  const server = await startAwsServer({
    world,
    latency: options.latency ?? 0,
    clusters: options.clusters ?? { find: () => null, list: () => [] },
    onBug: (error) => {
      bugs.push(error);
    },
  });
  const config = configFor(server, administrator);
  const ec2 = new EC2Client(config);
  return {
    ...place,
    world,
    clock,
    server,
    bugs,
    config,
    ec2,
    advance: (simulatedMs) => {
      clock.advance(simulatedMs);
      ec2.config.systemClockOffset = clock.now() - Date.now();
    },
    close: async () => {
      ec2.destroy();
      await server.close();
      world.stop();
      if (bugs.length > 0) throw new AggregateError(bugs, 'the server had internal errors');
    },
  };
}

/** Creates the hub account and a spoke account with a role that the hub may assume. */
export function createAccounts(
  world: World,
): Pick<Fixture, 'subnetIds' | 'securityGroupId' | 'profileName' | 'imageId'> {
  world.addAccount({ id: hubAccount, name: 'hub' });
  world.addAccount({ id: spokeAccount, name: 'spoke' });
  world.addUser({ accountId: spokeAccount, name: 'admin', ...administrator });
  const role = world.addRole({
    accountId: spokeAccount,
    name: 'node',
    trust: { principals: ['ec2.amazonaws.com'], externalId: null },
    allow: [],
  });
  world.addInstanceProfile({ accountId: spokeAccount, name: 'node', roleArn: role.id });
  const tags = { 'karpenter.sh/discovery': 'shop' };
  const vpc = world.addVpc({ accountId: spokeAccount, region, cidr: '10.0.0.0/16', tags });
  const subnetIn = (letter: string, index: number) =>
    world.addSubnet({
      vpcId: vpc.id,
      zone: region + letter,
      cidr: `10.0.${index}.0/24`,
      tags: { ...tags, Name: `private-${letter}` },
    }).id;
  const group = world.addSecurityGroup({
    vpcId: vpc.id,
    name: 'nodes',
    description: 'the nodes of the shop',
    tags,
  });
  return {
    subnetIds: { a: subnetIn('a', 0), b: subnetIn('b', 1), c: subnetIn('c', 2) },
    securityGroupId: group.id,
    profileName: 'node',
    imageId: (architecture) => {
      const name = `/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/${architecture}/standard/recommended/image_id`;
      return world.publishedImages(region).parameters.get(name)?.imageId ?? '';
    },
  };
}
