import type { Ec2NodeClassManifest, InstanceTypeFacts } from '@kerf/application';
import type { DeviceFacts, TypeDevices } from '@kerf/engine';
import { efaInterfaces } from './capacity.js';

const mebibyte = 2 ** 20;

/**
 * NVIDIA's library reports between 93 and 101 percent of the memory that EC2 names: from 15,360 of
 * 16,384 MiB of a T4 to 23,034 of 22,888 MiB of an L4, depending on the version of the driver.
 */
const memoryBounds = { least: 0.93, most: 1.01 };

/** The driver of NVIDIA GPUs. Source: dra-driver-nvidia-gpu gpu-kubelet-plugin/deviceinfo.go. */
const nvidiaDriver = 'gpu.nvidia.com';
/** The driver of network devices, EFA among them. Source: dranet examples/aws_eks_examples. */
export const efaDriver = 'dra.net';

interface GpuModel {
  readonly architecture: string;
  readonly computeCapability: string;
  /** By memory in MiB, or one name for all; absent if NVIDIA's name of it is not known for sure. */
  readonly productName?: string | Readonly<Record<number, string>>;
  /** False if the driver cannot divide it. Source: NVIDIA Multi-Instance GPU user guide, supported GPUs. */
  readonly hasPartitions?: false;
}

/** Models by EC2's name. Other models are planned with, without these attributes. */
const models: Readonly<Record<string, GpuModel>> = {
  V100: {
    architecture: 'Volta',
    hasPartitions: false,
    computeCapability: '7.0.0',
    productName: { 16384: 'Tesla V100-SXM2-16GB', 32768: 'Tesla V100-SXM2-32GB' },
  },
  T4: {
    architecture: 'Turing',
    hasPartitions: false,
    computeCapability: '7.5.0',
    productName: 'Tesla T4',
  },
  T4g: { architecture: 'Turing', hasPartitions: false, computeCapability: '7.5.0' },
  A10G: {
    architecture: 'Ampere',
    hasPartitions: false,
    computeCapability: '8.6.0',
    productName: 'NVIDIA A10G',
  },
  A100: {
    architecture: 'Ampere',
    computeCapability: '8.0.0',
    productName: { 40960: 'NVIDIA A100-SXM4-40GB', 81920: 'NVIDIA A100-SXM4-80GB' },
  },
  L4: {
    architecture: 'Ada Lovelace',
    hasPartitions: false,
    computeCapability: '8.9.0',
    productName: 'NVIDIA L4',
  },
  L40S: {
    architecture: 'Ada Lovelace',
    hasPartitions: false,
    computeCapability: '8.9.0',
    productName: 'NVIDIA L40S',
  },
  H100: {
    architecture: 'Hopper',
    computeCapability: '9.0.0',
    productName: 'NVIDIA H100 80GB HBM3',
  },
  H200: { architecture: 'Hopper', computeCapability: '9.0.0', productName: 'NVIDIA H200' },
  B200: { architecture: 'Blackwell', computeCapability: '10.0.0', productName: 'NVIDIA B200' },
};

/**
 * Returns the devices that drivers of dynamic resource allocation will publish on nodes of a type, with
 * the attributes that are known before a node runs; and those that they may publish instead, without a
 * number.
 */
export function plannedDevicesOf(
  facts: InstanceTypeFacts,
  spec: Ec2NodeClassManifest,
): readonly TypeDevices[] {
  const devices = [...facts.gpus.flatMap(gpuDevices), ...efaDevices(facts, spec)];
  return [...devices, ...facts.gpus.flatMap(gpuPartitions), ...devices.map(sharedDevice)];
}

type Gpu = InstanceTypeFacts['gpus'][number];

function gpuDevices({ name, manufacturer, count, memoryMiB }: Gpu): readonly TypeDevices[] {
  // A part of a GPU counts as none.
  if (manufacturer.toLowerCase() !== 'nvidia' || count < 1) return [];
  const memory = memoryMiB * mebibyte;
  return [
    {
      count,
      driver: nvidiaDriver,
      profile: `${nvidiaDriver} ${name} ${memoryMiB}`,
      attributes: { [`${nvidiaDriver}/type`]: 'string:gpu', ...modelAttributes(name, memoryMiB) },
      capacity: {
        [`${nvidiaDriver}/memory`]: {
          amount: Math.ceil(memory * memoryBounds.most),
          atLeast: Math.floor(memory * memoryBounds.least),
        },
      },
    },
  ];
}

/** Partitions of a GPU have at most its memory. Source: dra-driver-nvidia-gpu gpu-kubelet-plugin/deviceinfo.go. */
function gpuPartitions(gpu: Gpu): readonly TypeDevices[] {
  if (models[gpu.name]?.hasPartitions === false) return [];
  return gpuDevices(gpu).map(({ profile, attributes, capacity, ...facts }) => ({
    ...facts,
    count: 0,
    unsupported: 'partitions of GPUs (MIG)',
    profile: `${profile} MIG`,
    attributes: { ...attributes, [`${nvidiaDriver}/type`]: 'string:mig' },
    capacity: Object.fromEntries(
      Object.entries(capacity).map(([name, { amount }]) => [name, { amount, atLeast: 0 }]),
    ),
  }));
}

const sharedDevice = (device: TypeDevices): TypeDevices => ({
  ...device,
  count: 0,
  unsupported: 'devices that several claims share',
  profile: `${device.profile} shared`,
  isShareable: true,
});

function modelAttributes(name: string, memoryMiB: number): DeviceFacts['attributes'] {
  const model = models[name];
  if (model === undefined) return {};
  const { architecture, computeCapability, productName } = model;
  const product = typeof productName === 'object' ? productName[memoryMiB] : productName;
  return {
    [`${nvidiaDriver}/architecture`]: `string:${architecture}`,
    [`${nvidiaDriver}/cudaComputeCapability`]: `version:${computeCapability}`,
    ...(product !== undefined && { [`${nvidiaDriver}/productName`]: `string:${product}` }),
  };
}

/** EFA interfaces are attached if the EC2NodeClass lists them, or if pods claim them. */
function efaDevices(facts: InstanceTypeFacts, spec: Ec2NodeClassManifest): readonly TypeDevices[] {
  const count = efaInterfaces(facts, spec);
  if (count === 0) return [];
  return [
    {
      count,
      driver: efaDriver,
      profile: `${efaDriver} EFA`,
      attributes: {
        [`${efaDriver}/pciDevice`]: 'string:Elastic Fabric Adapter (EFA)',
        [`${efaDriver}/pciVendor`]: 'string:Amazon.com, Inc.',
        [`${efaDriver}/rdma`]: 'bool:true',
      },
      capacity: {},
      ...(spec.networkInterfaces === undefined && { isOnRequest: true as const }),
    },
  ];
}
