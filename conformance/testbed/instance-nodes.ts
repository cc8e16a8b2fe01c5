import {
  DescribeInstanceAttributeCommand,
  DescribeSubnetsCommand,
  type Instance,
  paginateDescribeInstances,
} from '@aws-sdk/client-ec2';
import {
  type BootedInstance,
  instanceCatalog,
  nodeCapacity,
  nodeLabels,
  providerId,
  readBootstrap,
} from '@kerf/sandbox';
import { CoreV1Api, KubeConfig, type V1Node } from '@kubernetes/client-node';
import type { Moto } from './aws/moto.ts';
import { accountId, images, region } from './aws/settings.ts';

export interface InstanceNodesOptions {
  readonly moto: Moto;
  readonly kubeconfig: string;
  readonly clusterName: string;
  /** Time from the launch of an instance until its Node exists. */
  readonly bootMs: number;
  readonly onLog: (line: string) => void;
}

const pollMs = 500;
const rootVolumeGiB = 100;

/**
 * Stands for the software on instances of a real cluster, which moto's instances do not have: each running
 * instance of the cluster becomes a Node, as its user data configures the kubelet. The cloud controller's
 * part is here too: the Node of a terminated instance is deleted. KWOK does the rest.
 */
export class InstanceNodes {
  readonly #options: InstanceNodesOptions;
  readonly #core: CoreV1Api;
  readonly #firstSeen = new Map<string, number>();
  /** Names of the Nodes by instance; `null` once the Node was deleted. */
  readonly #nodeNames = new Map<string, string | null>();
  readonly #stopped = new AbortController();
  readonly #zoneIds = new Map<string, string>();
  #loop: Promise<void> | null = null;

  constructor(options: InstanceNodesOptions) {
    this.#options = options;
    const config = new KubeConfig();
    config.loadFromFile(options.kubeconfig);
    this.#core = config.makeApiClient(CoreV1Api);
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      // The API server is away in some scenarios; the next round repeats what failed.
      await this.#round().catch((error: unknown) => this.#options.onLog(`later: ${String(error)}`));
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #round(): Promise<void> {
    if (this.#zoneIds.size === 0) await this.#readZoneIds();
    const instances = await instancesOf(this.#options.moto, this.#options.clusterName);
    for (const instance of instances) {
      const id = instance.InstanceId ?? '';
      if (instance.State?.Name === 'running') await this.#boot(id, instance);
      if (instance.State?.Name === 'terminated') await this.#remove(id);
    }
  }

  async #readZoneIds(): Promise<void> {
    const { Subnets = [] } = await this.#options.moto.ec2().send(new DescribeSubnetsCommand({}));
    for (const { AvailabilityZone = '', AvailabilityZoneId = '' } of Subnets) {
      this.#zoneIds.set(AvailabilityZone, AvailabilityZoneId);
    }
  }

  async #boot(id: string, instance: Instance): Promise<void> {
    const firstSeen = this.#firstSeen.get(id) ?? Date.now();
    this.#firstSeen.set(id, firstSeen);
    if (this.#nodeNames.has(id) || Date.now() < firstSeen + this.#options.bootMs) return;
    const ec2 = this.#options.moto.ec2();
    const { UserData } = await ec2.send(
      new DescribeInstanceAttributeCommand({ InstanceId: id, Attribute: 'userData' }),
    );
    const zoneId = this.#zoneIds.get(instance.Placement?.AvailabilityZone ?? '') ?? '';
    const node = nodeOf({ ...bootedInstance(instance), zoneId }, decode(UserData?.Value ?? ''));
    await this.#core.createNode({ body: node });
    this.#nodeNames.set(id, node.metadata?.name ?? null);
    this.#options.onLog(`${id} ${instance.InstanceType} is ${node.metadata?.name}`);
  }

  async #remove(id: string): Promise<void> {
    const name = this.#nodeNames.get(id) ?? null;
    if (name === null) return;
    this.#nodeNames.set(id, null);
    await this.#core.deleteNode({ name }).catch(() => undefined);
    this.#options.onLog(`${id} is gone`);
  }
}

/** Returns all instances of the cluster, also terminated ones. */
export async function instancesOf(moto: Moto, clusterName: string): Promise<readonly Instance[]> {
  const filter = { Name: `tag:kubernetes.io/cluster/${clusterName}`, Values: ['owned'] };
  const found: Instance[] = [];
  for await (const { Reservations = [] } of paginateDescribeInstances(
    { client: moto.ec2() },
    { Filters: [filter] },
  )) {
    found.push(...Reservations.flatMap(({ Instances = [] }) => Instances));
  }
  return found;
}

/** moto returns the user data as it was given, or encoded twice. */
function decode(value: string): string {
  const once = Buffer.from(value, 'base64').toString('utf8');
  return /^(MIME|Content|apiVersion)/.test(once)
    ? once
    : Buffer.from(once, 'base64').toString('utf8');
}

function nodeOf(instance: BootedInstance, userData: string): V1Node {
  const booted = { ...instance, userData };
  const bootstrap = readBootstrap(userData, 'al2023');
  if (!bootstrap.ok) throw new Error(`${booted.instanceId}: ${bootstrap.error}`);
  const taints = bootstrap.value.taints.map(({ key, value = '', effect }) => ({
    key,
    value,
    effect,
  }));
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: booted.privateDnsName, labels: { ...nodeLabels(booted, bootstrap.value) } },
    spec: { providerID: providerId(booted), taints },
    status: nodeCapacity(booted, bootstrap.value),
  };
}

function bootedInstance(instance: Instance): BootedInstance {
  const { InstanceId = '', InstanceType = '', PrivateDnsName = '' } = instance;
  const type = instanceCatalog().get(InstanceType);
  if (type === undefined) throw new Error(`the catalog has no ${InstanceType}`);
  const zone = instance.Placement?.AvailabilityZone ?? '';
  return {
    instanceId: InstanceId,
    accountId,
    region,
    zone,
    zoneId: '',
    instanceType: InstanceType,
    vcpus: type.vcpus,
    memoryMiB: type.memoryMiB,
    architecture: type.architectures.includes('arm64') ? 'arm64' : 'x86_64',
    gpus: [],
    eniMaxPods: type.interfacesOnCard0 * (type.ipv4PerInterface - 1) + 2,
    rootVolumeGiB,
    capacityType: instance.InstanceLifecycle === 'spot' ? 'spot' : 'on-demand',
    imageId: instance.ImageId ?? images.x86_64,
    imageFamily: 'al2023',
    privateIp: instance.PrivateIpAddress ?? '',
    privateDnsName: PrivateDnsName,
    userData: '',
    launchedAt: instance.LaunchTime?.getTime() ?? 0,
    reboots: 0,
    gpuError: null,
  };
}
