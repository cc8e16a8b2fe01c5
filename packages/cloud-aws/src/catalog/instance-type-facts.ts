import type { EbsInfo, InstanceTypeInfo, NetworkInfo } from '@aws-sdk/client-ec2';
import type { InstanceTypeFacts } from '@kerf/application';
import { networkLimitsOf } from '../instance-types/network-limits.js';

/** Returns the facts of a described instance type; an empty list if required fields are missing. */
export function toInstanceTypeFacts(
  info: InstanceTypeInfo,
  zonesByType: ReadonlyMap<string, readonly string[]>,
): readonly InstanceTypeFacts[] {
  const { InstanceType: name, VCpuInfo, MemoryInfo, ProcessorInfo } = info;
  const vcpus = VCpuInfo?.DefaultVCpus;
  const memoryMiB = MemoryInfo?.SizeInMiB;
  if (name === undefined || vcpus === undefined || memoryMiB === undefined) return [];
  return [
    {
      name,
      vcpus,
      memoryMiB,
      architectures: architecturesOf(ProcessorInfo?.SupportedArchitectures),
      cpuManufacturer: ProcessorInfo?.Manufacturer ?? null,
      clockGhz: ProcessorInfo?.SustainedClockSpeedInGhz ?? null,
      usageClasses: usageClassesOf(info.SupportedUsageClasses),
      bareMetal: info.BareMetal === true,
      burstable: info.BurstablePerformanceSupported === true,
      currentGeneration: info.CurrentGeneration === true,
      hypervisor: info.Hypervisor ?? null,
      nitroEnclaves: info.NitroEnclavesSupport === 'supported',
      ...launchSupportOf(info),
      ...networkOf(info.NetworkInfo, name),
      ...storageOf(info),
      gpus: gpusOf(info),
      accelerators: acceleratorsOf(info),
      zones: zonesByType.get(name) ?? [],
      onDemandMicroUsdPerHour: null,
    },
  ];
}

function launchSupportOf({
  ProcessorInfo: processor,
  PlacementGroupInfo: placement,
}: InstanceTypeInfo): Pick<InstanceTypeFacts, 'nestedVirtualization' | 'placementStrategies'> {
  return {
    nestedVirtualization: processor?.SupportedFeatures?.includes('nested-virtualization') === true,
    placementStrategies: placement?.SupportedStrategies ?? [],
  };
}

function architecturesOf(
  architectures: readonly string[] = [],
): InstanceTypeFacts['architectures'] {
  return architectures.flatMap((architecture) => {
    if (architecture === 'x86_64') return ['amd64'];
    return architecture === 'arm64' ? ['arm64'] : [];
  });
}

function usageClassesOf(classes: readonly string[] = []): InstanceTypeFacts['usageClasses'] {
  const known = ['on-demand', 'spot'] as const;
  return known.filter((usage) => classes.includes(usage));
}

type NetworkFacts = Pick<
  InstanceTypeFacts,
  | 'encryptionInTransit'
  | 'networkBandwidthMbps'
  | 'podEniBranchInterfaces'
  | 'networkCards'
  | 'defaultNetworkCard'
  | 'ipv4PerInterface'
  | 'efaInterfaces'
  | 'ena'
>;

function networkOf(network: NetworkInfo = {}, instanceType: string): NetworkFacts {
  const { branchInterfaces, sharedBandwidthMbps } = networkLimitsOf(instanceType);
  return {
    encryptionInTransit: network.EncryptionInTransitSupported === true,
    networkBandwidthMbps: sharedBandwidthMbps ?? bandwidthOfCards(network),
    podEniBranchInterfaces: branchInterfaces,
    networkCards: (network.NetworkCards ?? [])
      .toSorted((a, b) => (a.NetworkCardIndex ?? 0) - (b.NetworkCardIndex ?? 0))
      .map((card) => ({ maximumInterfaces: card.MaximumNetworkInterfaces ?? 0 })),
    defaultNetworkCard: network.DefaultNetworkCardIndex ?? 0,
    ipv4PerInterface: network.Ipv4AddressesPerInterface ?? 0,
    ena: network.EnaSupport !== 'unsupported',
    efaInterfaces: network.EfaSupported === true ? (network.EfaInfo?.MaximumEfaInterfaces ?? 0) : 0,
  };
}

/** Returns `null` if a card does not specify its bandwidth. */
function bandwidthOfCards({ NetworkCards: cards = [] }: NetworkInfo): number | null {
  const gbps = cards.map((card) => card.BaselineBandwidthInGbps ?? Number.NaN);
  const mbps = Math.round(gbps.reduce((sum, one) => sum + one, 0) * 1000);
  return mbps > 0 ? mbps : null;
}

function storageOf(
  info: InstanceTypeInfo,
): Pick<InstanceTypeFacts, 'localNvmeGB' | 'ebsBandwidthMbps' | 'ebsAttachments'> {
  const store = info.InstanceStorageInfo;
  const hasNvme = store?.NvmeSupport === 'required' || store?.NvmeSupport === 'supported';
  const ebs = info.EbsInfo;
  return {
    localNvmeGB: hasNvme ? (store.TotalSizeInGB ?? null) : null,
    ebsBandwidthMbps:
      ebs?.EbsOptimizedSupport === 'default'
        ? (ebs.EbsOptimizedInfo?.MaximumBandwidthInMbps ?? null)
        : null,
    ...attachmentsOf(ebs),
  };
}

function attachmentsOf({
  MaximumEbsAttachments: most,
  AttachmentLimitType: kind,
}: EbsInfo = {}): Pick<InstanceTypeFacts, 'ebsAttachments'> {
  if (most === undefined || (kind !== 'shared' && kind !== 'dedicated')) return {};
  return { ebsAttachments: { most, areShared: kind === 'shared' } };
}

function gpusOf({ GpuInfo }: InstanceTypeInfo): InstanceTypeFacts['gpus'] {
  return (GpuInfo?.Gpus ?? []).map((gpu) => ({
    name: gpu.Name ?? '',
    manufacturer: gpu.Manufacturer ?? '',
    count: gpu.Count ?? 0,
    memoryMiB: gpu.MemoryInfo?.SizeInMiB ?? 0,
  }));
}

/** Neuron devices are described with their cores; some are listed a second time without. */
function acceleratorsOf(info: InstanceTypeInfo): InstanceTypeFacts['accelerators'] {
  const neuron = (info.NeuronInfo?.NeuronDevices ?? []).map((device) => ({
    name: device.Name ?? '',
    manufacturer: 'AWS',
    count: device.Count ?? 0,
    cores: device.CoreInfo?.Count ?? 0,
  }));
  if (neuron.length > 0) return neuron;
  return (info.InferenceAcceleratorInfo?.Accelerators ?? []).map((device) => ({
    name: device.Name ?? '',
    manufacturer: device.Manufacturer ?? '',
    count: device.Count ?? 0,
    cores: 0,
  }));
}
