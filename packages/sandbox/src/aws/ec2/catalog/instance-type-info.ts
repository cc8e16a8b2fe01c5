import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import type { CatalogType, Device } from '../../../data/instance-catalog.js';
import type { Open } from '../../../world/state/open.js';

/** Returns a catalog entry in the format of DescribeInstanceTypes. */
export function toInstanceTypeInfo(type: CatalogType): Open<InstanceTypeInfo> {
  return {
    InstanceType: type.name,
    CurrentGeneration: type.isCurrentGeneration,
    FreeTierEligible: false,
    SupportedUsageClasses: type.usageClasses,
    SupportedRootDeviceTypes: ['ebs'],
    SupportedVirtualizationTypes: type.virtualization,
    BareMetal: type.isBareMetal,
    ...(type.hypervisor === null ? {} : { Hypervisor: type.hypervisor }),
    ProcessorInfo: {
      SupportedArchitectures: type.architectures,
      Manufacturer: type.manufacturer,
      ...(type.clockGhz === null ? {} : { SustainedClockSpeedInGhz: type.clockGhz }),
      ...(type.supportsNestedVirtualization
        ? { SupportedFeatures: ['nested-virtualization'] }
        : {}),
    },
    VCpuInfo: {
      DefaultVCpus: type.vcpus,
      DefaultCores: type.cores,
      DefaultThreadsPerCore: type.vcpus / type.cores,
    },
    MemoryInfo: { SizeInMiB: type.memoryMiB },
    ...storageInfo(type),
    EbsInfo: ebsInfo(type),
    NetworkInfo: networkInfo(type),
    ...deviceInfo(type),
    NitroEnclavesSupport: supportsNitroEnclaves(type) ? 'supported' : 'unsupported',
    PlacementGroupInfo: { SupportedStrategies: placementStrategiesOf(type) },
    HibernationSupported: false,
    BurstablePerformanceSupported: type.isBurstable,
    DedicatedHostsSupported: !type.isBurstable,
    AutoRecoverySupported: type.localDiskGb === null && !type.isBareMetal,
    SupportedBootModes: type.architectures.includes('arm64') ? ['uefi'] : ['legacy-bios', 'uefi'],
  };
}

/** Returns the strategies of placement groups that take the type. */
export function placementStrategiesOf(
  type: CatalogType,
): readonly ('cluster' | 'partition' | 'spread')[] {
  return type.supportsClusterPlacement
    ? ['cluster', 'partition', 'spread']
    : ['partition', 'spread'];
}

/** Nitro families without enclaves, by EC2's documentation. */
const withoutEnclaves =
  /^(a1|c7gd|g4ad|hpc\w*|im4gn|is4gen|mac\w*|t\d\w*|trn1n?|u-\w+|u7\w+|vt1|x2gd|x2iezn)\./;

/** Whether instances of the type can have Nitro Enclaves: they take whole cores of their host. */
export function supportsNitroEnclaves(type: CatalogType): boolean {
  const least = type.architectures.includes('arm64') ? 2 : 4;
  return (
    isNitro(type) && !type.isBareMetal && type.vcpus >= least && !withoutEnclaves.test(type.name)
  );
}

function enaSupportOf(type: CatalogType): 'required' | 'supported' | 'unsupported' {
  if (isNitro(type)) return 'required';
  return type.supportsEna ? 'supported' : 'unsupported';
}

function storageInfo(type: CatalogType): Open<InstanceTypeInfo> {
  if (type.localDiskGb === null) return { InstanceStorageSupported: false };
  const isNvme = type.nvmeGb !== null;
  return {
    InstanceStorageSupported: true,
    InstanceStorageInfo: {
      TotalSizeInGB: type.localDiskGb,
      Disks: [{ SizeInGB: type.localDiskGb, Count: 1, Type: isNvme ? 'ssd' : 'hdd' }],
      NvmeSupport: isNvme ? 'required' : 'unsupported',
      EncryptionSupport: isNvme ? 'required' : 'unsupported',
    },
  };
}

