import type { CatalogType } from '../../data/instance-catalog.js';
import type { Image } from './images.js';
import type { Instance } from './instance.js';
import type { BootedInstance } from './instance-host.js';

/**
 * Returns the maximum number of pods: all addresses but the first of each interface, plus two pods
 * with the host's address. Source: amazon-vpc-cni-k8s.
 */
export function eniMaxPods(type: CatalogType): number {
  return type.interfacesOnCard0 * (type.ipv4PerInterface - 1) + 2;
}

/** Returns its NVIDIA devices; a part of a GPU is no device. */
export function nvidiaGpus({ gpus }: CatalogType): BootedInstance['gpus'] {
  return gpus
    .filter(({ manufacturer, count }) => manufacturer === 'NVIDIA' && count >= 1)
    .map(({ name, count, memoryMiB }) => ({ name, count, memoryMiB }));
}

/** Bottlerocket stores its data on the second disk. */
export function rootVolumeGiB(instance: Instance, image: Image | null): number {
  const data = instance.volumes.find(({ device }) => device === '/dev/xvdb');
  const root = instance.volumes.find(({ device }) => device === image?.rootDevice);
  const chosen = image?.family === 'bottlerocket' ? (data ?? root) : root;
  return chosen?.sizeGiB ?? image?.rootVolumeGiB ?? 0;
}
