import { type Tags } from '../iam/identity.js';
import { type CapacityType } from './capacity.js';
import { type ImageArchitecture } from './images.js';

/** The placement group that a launch names; `partition` is `null` if EC2 chooses it. */
export interface GroupPlacement {
  readonly id: string;
  readonly partition: number | null;
}

export interface Instance {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly zone: string;
  readonly zoneId: string;
  readonly vpcId: string;
  readonly subnetId: string;
  readonly instanceType: string;
  readonly architecture: ImageArchitecture;
  readonly capacityType: CapacityType;
  readonly imageId: string;
  readonly privateIp: string;
  readonly privateDnsName: string;
  readonly securityGroupIds: readonly string[];
  readonly instanceProfileArn: string | null;
  /** Base64, as in the request. */
  readonly userData: string;
  readonly volumes: readonly Volume[];
  readonly metadataOptions: MetadataOptions;
  readonly isMonitored: boolean;
  readonly launchTemplate: { readonly id: string; readonly version: string } | null;
  readonly fleetId: string | null;
  readonly reservationId: string;
  /** The capacity reservation that it was launched into; `null` if there is none. */
  readonly capacityReservationId: string | null;
  /** The placement group that it was launched into; absent if there is none. */
  readonly placementGroup?: GroupPlacement;
  readonly clientToken: string | null;
  readonly spotRequestId: string | null;
  readonly tags: Tags;
  readonly launchedAt: number;
  /** Time of the change from pending to running. */
  readonly runningAt: number;
  /** Time at which the operating system has booted and starts the kubelet. */
  readonly bootedAt: number;
  /** Number of reboots; absent if there was none. */
  readonly reboots?: number;
  /** An error of its GPU that is reported now; absent without one. */
  readonly gpuError?: GpuError;
  /** True if the image is broken: the operating system never boots. */
  readonly failsToBoot: boolean;
  /** True if the instance runs but is unreachable. */
  readonly isImpaired: boolean;
  /** When it last became unreachable; absent if it never was. */
  readonly impairedAt?: number;
  /** Planned interruption by AWS; `null` if there is none. */
  readonly reclaim: Reclaim | null;
  /** Events for DescribeInstanceStatus; absent if there was never one. */
  readonly scheduledEvents?: readonly ScheduledEvent[];
  readonly end: InstanceEnd | null;
}

/** An error of a GPU that the node monitoring agent reports. */
export interface GpuError {
  /** Reason of the condition, e.g. `NvidiaXID48Error`. */
  readonly reason: string;
  readonly isClearedByReboot: boolean;
}

export interface Volume {
  readonly id: string;
  readonly device: string;
  readonly sizeGiB: number;
  readonly deletesOnTermination: boolean;
}

export interface MetadataOptions {
  readonly httpEndpoint: string;
  readonly httpTokens: string;
  readonly httpPutResponseHopLimit: number;
  readonly httpProtocolIpv6: string;
}

/** EC2's defaults. */
export const defaultMetadataOptions: MetadataOptions = {
  httpEndpoint: 'enabled',
  httpTokens: 'required',
  httpPutResponseHopLimit: 2,
  httpProtocolIpv6: 'disabled',
};

/** An announced interruption of an instance by AWS. */
export interface Reclaim {
  readonly dueAt: number;
  readonly reasonCode: string;
  readonly reasonMessage: string;
}

/** A scheduled event of the hardware. */
export interface ScheduledEvent {
  readonly id: string;
  /** In EC2's spelling, e.g. `instance-retirement`. */
  readonly code: string;
  readonly description: string;
  readonly startsAt: number;
}

export interface InstanceEnd {
  readonly requestedAt: number;
  readonly terminatedAt: number;
  /** In EC2's format, e.g. `Client.UserInitiatedShutdown`. */
  readonly reasonCode: string;
  readonly reasonMessage: string;
}

export type InstanceStateName = 'pending' | 'running' | 'shutting-down' | 'terminated';

/** Returns the state of an instance, computed from its timestamps so that they always agree. */
export function instanceState(instance: Instance, now: number): InstanceStateName {
  if (instance.end !== null) {
    return now < instance.end.terminatedAt ? 'shutting-down' : 'terminated';
  }
  return now < instance.runningAt ? 'pending' : 'running';
}