function ebsInfo(type: CatalogType): NonNullable<Open<InstanceTypeInfo>['EbsInfo']> {
  const common = {
    EncryptionSupport: 'supported',
    NvmeSupport: isNitro(type) ? 'required' : 'unsupported',
    MaximumEbsAttachments: type.ebsAttachments,
    AttachmentLimitType: type.sharesEbsAttachments ? 'shared' : 'dedicated',
  };
  if (type.ebsMaximumMbps === null || type.ebsBaselineMbps === null) {
    return { ...common, EbsOptimizedSupport: 'unsupported' };
  }
  return {
    ...common,
    EbsOptimizedSupport: 'default',
    EbsOptimizedInfo: {
      BaselineBandwidthInMbps: type.ebsBaselineMbps,
      BaselineThroughputInMBps: type.ebsBaselineMbps / 8,
      MaximumBandwidthInMbps: type.ebsMaximumMbps,
      MaximumThroughputInMBps: type.ebsMaximumMbps / 8,
    },
  };
}

function networkInfo(type: CatalogType): NonNullable<Open<InstanceTypeInfo>['NetworkInfo']> {
  const { networkCards } = type;
  const elsewhere = type.interfaces - type.interfacesOnCard0;
  return {
    NetworkPerformance: type.networkPerformance,
    MaximumNetworkInterfaces: type.interfaces,
    MaximumNetworkCards: networkCards,
    DefaultNetworkCardIndex: 0,
    NetworkCards: Array.from({ length: networkCards }, (_, index) => ({
      NetworkCardIndex: index,
      NetworkPerformance: type.networkPerformance,
      MaximumNetworkInterfaces:
        index === 0 ? type.interfacesOnCard0 : Math.floor(elsewhere / (networkCards - 1)),
      BaselineBandwidthInGbps: type.networkMbps / networkCards / 1000,
    })),
    Ipv4AddressesPerInterface: type.ipv4PerInterface,
    Ipv6AddressesPerInterface: type.ipv4PerInterface,
    Ipv6Supported: true,
    EnaSupport: enaSupportOf(type),
    EfaSupported: type.efaInterfaces > 0,
    ...(type.efaInterfaces > 0 ? { EfaInfo: { MaximumEfaInterfaces: type.efaInterfaces } } : {}),
    EncryptionInTransitSupported: type.encryptsInTransit,
  };
}

function deviceInfo(type: CatalogType): Open<InstanceTypeInfo> {
  const neuron = type.accelerators.filter(({ manufacturer }) => manufacturer === 'AWS');
  return {
    ...(type.gpus.length > 0 ? { GpuInfo: gpuInfo(type.gpus) } : {}),
    ...(type.accelerators.length > 0
      ? { InferenceAcceleratorInfo: acceleratorInfo(type.accelerators) }
      : {}),
    ...(neuron.length > 0 ? { NeuronInfo: neuronInfo(neuron) } : {}),
  };
}

function gpuInfo(gpus: readonly Device[]): NonNullable<Open<InstanceTypeInfo>['GpuInfo']> {
  return {
    Gpus: gpus.map((gpu) => ({
      Name: gpu.name,
      Manufacturer: gpu.manufacturer,
      Count: gpu.count,
      MemoryInfo: { SizeInMiB: gpu.memoryMiB },
    })),
    TotalGpuMemoryInMiB: totalMemory(gpus),
  };
}

function acceleratorInfo(
  devices: readonly Device[],
): NonNullable<Open<InstanceTypeInfo>['InferenceAcceleratorInfo']> {
  return {
    Accelerators: devices.map((device) => ({
      Name: device.name,
      Manufacturer: device.manufacturer,
      Count: device.count,
      MemoryInfo: { SizeInMiB: device.memoryMiB },
    })),
    TotalInferenceMemoryInMiB: totalMemory(devices),
  };
}

function neuronInfo(devices: readonly Device[]): NonNullable<Open<InstanceTypeInfo>['NeuronInfo']> {
  return {
    NeuronDevices: devices.map((device) => ({
      Name: device.name,
      Count: device.count,
      CoreInfo: { Count: device.cores },
      MemoryInfo: { SizeInMiB: device.memoryMiB },
    })),
    TotalNeuronDeviceMemoryInMiB: totalMemory(devices),
  };
}

function totalMemory(devices: readonly Device[]): number {
  return devices.reduce((sum, { count, memoryMiB }) => sum + count * memoryMiB, 0);
}

/** Bare metal has no hypervisor, but Nitro cards too. */
function isNitro(type: CatalogType): boolean {
  return type.hypervisor !== 'xen';
}
