import type { CatalogFacts, InstanceTypeResolver, LearnedMemory } from '@kerf/application';
import { labelKeys, reservationLabels } from '@kerf/core';
import type { CapacityType, InstanceType, TypeDevices } from '@kerf/engine';
import { withReserved } from './fake-reservations.js';

/** The zones of the fake region. */
export const fakeZones = ['us-east-1a', 'us-east-1b', 'us-east-1c'] as const;
const giB = 1024 ** 3;

/** Returns the id of one of {@link fakeZones}. */
export const zoneIdOf = (zone: string): string =>
  `use1-az${fakeZones.findIndex((name) => name === zone) + 1}`;

/** The volumes that each fake instance type can attach. */
export const fakeVolumes = { driver: 'ebs.csi.aws.com', perNode: 25 } as const;

/** A small catalog of two families with simple prices. */
const sizes = [
  { size: 'large', vcpus: 2 },
  { size: 'xlarge', vcpus: 4 },
  { size: '2xlarge', vcpus: 8 },
] as const;
const families = [
  { family: 'c5', memoryPerVcpu: 2, micro: 42_500 },
  { family: 'm5', memoryPerVcpu: 4, micro: 48_000 },
] as const;

/** Devices of the largest type of the family m5. */
export const fakeGpus: TypeDevices = {
  count: 2,
  driver: 'gpu.nvidia.com',
  profile: 'planned GPU',
  attributes: { 'gpu.nvidia.com/type': 'string:gpu' },
  capacity: {},
};

export const fakeInstanceTypes: readonly InstanceType[] = families.flatMap(
  ({ family, memoryPerVcpu, micro }) =>
    sizes.map(({ size, vcpus }): InstanceType => {
      const name = `${family}.${size}`;
      const capacity = { cpu: vcpus * 1000, memory: vcpus * memoryPerVcpu * giB, pods: 58 };
      return {
        name,
        labels: {
          [labelKeys.instanceType]: [name],
          [labelKeys.arch]: ['amd64'],
          [labelKeys.os]: ['linux'],
          [labelKeys.zone]: [...fakeZones],
          [labelKeys.capacityType]: ['on-demand', 'spot'],
        },
        capacity,
        allocatable: { ...capacity, cpu: capacity.cpu - 100, memory: capacity.memory - giB / 2 },
        volumeLimits: { [fakeVolumes.driver]: fakeVolumes.perNode },
        ...(name === 'm5.2xlarge' && { devices: [fakeGpus] }),
        offerings: fakeZones.flatMap((zone) =>
          (['on-demand', 'spot'] as const).map((capacityType) => ({
            zone,
            zoneId: null,
            capacityType,
            priceMicroUsdPerHour: priceOf(micro * vcpus, capacityType),
            available: true,
            reservationId: null,
            reservationCapacity: 0,
          })),
        ),
      };
    }),
);

function priceOf(onDemand: number, capacityType: CapacityType): number {
  return capacityType === 'spot' ? Math.round(onDemand * 0.4) : onDemand;
}

export const fakeResolver: InstanceTypeResolver = {
  wellKnownLabels: [
    labelKeys.instanceType,
    labelKeys.arch,
    labelKeys.os,
    labelKeys.zone,
    labelKeys.capacityType,
    ...Object.values(reservationLabels),
  ],
  resolve: ({ unavailable, resolution, reservedLaunches, zonalShifts, learnedMemory }) =>
    fakeInstanceTypes
      .map((plain) => withLearnedMemory(plain, learnedMemory))
      .map((plain) => withReserved(plain, resolution, reservedLaunches))
      .map((type) => ({
        ...type,
        offerings: type.offerings.map((offering) => {
          if (zonalShifts.some(({ zoneId }) => zoneId === zoneIdOf(offering.zone))) {
            return { ...offering, available: false, isShifted: true };
          }
          const mark = unavailable.find(
            ({ instanceType, zone, capacityType }) =>
              instanceType === type.name &&
              zone === offering.zone &&
              capacityType === offering.capacityType,
          );
          return mark === undefined
            ? offering
            : { ...offering, available: false, unavailableUntil: mark.until };
        }),
      })),
  imageOf: ({ architectures }, images) =>
    images.find(({ architecture }) => architectures.includes(architecture)) ?? null,
  gapsOf: () => ({ zones: [], instanceTypes: [] }),
  labelValues: ({ region, instanceTypes }) =>
    new Map<string, readonly string[]>([
      [labelKeys.instanceType, instanceTypes.map(({ name }) => name)],
      [labelKeys.arch, ['amd64']],
      [labelKeys.zone, fakeZones],
      [labelKeys.region, [region]],
    ]),
};

function withLearnedMemory(type: InstanceType, learned: readonly LearnedMemory[]): InstanceType {
  const memory = learned.find(({ instanceType }) => instanceType === type.name)?.memoryBytes;
  if (memory === undefined) return type;
  const less = (type.capacity['memory'] ?? 0) - memory;
  return {
    ...type,
    capacity: { ...type.capacity, memory },
    allocatable: { ...type.allocatable, memory: (type.allocatable['memory'] ?? 0) - less },
  };
}

/** Returns the type as EC2 describes it, without the fields that the fake resolver ignores. */
export function toFacts({
  name,
  capacity,
  offerings,
}: InstanceType): CatalogFacts['instanceTypes'][number] {
  const onDemand = offerings.find(({ capacityType }) => capacityType === 'on-demand');
  return {
    name,
    vcpus: (capacity['cpu'] ?? 0) / 1000,
    memoryMiB: (capacity['memory'] ?? 0) / 1024 ** 2,
    architectures: ['amd64'],
    cpuManufacturer: 'intel',
    clockGhz: null,
    usageClasses: ['on-demand', 'spot'],
    bareMetal: false,
    burstable: false,
    currentGeneration: true,
    hypervisor: 'nitro',
    encryptionInTransit: false,
    nitroEnclaves: false,
    gpus: [],
    accelerators: [],
    localNvmeGB: null,
    ebsBandwidthMbps: null,
    networkBandwidthMbps: null,
    networkCards: [{ maximumInterfaces: 4 }],
    defaultNetworkCard: 0,
    ipv4PerInterface: 15,
    efaInterfaces: 0,
    podEniBranchInterfaces: 0,
    zones: [...fakeZones],
    onDemandMicroUsdPerHour: onDemand?.priceMicroUsdPerHour ?? null,
  };
}
