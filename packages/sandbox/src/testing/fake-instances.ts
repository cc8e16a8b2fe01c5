import { nodeConfigUserData } from '../kubernetes/kubelet/node-config-user-data.js';
import type { BootedInstance, InstanceHost } from '../world/compute/instance-host.js';

/** Instances that a spec boots and stops. */
export class FakeInstances implements InstanceHost {
  readonly #running = new Map<string, BootedInstance>();
  readonly #bootListeners: ((instance: BootedInstance) => void)[] = [];
  readonly #stopListeners: ((instanceId: string) => void)[] = [];
  readonly #unreachableListeners: ((instanceId: string) => void)[] = [];

  get running(): readonly BootedInstance[] {
    return [...this.#running.values()];
  }

  onBooted(listener: (instance: BootedInstance) => void): void {
    this.#bootListeners.push(listener);
    for (const instance of this.#running.values()) listener(instance);
  }

  onStopped(listener: (instanceId: string) => void): void {
    this.#stopListeners.push(listener);
  }

  onUnreachable(listener: (instanceId: string) => void): void {
    this.#unreachableListeners.push(listener);
  }

  /** Makes a running instance unreachable; {@link boot} makes it reachable again. */
  disconnect(instanceId: string): void {
    for (const listener of this.#unreachableListeners) listener(instanceId);
  }

  boot(instance: BootedInstance): void {
    this.#running.set(instance.instanceId, instance);
    for (const listener of this.#bootListeners) listener(instance);
  }

  stop(instanceId: string): void {
    this.#running.delete(instanceId);
    for (const listener of this.#stopListeners) listener(instanceId);
  }
}

/** An m5.large in us-east-1a by default. */
export function anInstance(fields: Partial<BootedInstance> & { userData: string }): BootedInstance {
  const instanceId = fields.instanceId ?? 'i-0a1b2c3d4e5f60718';
  return {
    instanceId,
    accountId: '111122223333',
    region: 'us-east-1',
    zone: 'us-east-1a',
    zoneId: 'use1-az1',
    instanceType: 'm5.large',
    vcpus: 2,
    memoryMiB: 8192,
    architecture: 'x86_64',
    gpus: [],
    eniMaxPods: 29,
    rootVolumeGiB: 20,
    capacityType: 'on-demand',
    imageId: 'ami-1',
    imageFamily: 'al2023',
    privateIp: '10.0.1.23',
    privateDnsName: 'ip-10-0-1-23.ec2.internal',
    launchedAt: Date.parse('2026-11-21T10:00:00Z'),
    reboots: 0,
    gpuError: null,
    ...fields,
  };
}

export interface UserDataFields {
  readonly clusterName: string;
  readonly endpoint: string;
  readonly certificateAuthority: string;
  readonly labels?: string;
  readonly taints?: readonly { readonly key: string; readonly effect: string }[];
  readonly maxPods?: number;
}

/** User data of AL2023 as Karpenter writes it. */
export function al2023UserData(fields: UserDataFields): string {
  const { clusterName, endpoint, certificateAuthority, labels, taints = [], maxPods } = fields;
  const config = {
    apiVersion: 'node.eks.aws/v1alpha1',
    kind: 'NodeConfig',
    spec: {
      cluster: {
        name: clusterName,
        apiServerEndpoint: endpoint,
        certificateAuthority,
        cidr: '10.100.0.0/16',
      },
      kubelet: {
        config: {
          clusterDNS: ['10.100.0.10'],
          registerWithTaints: taints,
          ...(maxPods === undefined ? {} : { maxPods }),
        },
        ...(labels === undefined ? {} : { flags: [`--node-labels="${labels}"`] }),
      },
    },
  };
  return nodeConfigUserData(`# Karpenter Generated NodeConfig\n${JSON.stringify(config)}`);
}
