import type { InstanceTypeFacts } from '@kerf/application';
import type { TypeDevices } from '@kerf/engine';
import { aNodeClassDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { plannedDevicesOf } from './planned-devices.js';

const mib = 2 ** 20;
const facts = (
  gpus: InstanceTypeFacts['gpus'],
  efaInterfaces = 0,
): Parameters<typeof plannedDevicesOf>[0] => ({
  name: 'x',
  vcpus: 4,
  memoryMiB: 1,
  architectures: ['amd64'],
  cpuManufacturer: null,
  clockGhz: null,
  usageClasses: ['on-demand'],
  bareMetal: false,
  burstable: false,
  currentGeneration: true,
  hypervisor: null,
  encryptionInTransit: false,
  nitroEnclaves: false,
  gpus,
  accelerators: [],
  localNvmeGB: null,
  ebsBandwidthMbps: null,
  networkBandwidthMbps: null,
  networkCards: [],
  defaultNetworkCard: 0,
  ipv4PerInterface: 1,
  efaInterfaces,
  podEniBranchInterfaces: 0,
  zones: [],
  onDemandMicroUsdPerHour: null,
});
const gpu = (name: string, count: number, memoryMiB: number, manufacturer = 'NVIDIA') => ({
  name,
  manufacturer,
  count,
  memoryMiB,
});
const planned = (devices: readonly TypeDevices[]) =>
  devices.filter(({ unsupported }) => unsupported === undefined);
const { spec } = aNodeClassDefinition({ clusterId: 'clu_1', name: 'default' });

describe('the devices of a new node', () => {
  it('are its NVIDIA GPUs, with model and bounds of the memory', () => {
    expect(planned(plannedDevicesOf(facts([gpu('A100', 8, 40_960)]), spec))).toEqual([
      {
        count: 8,
        driver: 'gpu.nvidia.com',
        profile: 'gpu.nvidia.com A100 40960',
        attributes: {
          'gpu.nvidia.com/type': 'string:gpu',
          'gpu.nvidia.com/architecture': 'string:Ampere',
          'gpu.nvidia.com/cudaComputeCapability': 'version:8.0.0',
          'gpu.nvidia.com/productName': 'string:NVIDIA A100-SXM4-40GB',
        },
        capacity: {
          'gpu.nvidia.com/memory': {
            amount: Math.ceil(40_960 * mib * 1.01),
            atLeast: Math.floor(40_960 * mib * 0.93),
          },
        },
      },
    ]);
  });

  it.each<readonly [string, number, number]>([
    ['T4', 16_384, 15_360],
    ['A10G', 22_888, 23_028],
    ['L4', 22_888, 23_034],
    ['L40S', 45_776, 46_068],
    ['H100', 81_920, 81_559],
    ['H200', 144_384, 143_771],
  ])('have the memory that NVIDIA reports within the bounds: %s', (name, memoryMiB, reported) => {
    const [device] = plannedDevicesOf(facts([gpu(name, 1, memoryMiB)]), spec);
    const { amount, atLeast = 0 } = device?.capacity['gpu.nvidia.com/memory'] ?? { amount: 0 };
    expect(reported * mib).toBeGreaterThanOrEqual(atLeast);
    expect(reported * mib).toBeLessThanOrEqual(amount);
  });

  it('have only the type of a model that is not known', () => {
    const [device] = plannedDevicesOf(facts([gpu('RTX PRO 4500', 2, 32_768)]), spec);
    expect(device?.attributes).toEqual({ 'gpu.nvidia.com/type': 'string:gpu' });
  });

  it('include partitions and shared ones by name only, because the driver decides on their number', () => {
    const [whole, partitions, shared, ...others] = plannedDevicesOf(
      facts([gpu('H100', 8, 81_920)]),
      spec,
    );
    const memory = whole?.capacity['gpu.nvidia.com/memory']?.amount;
    expect(partitions).toEqual({
      ...whole,
      count: 0,
      unsupported: 'partitions of GPUs (MIG)',
      profile: 'gpu.nvidia.com H100 81920 MIG',
      attributes: { ...whole?.attributes, 'gpu.nvidia.com/type': 'string:mig' },
      capacity: { 'gpu.nvidia.com/memory': { amount: memory, atLeast: 0 } },
    });
    expect(shared).toEqual({
      ...whole,
      count: 0,
      unsupported: 'devices that several claims share',
      profile: 'gpu.nvidia.com H100 81920 shared',
      isShareable: true,
    });
    expect(others).toEqual([]);
  });

  it.each(['V100', 'T4', 'T4g', 'A10G', 'L4', 'L40S'])(
    'include no partitions of a model that has none: %s',
    (name) => {
      const profiles = plannedDevicesOf(facts([gpu(name, 1, 16_384)]), spec).map(
        ({ profile }) => profile,
      );
      const own = `gpu.nvidia.com ${name} 16384`;
      expect(profiles).toEqual([own, `${own} shared`]);
    },
  );

  it.each<readonly [string, InstanceTypeFacts['gpus']]>([
    ['parts of a GPU', [gpu('L4', 0, 5_722)]],
    ['GPUs of other makers', [gpu('Gaudi', 8, 32_768, 'Habana')]],
    ['a type without GPUs', []],
  ])('are none for %s', (_what, gpus) => {
    expect(plannedDevicesOf(facts(gpus), spec)).toEqual([]);
  });

  it('are EFA interfaces on request, or those that the EC2NodeClass lists', () => {
    const [onRequest] = plannedDevicesOf(facts([], 4), spec);
    expect(onRequest).toMatchObject({ driver: 'dra.net', count: 4, isOnRequest: true });
    const networkInterfaces = [
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' as const },
      { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' as const },
    ];
    const [listed] = plannedDevicesOf(facts([], 4), { ...spec, networkInterfaces });
    expect(listed).toMatchObject({ driver: 'dra.net', count: 1 });
    expect(listed).not.toHaveProperty('isOnRequest');
  });
});
