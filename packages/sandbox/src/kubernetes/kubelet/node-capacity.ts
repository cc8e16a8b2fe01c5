import { parseQuantity } from '@kerf/core';
import type { BootedInstance } from '../../world/compute/instance-host.js';
import type { Quantities } from '../resources/types/common.js';
import type { NodeBootstrap } from './user-data.js';

/** Capacity and allocatable resources of a node on this instance. */
export interface NodeCapacity {
  readonly capacity: Quantities;
  readonly allocatable: Quantities;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Memory of the hypervisor and the kernel: 1.8 % and 40 MiB, as measured on m5, c5 and r5. */
const systemMemoryRatio = 0.018;
const systemMemoryBytes = 40 * mebibyte;

/** Usable part of a volume after the file system's own data. */
const usableDiskRatio = 0.9994;

const defaultEviction = { 'memory.available': '100Mi', 'nodefs.available': '10%' };

type Instance = Pick<
  BootedInstance,
  'vcpus' | 'memoryMiB' | 'gpus' | 'eniMaxPods' | 'rootVolumeGiB' | 'imageFamily'
>;

export function nodeCapacity(instance: Instance, bootstrap: NodeBootstrap): NodeCapacity {
  const maxPods = bootstrap.maxPods ?? instance.eniMaxPods;
  const milliCpu = instance.vcpus * 1000;
  const memoryBytes = kernelMemoryBytes(instance.memoryMiB);
  const diskBytes = Math.floor((instance.rootVolumeGiB * gibibyte * usableDiskRatio) / 4096) * 4096;
  const reserved = reservedOn(instance, bootstrap, maxPods);
  const evicted = evictionThresholds(bootstrap, memoryBytes, diskBytes);
  const gpuCount = instance.gpus.reduce((sum, { count }) => sum + count, 0);
  const devices = gpuCount > 0 ? { 'nvidia.com/gpu': String(gpuCount) } : {};
  return {
    capacity: {
      cpu: String(instance.vcpus),
      'ephemeral-storage': `${diskBytes / 1024}Ki`,
      'hugepages-1Gi': '0',
      'hugepages-2Mi': '0',
      memory: `${Math.floor(memoryBytes / 1024)}Ki`,
      pods: String(maxPods),
      ...devices,
    },
    allocatable: {
      cpu: cpuText(milliCpu - reserved.milliCpu),
      'ephemeral-storage': String(diskBytes - reserved.diskBytes - evicted.diskBytes),
      'hugepages-1Gi': '0',
      'hugepages-2Mi': '0',
      memory: `${Math.floor((memoryBytes - reserved.memoryBytes - evicted.memoryBytes) / 1024)}Ki`,
      pods: String(maxPods),
      ...devices,
    },
  };
}

function kernelMemoryBytes(memoryMiB: number): number {
  const bytes = memoryMiB * mebibyte;
  return Math.floor((bytes * (1 - systemMemoryRatio) - systemMemoryBytes) / 1024) * 1024;
}

interface Reserved {
  readonly milliCpu: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Returns the resources reserved for the node's daemons, unless the user data sets them. */
function reservedOn(instance: Instance, bootstrap: NodeBootstrap, maxPods: number): Reserved {
  const { kubeReserved, systemReserved } = bootstrap;
  // Bottlerocket uses max-pods; the others use the pods of the network interfaces.
  const pods = instance.imageFamily === 'bottlerocket' ? maxPods : instance.eniMaxPods;
  const of = (name: string, scale: 0 | 3, usual: number): number =>
    amount(kubeReserved?.[name], scale, usual) + amount(systemReserved?.[name], scale, 0);
  return {
    milliCpu: of('cpu', 3, reservedMilliCpu(instance.vcpus)),
    memoryBytes: of('memory', 0, (255 + 11 * pods) * mebibyte),
    diskBytes: of('ephemeral-storage', 0, gibibyte),
  };
}

/**
 * Returns 6 % of the first core, 1 % of the second, 0.5 % of the next two, 0.25 % of the rest.
 * Source: awslabs/amazon-eks-ami nodeadm, kubelet defaults.
 */
function reservedMilliCpu(vcpus: number): number {
  const shares = Array.from({ length: vcpus }, (_core, index) => {
    if (index === 0) return 60;
    if (index === 1) return 10;
    return index < 4 ? 5 : 2.5;
  });
  return Math.floor(shares.reduce((sum, share) => sum + share, 0));
}

function evictionThresholds(
  { evictionHard }: NodeBootstrap,
  memoryBytes: number,
  diskBytes: number,
) {
  const thresholds = { ...defaultEviction, ...evictionHard };
  return {
    memoryBytes: threshold(thresholds['memory.available'], memoryBytes),
    diskBytes: threshold(thresholds['nodefs.available'], diskBytes),
  };
}

function threshold(text: string, total: number): number {
  return text.endsWith('%')
    ? Math.floor((Number.parseFloat(text) * total) / 100)
    : amount(text, 0, 0);
}

function amount(text: string | undefined, scale: 0 | 3, usual: number): number {
  if (text === undefined) return usual;
  const parsed = parseQuantity(text, scale);
  return parsed.ok ? parsed.value : usual;
}

function cpuText(milliCpu: number): string {
  return milliCpu % 1000 === 0 ? String(milliCpu / 1000) : `${milliCpu}m`;
}
