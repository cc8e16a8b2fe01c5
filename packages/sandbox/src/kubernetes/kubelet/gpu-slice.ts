import { createHash } from 'node:crypto';
import type { BootedInstance, InstanceGpus } from '../../world/compute/instance-host.js';
import type { JsonObject } from '../json/json.js';
import type { Device, DeviceAttribute, DeviceClass } from '../resources/types/device.js';
import type { Node } from '../resources/types/node.js';

/** The driver of NVIDIA GPUs. Source: dra-driver-nvidia-gpu gpu-kubelet-plugin/deviceinfo.go. */
const gpuDriver = 'gpu.nvidia.com';

interface GpuModel {
  /** EC2's name, and its memory in MiB, which is not what the driver reports. */
  readonly name: string;
  readonly memoryMiB: number;
  readonly productName: string;
  readonly architecture: string;
  readonly cudaComputeCapability: string;
  readonly reportedMemoryMiB: number;
}

/** The models of EC2's instance types, with what the driver reports of them. */
const models: readonly GpuModel[] = (
  [
    ['V100', 32_768, 'Tesla V100-SXM2-32GB', 'Volta', '7.0.0', 32_768],
    ['T4', 16_384, 'Tesla T4', 'Turing', '7.5.0', 15_360],
    ['A10G', 22_888, 'NVIDIA A10G', 'Ampere', '8.6.0', 23_028],
    ['A100', 40_960, 'NVIDIA A100-SXM4-40GB', 'Ampere', '8.0.0', 40_960],
    ['A100', 81_920, 'NVIDIA A100-SXM4-80GB', 'Ampere', '8.0.0', 81_920],
    ['L4', 22_888, 'NVIDIA L4', 'Ada Lovelace', '8.9.0', 23_034],
    ['L40S', 45_776, 'NVIDIA L40S', 'Ada Lovelace', '8.9.0', 46_068],
    ['H100', 81_920, 'NVIDIA H100 80GB HBM3', 'Hopper', '9.0.0', 81_559],
    ['H200', 144_384, 'NVIDIA H200', 'Hopper', '9.0.0', 143_771],
    ['B200', 183_359, 'NVIDIA B200', 'Blackwell', '10.0.0', 183_359],
  ] as const
).map(([name, memoryMiB, productName, architecture, cudaComputeCapability, reportedMemoryMiB]) => ({
  name,
  memoryMiB,
  productName,
  architecture,
  cudaComputeCapability,
  reportedMemoryMiB,
}));

const driverVersion = '580.95.5';
const cudaDriverVersion = '13.0.0';

/** Returns true if a cluster has the driver: its installation brings a DeviceClass that names it. */
export function hasGpuDriver(classes: readonly DeviceClass[]): boolean {
  return classes.some(({ spec }) =>
    (spec.selectors ?? []).some(({ cel }) => cel?.expression.includes(gpuDriver) === true),
  );
}

/** Returns the name of the slice of a node. */
export function gpuSliceName(nodeName: string): string {
  return `${nodeName}-${gpuDriver}`;
}

/** Returns the ResourceSlice of a node, which ends with the node; `null` without GPUs. */
export function gpuSlice(
  { gpus, instanceId }: Pick<BootedInstance, 'gpus' | 'instanceId'>,
  { metadata }: Node,
): JsonObject | null {
  const kinds = gpus.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  if (kinds.length === 0) return null;
  const { name, uid } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Node', name, uid, controller: true };
  return {
    metadata: { name: gpuSliceName(name), ownerReferences: [owner] },
    spec: {
      driver: gpuDriver,
      nodeName: name,
      pool: { name, generation: 1, resourceSliceCount: 1 },
      devices: kinds.map((kind, index) => gpuDevice(kind, index, instanceId)),
    },
  };
}

function gpuDevice({ name, memoryMiB }: InstanceGpus, index: number, instanceId: string): Device {
  const model = models.find((one) => one.name === name && one.memoryMiB === memoryMiB);
  return {
    name: `gpu-${index}`,
    attributes: {
      type: { string: 'gpu' },
      uuid: { string: `GPU-${uuidOf(`${instanceId}/${index}`)}` },
      driverVersion: { version: driverVersion },
      cudaDriverVersion: { version: cudaDriverVersion },
      ...(model === undefined ? {} : modelAttributes(model)),
    },
    capacity: { memory: { value: `${model?.reportedMemoryMiB ?? memoryMiB}Mi` } },
  };
}

function modelAttributes({
  productName,
  architecture,
  cudaComputeCapability,
}: GpuModel): Readonly<Record<string, DeviceAttribute>> {
  return {
    productName: { string: productName },
    architecture: { string: architecture },
    cudaComputeCapability: { version: cudaComputeCapability },
  };
}

/** Returns a UUID that is the same in each run. */
function uuidOf(text: string): string {
  const digits = createHash('md5').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
