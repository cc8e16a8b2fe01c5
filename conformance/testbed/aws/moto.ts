import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTagsCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { findFreePort } from '@kerf/local-stack';
import { Program, responds } from '../process.ts';
import type { AwsAnswer, AwsRequest } from './http.ts';
import { accountId, clusterVersion, images, region } from './settings.ts';

/** Number of subnets, each in another zone, that the cluster's nodes run in. */
const subnetCount = 3;

/** The moto server: an AWS that nobody here wrote. */
export class Moto {
  readonly url: string;
  readonly #program: Program;

  /**
   * @param ownImages with `EKS`, moto has the images that EKS publishes for nodes, and no others;
   * with `None`, it has the images that it is published with
   */
  static async start(
    motoBin: string,
    folder: string,
    ownImages: 'EKS' | 'None' = 'EKS',
  ): Promise<Moto> {
    const imagesFile = join(folder, 'images.json');
    await writeFile(imagesFile, JSON.stringify(imageList()));
    const port = await findFreePort();
    const program = new Program({
      name: 'moto',
      command: join(motoBin, 'moto_server'),
      args: ['-H', '127.0.0.1', '-p', String(port)],
      env: {
        ...(ownImages === 'EKS' && { MOTO_AMIS_PATH: imagesFile }),
        PYTHONUNBUFFERED: '1',
      },
      logFile: join(folder, 'moto.log'),
    });
    const moto = new Moto(`http://127.0.0.1:${port}`, program);
    await program.ready(() => responds(`${moto.url}/moto-api/`));
    return moto;
  }

  private constructor(url: string, program: Program) {
    this.url = url;
    this.#program = program;
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }

  /** A client that bypasses the bridge and its log. */
  ec2(): EC2Client {
    const credentials = { accessKeyId: 'AKIATESTBED', secretAccessKey: 'testbed' };
    return new EC2Client({ region, endpoint: this.url, credentials });
  }

  /**
   * Sends a request of a caller. The URLs of queues in the answer lead to the host that the caller
   * used.
   */
  async forward({ method, path, headers, body }: AwsRequest): Promise<AwsAnswer> {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    // Without compression, because the answer is passed on as text.
    const { host = '', ...others } = headers;
    const sent = { ...others, 'accept-encoding': 'identity' };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: sent,
      ...(hasBody ? { body } : {}),
    });
    const errorType = response.headers.get('x-amzn-errortype');
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain',
      body: (await response.text()).replaceAll(this.url, `http://${host}`),
      ...(errorType === null ? {} : { errorType }),
    };
  }

  /**
   * Sends a request of the query protocol.
   * @returns the XML
   */
  query(service: string, form: Readonly<Record<string, string>>): Promise<string> {
    return this.#send(service, '/', new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  }

  /** Creates what an account with an EKS cluster has: tagged network, node role, cluster, queue. */
  async createAccount(clusterName: string): Promise<void> {
    const ec2 = this.ec2();
    const { Subnets = [] } = await ec2.send(new DescribeSubnetsCommand({}));
    const subnets = Subnets.toSorted((a, b) =>
      (a.AvailabilityZone ?? '').localeCompare(b.AvailabilityZone ?? ''),
    ).slice(0, subnetCount);
    const subnetIds = subnets.flatMap(({ SubnetId }) => SubnetId ?? []);
    const byName = [{ Name: 'group-name', Values: ['default'] }];
    const { SecurityGroups = [] } = await ec2.send(
      new DescribeSecurityGroupsCommand({ Filters: byName }),
    );
    const groupIds = SecurityGroups.flatMap(({ GroupId }) => GroupId ?? []);
    const tag = { Key: 'karpenter.sh/discovery', Value: clusterName };
    await ec2.send(new CreateTagsCommand({ Resources: [...subnetIds, ...groupIds], Tags: [tag] }));
    await this.query('iam', {
      Action: 'CreateRole',
      Version: '2010-05-08',
      RoleName: `KarpenterNodeRole-${clusterName}`,
      AssumeRolePolicyDocument: '{}',
    });
    const cluster = {
      name: clusterName,
      version: clusterVersion,
      roleArn: `arn:aws:iam::${accountId}:role/cluster`,
      resourcesVpcConfig: { subnetIds },
      kubernetesNetworkConfig: { serviceIpv4Cidr: '10.0.0.0/16' },
    };
    await this.#send('eks', '/clusters', JSON.stringify(cluster), {
      'content-type': 'application/json',
    });
    await this.query('sqs', {
      Action: 'CreateQueue',
      Version: '2012-11-05',
      QueueName: clusterName,
    });
  }

  async #send(
    service: string,
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const scope = `AKIATESTBED/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`moto refused ${service} ${path}: ${text.slice(0, 300)}`);
    return text;
  }
}

/** Release of the EKS images that moto knows. */
const release = '20261001';

/** The images in moto's format. */
function imageList(): readonly object[] {
  return Object.entries(images).map(([architecture, id]) => image(id, architecture));
}

function image(id: string, architecture: string): object {
  const name = `amazon-eks-node-al2023-${architecture}-standard-${clusterVersion}-v${release}`;
  return {
    ami_id: id,
    name,
    architecture,
    creation_date: '2026-10-01T00:00:00.000Z',
    description: 'EKS-optimized Kubernetes node',
    image_location: `amazon/${name}`,
    image_type: 'machine',
    owner_alias: 'amazon',
    owner_id: '602401143452',
    platform: null,
    public: true,
    root_device_name: '/dev/xvda',
    root_device_type: 'ebs',
    sriov: 'simple',
    state: 'available',
    virtualization_type: 'hvm',
    hypervisor: 'xen',
  };
}
