/**
 * The interface between the simulated EC2 and the simulated Kubernetes: a booted instance starts a
 * kubelet, and a stopped instance ends it.
 */
export interface InstanceHost {
  /**
   * Calls back for each booted instance, including those booted before, and again for one that is
   * reachable again, was rebooted, or has another state of its GPU.
   */
  onBooted(listener: (instance: BootedInstance) => void): void;
  /** Calls back when an instance begins to shut down (its kubelet ends at once). */
  onStopped(listener: (instanceId: string) => void): void;
  /** Calls back when a running instance becomes unreachable or reboots. */
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
  /** NVIDIA GPUs, by kind. */
  readonly gpus: readonly InstanceGpus[];
  /** Number of pods that its network interfaces allow. */
  readonly eniMaxPods: number;
  readonly rootVolumeGiB: number;
  readonly capacityType: 'on-demand' | 'spot';
  readonly imageId: string;
  /** `al2023`, `al2` or `bottlerocket`; determines the format of the user data. */
  readonly imageFamily: string;
  readonly privateIp: string;
  /** E.g. `ip-10-0-1-23.ec2.internal`; the node's name. */
  readonly privateDnsName: string;
  /** Decoded. */
  readonly userData: string;
  readonly launchedAt: number;
  /** Number of reboots. */
  readonly reboots: number;
  /** Reason of the error of its GPU; `null` without one. */
  readonly gpuError: string | null;
}

/** NVIDIA GPUs of one kind. */
export interface InstanceGpus {
  /** EC2's name, such as `L4`. */
  readonly name: string;
  readonly count: number;
  /** Memory of each, as EC2 names it. */
  readonly memoryMiB: number;
}
