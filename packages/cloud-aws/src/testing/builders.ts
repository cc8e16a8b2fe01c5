import {
  type ClusterSettings,
  defaultClusterSettings,
  type Ec2NodeClassManifest,
  type InstanceTypeFacts,
  type InstanceTypeResolution,
  type LaunchRequest,
  type NodeClassResolution,
  type ResolvedCapacityReservation,
  type ResolvedImage,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { InstanceType } from '@kerf/engine';
import { createInstanceTypeResolver } from '../instance-types/resolver.js';

/** Returns a value that must exist; fails the test otherwise. */
export function given<T>(value: T | null | undefined): T {
  invariant(value !== null && value !== undefined, 'the test expects a value');
  return value;
}

/** Returns the first element; fails the test if there is none. */
export const first = <T>(items: readonly T[]): T => given(items[0]);

/** Facts of m5.xlarge as described by EC2, in three zones. */
export function someFacts(overrides: Partial<InstanceTypeFacts> = {}): InstanceTypeFacts {
  return {
    name: 'm5.xlarge',
    vcpus: 4,
    memoryMiB: 16_384,
    architectures: ['amd64'],
    cpuManufacturer: 'Intel',
    clockGhz: 3.1,
    usageClasses: ['on-demand', 'spot'],
    bareMetal: false,
    burstable: false,
    currentGeneration: true,
    hypervisor: 'nitro',
    encryptionInTransit: false,
    nitroEnclaves: true,
    gpus: [],
    accelerators: [],
    localNvmeGB: null,
    ebsBandwidthMbps: 4750,
    networkBandwidthMbps: 1250,
    networkCards: [{ maximumInterfaces: 4 }],
    defaultNetworkCard: 0,
    ipv4PerInterface: 15,
    efaInterfaces: 0,
    podEniBranchInterfaces: 18,
    zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
    onDemandMicroUsdPerHour: 192_000,
    ...overrides,
  };
}

export const t3Large = someFacts({
  name: 't3.large',
  vcpus: 2,
  memoryMiB: 8192,
  burstable: true,
  networkCards: [{ maximumInterfaces: 3 }],
  ipv4PerInterface: 12,
  podEniBranchInterfaces: 0,
  onDemandMicroUsdPerHour: 83_200,
});

export const m6gLarge = someFacts({
  name: 'm6g.large',
  vcpus: 2,
  memoryMiB: 8192,
  architectures: ['arm64'],
  cpuManufacturer: 'AWS',
  clockGhz: 2.5,
  networkCards: [{ maximumInterfaces: 3 }],
  ipv4PerInterface: 10,
  podEniBranchInterfaces: 9,
  onDemandMicroUsdPerHour: 77_000,
});

export const g5Xlarge = someFacts({
  name: 'g5.xlarge',
  gpus: [{ name: 'A10G', manufacturer: 'NVIDIA', count: 1, memoryMiB: 22_888 }],
  cpuManufacturer: 'AMD',
  localNvmeGB: 250,
  podEniBranchInterfaces: 4,
  onDemandMicroUsdPerHour: 1_006_000,
});

export function someNodeClass(overrides: Partial<Ec2NodeClassManifest> = {}): Ec2NodeClassManifest {
  return {
    subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
    securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    role: 'KarpenterNodeRole-prod',
    metadataOptions: {
      httpEndpoint: 'enabled',
      httpProtocolIPv6: 'disabled',
      httpPutResponseHopLimit: 1,
      httpTokens: 'required',
    },
    ...overrides,
  };
}

const image = (
  id: string,
  architecture: ResolvedImage['architecture'],
  variant: ResolvedImage['variant'],
): ResolvedImage => ({ id, name: id, architecture, variant, createdAt: 1, deprecated: false });

export function someResolution(overrides: Partial<NodeClassResolution> = {}): NodeClassResolution {
  return {
    resolvedAt: 1000,
    subnets: [
      { id: 'subnet-a', zone: 'us-east-1a', zoneId: 'use1-az1', freeAddresses: 200 },
      { id: 'subnet-b', zone: 'us-east-1b', zoneId: 'use1-az2', freeAddresses: 100 },
    ],
    securityGroups: [{ id: 'sg-1', name: 'nodes' }],
    images: [
      image('ami-amd64', 'amd64', 'standard'),
      image('ami-arm64', 'arm64', 'standard'),
      image('ami-nvidia', 'amd64', 'nvidia'),
    ],
    instanceProfile: 'prod_1',
    problems: [],
    ...overrides,
  };
}

/** A reservation of three m5.xlarge in us-east-1a. */
export const someReservation = (
  overrides: Partial<ResolvedCapacityReservation> = {},
): ResolvedCapacityReservation => ({
  id: 'cr-1',
  ownerId: '111122223333',
  instanceType: 'm5.xlarge',
  zone: 'us-east-1a',
  type: 'default',
  matchCriteria: 'targeted',
  interruptible: false,
  state: 'active',
  endsAt: null,
  freeInstances: 3,
  ...overrides,
});

export const someSettings = (overrides: Partial<ClusterSettings> = {}): ClusterSettings => ({
  ...defaultClusterSettings,
  ...overrides,
});

export function someResolutionInput(
  facts: readonly InstanceTypeFacts[],
  overrides: Partial<InstanceTypeResolution> = {},
): InstanceTypeResolution {
  return {
    catalog: {
      region: 'us-east-1',
      fetchedAt: 1000,
      onDemandPricesAt: 1000,
      instanceTypes: facts,
    },
    spotPrices: [],
    nodeClass: someNodeClass(),
    resolution: someResolution(),
    unavailable: [],
    reservedLaunches: [],
    zonalShifts: [],
    learnedMemory: [],
    settings: someSettings(),
    ...overrides,
  };
}

/** A launch request for any of these types, with their on-demand offerings, and spot at a third. */
export function someLaunchRequest(
  facts: readonly InstanceTypeFacts[],
  overrides: Partial<LaunchRequest> = {},
): LaunchRequest {
  const nodeClass = overrides.nodeClass ?? { name: 'default', spec: someNodeClass() };
  const resolution = overrides.resolution ?? someResolution();
  const instanceTypes =
    overrides.instanceTypes ??
    createInstanceTypeResolver().resolve(
      someResolutionInput(facts, {
        nodeClass: nodeClass.spec,
        resolution,
        spotPrices: facts.flatMap(({ name, zones, onDemandMicroUsdPerHour }) =>
          zones.map((zone) => ({
            instanceType: name,
            zone,
            priceMicroUsdPerHour: Math.round((onDemandMicroUsdPerHour ?? 0) / 3),
            at: 0,
          })),
        ),
      }),
    );
  return {
    token: 'ncl_0192aa0192aa7000800000000000000a',
    isRepeat: true,
    nodeClaimName: 'default-x7k2p',
    nodePool: 'default',
    nodeClass,
    resolution,
    cluster: {
      name: 'prod',
      endpoint: 'https://prod.eks.example',
      certificateAuthority: 'Y2E=',
      facts: {
        accountId: '111122223333',
        kubernetesVersion: '1.36',
        serviceCidr: '10.100.0.0/16',
        clusterDnsIp: '10.100.0.10',
      },
    },
    labels: {},
    taints: [],
    startupTaints: [],
    options: instanceTypes.map(toOption),
    instanceTypes,
    requirements: [],
    requests: {},
    drivers: [],
    ...overrides,
  };
}

function toOption(type: InstanceType): LaunchRequest['options'][number] {
  return {
    name: type.name,
    offerings: type.offerings.flatMap(
      ({ zone, capacityType, reservationId, priceMicroUsdPerHour, isPriceEstimated }) =>
        priceMicroUsdPerHour === null
          ? []
          : [
              {
                instanceType: type.name,
                zone,
                capacityType,
                ...(reservationId !== null && { reservationId }),
                priceMicroUsdPerHour,
                ...(isPriceEstimated && { isPriceEstimated }),
              },
            ],
    ),
  };
}
