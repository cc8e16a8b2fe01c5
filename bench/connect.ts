import { DescribeInstancesCommand, EC2Client, type Instance } from '@aws-sdk/client-ec2';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { KubeConfig } from '@kubernetes/client-node';
import { type RunInfo, type RunningStack, readSandboxInfo } from './stack.ts';

/** Clients of a cluster of a running stack and of its simulated cloud. */
export interface World {
  readonly config: KubeConfig;
  readonly ec2: EC2Client;
}

export async function connect({ info, folder }: RunningStack, cluster: string): Promise<World> {
  const config = new KubeConfig();
  config.loadFromFile(info.kubeconfig);
  config.setCurrentContext(cluster);
  const { hub, clusters } = await readSandboxInfo(folder);
  const { region, roleArn } = clusters.find(({ name }) => name === cluster)!;
  const externalId = await externalIdOf(info, cluster);
  const ec2 = new EC2Client({
    region,
    endpoint: info.awsEndpoint,
    credentials: fromTemporaryCredentials({
      params: { RoleArn: roleArn, ExternalId: externalId, RoleSessionName: 'bench' },
      masterCredentials: hub,
      clientConfig: { region: hub.region, endpoint: info.awsEndpoint },
    }),
  });
  return { config, ec2 };
}

/** Returns the external ID that Kerf generated when the cluster was registered. */
async function externalIdOf({ url, apiToken }: RunInfo, cluster: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/clusters/${cluster}`, {
    headers: { authorization: `Bearer ${apiToken}` },
  });
  const body: { readonly externalId: string } = JSON.parse(await response.text());
  return body.externalId;
}

export async function instances(ec2: EC2Client): Promise<readonly Instance[]> {
  const { Reservations = [] } = await ec2.send(new DescribeInstancesCommand({}));
  return Reservations.flatMap(({ Instances = [] }) => Instances);
}
