import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import type { CapacityType } from '@kerf/engine';

/**
 * The instance types of a region, as its APIs report them. Stored as read, so that they can be
 * shown and replayed.
 */
export interface CatalogFacts {
  readonly region: string;
  readonly fetchedAt: Instant;
  /** When the on-demand prices were read; `null` until a price list has been read. */
  readonly onDemandPricesAt: Instant | null;
  readonly instanceTypes: readonly InstanceTypeFacts[];
}

/** Facts of an instance type from DescribeInstanceTypes, with its prices. */
export interface InstanceTypeFacts {
  readonly name: string;
  readonly vcpus: number;
  readonly memoryMiB: number;
  readonly architectures: readonly ('amd64' | 'arm64')[];
  readonly cpuManufacturer: string | null;
  readonly clockGhz: number | null;
  readonly usageClasses: readonly CapacityType[];
  readonly bareMetal: boolean;
  readonly burstable: boolean;
  readonly currentGeneration: boolean;
  readonly hypervisor: string | null;
  readonly encryptionInTransit: boolean;
  readonly nitroEnclaves: boolean;
  readonly gpus: readonly {
    readonly name: string;
    readonly manufacturer: string;
    readonly count: number;
    readonly memoryMiB: number;
  }[];
  readonly accelerators: readonly {
    readonly name: string;
    readonly manufacturer: string;
    readonly count: number;
    readonly cores: number;
  }[];
  readonly localNvmeGB: number | null;
  readonly ebsBandwidthMbps: number | null;
  /**
   * EBS volumes that EC2 can attach, the root volume included; if the slots are shared, network
   * interfaces beyond the first take some. Absent where EC2 does not say, and in records of earlier
   * versions.
   */
  readonly ebsAttachments?: { readonly most: number; readonly areShared: boolean };
  readonly networkBandwidthMbps: number | null;
  readonly networkCards: readonly { readonly maximumInterfaces: number }[];
  readonly defaultNetworkCard: number;
  readonly ipv4PerInterface: number;
  readonly efaInterfaces: number;
  readonly podEniBranchInterfaces: number;
  /** Whether it has ENA interfaces; absent in records of earlier versions. */
  readonly ena?: boolean;
  /** Absent in records of earlier versions. */
  readonly nestedVirtualization?: boolean;
  /** Strategies of placement groups that take it; absent in records of earlier versions. */
  readonly placementStrategies?: readonly string[];
  /** Zones that offer it, e.g. `us-east-1a`. */
  readonly zones: readonly string[];
  /** `null` when the price list has no price for it, or has not been read. */
  readonly onDemandMicroUsdPerHour: MicroUsdPerHour | null;
}

/** The Spot price of an instance type in one zone, in micro-USD per hour. */
export interface SpotPrice {
  readonly instanceType: string;
  readonly zone: string;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  readonly at: Instant;
}

/**
 * Time in which an offering without capacity is not requested again. Source: karpenter aws
 * pkg/cache.
 */
export const unavailableMs: DurationMs = 3 * 60_000;
