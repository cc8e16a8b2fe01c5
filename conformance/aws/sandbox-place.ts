import { createWorld, type EksCluster, startAwsServer, type World } from '@kerf/sandbox';
import type { Place } from './backend.js';

const accountId = '123456789012';
const clusterName = 'conformance';
const externalId = 'a1b2c3';
const credentials = { accessKeyId: 'AKIACONFORMANCE', secretAccessKey: 'secret' };
const serviceCidr = '10.100.0.0/16';
const clusterVersion = '1.34';

/** Starts a sandbox in this process. Its time is a hundred times as fast. */
export async function startSandboxPlace(region: string): Promise<Place> {
  const world = createWorld({ seed: 7, speed: 100 });
  const roles = addIdentities(world);
  const network = addNetwork(world, region);
  const cluster = describeCluster(region, network);
  const bugs: unknown[] = [];
  const server = await startAwsServer({
    world,
    clusters: {
      find: (account, where, name) =>
        account === accountId && where === region && name === clusterName ? cluster : null,
      list: () => [cluster],
    },
    onBug: (error) => {
      bugs.push(error);
    },
  });
  return {
    ...network,
    ...roles,
    endpoint: server.url,
    credentials,
    accountId,
    clusterName,
    clusterVersion,
    serviceCidr,
    externalId,
    imageParameter:
      '/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/standard/recommended/image_id',
    close: async () => {
      await server.close();
      world.stop();
      if (bugs.length > 0) throw new AggregateError(bugs, 'the sandbox had internal errors');
    },
  };
}

function addIdentities(world: World): Pick<Place, 'nodeRole' | 'kerfRoleArn'> {
  world.addAccount({ id: accountId, name: 'conformance' });
  world.addUser({ accountId, name: 'admin', ...credentials });
  const addRole = (name: string, trusted: string, needed: string | null) =>
    world.addRole({
      accountId,
      name,
      trust: { principals: [trusted], externalId: needed },
      allow: ['*'],
    });
  return {
    nodeRole: addRole('node', 'ec2.amazonaws.com', null).name,
    kerfRoleArn: addRole('kerf', accountId, externalId).id,
  };
}

type Network = Pick<Place, 'vpcId' | 'subnets' | 'securityGroup'>;

function addNetwork(world: World, region: string): Network {
  const tags = { 'karpenter.sh/discovery': clusterName };
  const vpc = world.addVpc({ accountId, region, cidr: '10.0.0.0/16', tags });
  const subnetIn = (letter: string, index: number) => {
    const zone = region + letter;
    const { id } = world.addSubnet({
      vpcId: vpc.id,
      zone,
      cidr: `10.0.${index}.0/24`,
      tags: { ...tags, Name: `nodes-${letter}` },
    });
    return { id, zone };
  };
  const description = 'nodes of the cluster';
  const { id, name } = world.addSecurityGroup({ vpcId: vpc.id, name: 'nodes', description, tags });
  return { vpcId: vpc.id, subnets: ['a', 'b'].map(subnetIn), securityGroup: { id, name } };
}

const describeCluster = (region: string, network: Network): EksCluster => ({
  name: clusterName,
  arn: `arn:aws:eks:${region}:${accountId}:cluster/${clusterName}`,
  version: clusterVersion,
  endpoint: 'https://127.0.0.1:6443',
  certificateAuthority: 'Y2E=',
  serviceCidr,
  createdAt: 0,
  vpcId: network.vpcId,
  subnetIds: network.subnets.map(({ id }) => id),
  securityGroupIds: [network.securityGroup.id],
});
