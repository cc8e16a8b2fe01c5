import type { Tags } from '../iam/identity.js';
import type { CapacityType } from './capacity.js';
import type { ImageArchitecture } from './images.js';

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
  /** Base64, as it was given. */
  readonly userData: string;
  readonly volumes: readonly Volume[];
  readonly metadataOptions: MetadataOptions;
  readonly isMonitored: boolean;
  readonly launchTemplate: { readonly id: string; readonly version: string } | null;
  readonly fleetId: string | null;
  readonly reservationId: string;
  readonly clientToken: string | null;
  readonly spotRequestId: string | null;
  readonly tags: Tags;
  readonly launchedAt: number;
  /** When it goes from pending to running. */
  readonly runningAt: number;
  /** When its operating system is up and starts the kubelet. */
  readonly bootedAt: number;
  /** Its image is broken: the operating system never comes up. */
  readonly failsToBoot: boolean;
  /** It runs, but nothing is heard from it any more. */
  readonly isImpaired: boolean;
  /** When AWS takes it back; `null` while nothing is planned. */
  readonly reclaim: Reclaim | null;
  /** What DescribeInstanceStatus tells of; absent where nothing was ever scheduled. */
  readonly scheduledEvents?: readonly ScheduledEvent[];
  readonly end: InstanceEnd | null;
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

/** What EC2 gives an instance whose request says nothing. */
export const defaultMetadataOptions: MetadataOptions = {
  httpEndpoint: 'enabled',
  httpTokens: 'required',
  httpPutResponseHopLimit: 2,
  httpProtocolIpv6: 'disabled',
};

/** AWS has said that it will take an instance back, and will. */
export interface Reclaim {
  readonly dueAt: number;
  readonly reasonCode: string;
  readonly reasonMessage: string;
}

/** Work that AWS has to do on what an instance runs on. */
export interface ScheduledEvent {
  readonly id: string;
  /** As EC2 spells it, e.g. `instance-retirement`. */
  readonly code: string;
  readonly description: string;
  readonly startsAt: number;
}

export interface InstanceEnd {
  readonly requestedAt: number;
  readonly terminatedAt: number;
  /** As EC2 writes it, e.g. `Client.UserInitiatedShutdown`. */
  readonly reasonCode: string;
  readonly reasonMessage: string;
}

export type InstanceStateName = 'pending' | 'running' | 'shutting-down' | 'terminated';

/** Where an instance is in its life: a function of its instants, so that nothing can disagree. */
export function instanceState(instance: Instance, now: number): InstanceStateName {
  if (instance.end !== null) {
    return now < instance.end.terminatedAt ? 'shutting-down' : 'terminated';
  }
  return now < instance.runningAt ? 'pending' : 'running';
}
