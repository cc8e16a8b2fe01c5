/**
 * Where the simulated EC2 and the simulated Kubernetes meet: an instance whose operating system is
 * up runs a kubelet, and one that stops ends it. Nothing else crosses between the two halves.
 */
export interface InstanceHost {
  /**
   * Calls back for every instance that has booted, also for those booted already; and again for one
   * that can be reached again.
   */
  onBooted(listener: (instance: BootedInstance) => void): void;
  /** Calls back when an instance begins to shut down (its kubelet ends at once). */
  onStopped(listener: (instanceId: string) => void): void;
  /** Calls back when an instance runs on, but nothing is heard from it any more. */
  onUnreachable(listener: (instanceId: string) => void): void;
}

export interface BootedInstance {
  readonly instanceId: string;
  readonly accountId: string;
  readonly region: string;
  /** E.g. `us-east-1a`. */
  readonly zone: string;
  readonly zoneId: string;
  readonly instanceType: string;
  readonly vcpus: number;
  readonly memoryMiB: number;
  readonly architecture: 'x86_64' | 'arm64';
  /** NVIDIA devices. */
  readonly gpuCount: number;
  /** Pods that its network interfaces allow. */
  readonly eniMaxPods: number;
  readonly rootVolumeGiB: number;
  readonly capacityType: 'on-demand' | 'spot';
  readonly imageId: string;
  /** `al2023`, `al2`, `bottlerocket`: what reads the user data. */
  readonly imageFamily: string;
  readonly privateIp: string;
  /** E.g. `ip-10-0-1-23.ec2.internal`; the node's name. */
  readonly privateDnsName: string;
  /** Decoded. */
  readonly userData: string;
  readonly launchedAt: number;
}
