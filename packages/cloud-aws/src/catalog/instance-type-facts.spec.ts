import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { toInstanceTypeFacts } from './instance-type-facts.js';

const described: InstanceTypeInfo = {
  InstanceType: 'g5.xlarge',
  CurrentGeneration: true,
  SupportedUsageClasses: ['capacity-block', 'on-demand', 'spot'],
  BareMetal: false,
  Hypervisor: 'nitro',
  ProcessorInfo: {
    SupportedArchitectures: ['i386', 'x86_64'],
    SustainedClockSpeedInGhz: 3.3,
    Manufacturer: 'AMD',
  },
  VCpuInfo: { DefaultVCpus: 4 },
  MemoryInfo: { SizeInMiB: 16_384 },
  InstanceStorageInfo: { TotalSizeInGB: 250, NvmeSupport: 'required' },
  EbsInfo: { EbsOptimizedSupport: 'default', EbsOptimizedInfo: { MaximumBandwidthInMbps: 3500 } },
  NetworkInfo: {
    DefaultNetworkCardIndex: 0,
    NetworkCards: [
      { NetworkCardIndex: 1, MaximumNetworkInterfaces: 2, BaselineBandwidthInGbps: 1.25 },
      { NetworkCardIndex: 0, MaximumNetworkInterfaces: 4, BaselineBandwidthInGbps: 1.25 },
    ],
    Ipv4AddressesPerInterface: 15,
    EncryptionInTransitSupported: true,
    EfaSupported: false,
  },
  GpuInfo: {
    Gpus: [{ Name: 'A10G', Manufacturer: 'NVIDIA', Count: 1, MemoryInfo: { SizeInMiB: 22_888 } }],
  },
  NitroEnclavesSupport: 'unsupported',
  BurstablePerformanceSupported: false,
  PlacementGroupInfo: { SupportedStrategies: ['partition', 'spread'] },
};
const zonesByType = new Map([['g5.xlarge', ['us-east-1a', 'us-east-1b']]]);
const read = (overrides: Partial<InstanceTypeInfo>) =>
  toInstanceTypeFacts({ ...described, ...overrides }, zonesByType)[0];

describe('facts of an instance type', () => {
  it('are read from its description and its offerings, without its price', () => {
    expect(toInstanceTypeFacts(described, zonesByType)).toEqual([
      {
        name: 'g5.xlarge',
        vcpus: 4,
        memoryMiB: 16_384,
        architectures: ['amd64'],
        cpuManufacturer: 'AMD',
        clockGhz: 3.3,
        usageClasses: ['on-demand', 'spot'],
        bareMetal: false,
        burstable: false,
        currentGeneration: true,
        hypervisor: 'nitro',
        encryptionInTransit: true,
        nitroEnclaves: false,
        nestedVirtualization: false,
        placementStrategies: ['partition', 'spread'],
        ena: true,
        gpus: [{ name: 'A10G', manufacturer: 'NVIDIA', count: 1, memoryMiB: 22_888 }],
        accelerators: [],
        localNvmeGB: 250,
        ebsBandwidthMbps: 3500,
        networkBandwidthMbps: 2500,
        networkCards: [{ maximumInterfaces: 4 }, { maximumInterfaces: 2 }],
        defaultNetworkCard: 0,
        ipv4PerInterface: 15,
        efaInterfaces: 0,
        podEniBranchInterfaces: 4,
        zones: ['us-east-1a', 'us-east-1b'],
        onDemandMicroUsdPerHour: null,
      },
    ]);
  });

  it('are unknown if EC2 does not report them', () => {
    const bare: InstanceTypeInfo = {
      InstanceType: 'mac1.metal',
      VCpuInfo: { DefaultVCpus: 2 },
      MemoryInfo: { SizeInMiB: 1 },
    };
    expect(toInstanceTypeFacts(bare, zonesByType)).toMatchObject([
      {
        networkBandwidthMbps: null,
        localNvmeGB: null,
        ebsBandwidthMbps: null,
        zones: [],
        onDemandMicroUsdPerHour: null,
      },
    ]);
  });

  it('have the EBS attachments that EC2 allows, and none where it does not say', () => {
    const attachments = (info: InstanceTypeInfo['EbsInfo']) =>
      read({ EbsInfo: info })?.ebsAttachments;
    expect(attachments({ MaximumEbsAttachments: 27, AttachmentLimitType: 'shared' })).toEqual({
      most: 27,
      areShared: true,
    });
    expect(attachments({ MaximumEbsAttachments: 32, AttachmentLimitType: 'dedicated' })).toEqual({
      most: 32,
      areShared: false,
    });
    expect(attachments({ MaximumEbsAttachments: 32 })).toBeUndefined();
    expect(attachments({ AttachmentLimitType: 'shared' })).toBeUndefined();
  });

  it('are null without CPU or memory', () => {
    expect(toInstanceTypeFacts({ InstanceType: 'm5.large' }, zonesByType)).toEqual([]);
  });

  it('count Neuron devices once, with their cores', () => {
    const facts = read({
      NeuronInfo: { NeuronDevices: [{ Name: 'Inferentia', Count: 4, CoreInfo: { Count: 4 } }] },
      InferenceAcceleratorInfo: {
        Accelerators: [{ Name: 'Inferentia', Manufacturer: 'AWS', Count: 4 }],
      },
    });
    expect(facts?.accelerators).toEqual([
      { name: 'Inferentia', manufacturer: 'AWS', count: 4, cores: 4 },
    ]);
  });

  it('ignore local disks without NVMe and non-standard EBS bandwidth', () => {
    const facts = read({
      InstanceStorageInfo: { TotalSizeInGB: 840, NvmeSupport: 'unsupported' },
      EbsInfo: { EbsOptimizedSupport: 'unsupported' },
    });
    expect(facts).toMatchObject({ localNvmeGB: null, ebsBandwidthMbps: null });
  });
});
