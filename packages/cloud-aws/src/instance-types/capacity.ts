import type { ClusterSettings, Ec2NodeClassManifest, InstanceTypeFacts } from '@kerf/application';
import { type Bytes, parseBytes } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import {
  type AmiFamilyTraits,
  amiFamilyOf,
  amiFamilyTraits,
  effectiveBlockDevices,
} from './ami-family.js';

const mebibyte = 1024 * 1024;
const gigabyte = 1_000_000_000;
const defaultVolumeBytes = 20 * 1024 * mebibyte;

/** Settings of an EC2NodeClass and its cluster that determine the capacity of nodes. */
export interface CapacitySettings {
  readonly spec: Ec2NodeClassManifest;
  readonly family: AmiFamilyTraits;
  readonly settings: ClusterSettings;
  /** Size of the volume for pods' ephemeral storage, unless local disks are used. */
  readonly volumeBytes: Bytes;
}

export function capacitySettings(
  spec: Ec2NodeClassManifest,
  settings: ClusterSettings,
): CapacitySettings {
  const family = amiFamilyTraits[amiFamilyOf(spec)];
  return { spec, family, settings, volumeBytes: ephemeralVolumeBytes(spec, family) };
}

/**
 * Returns the capacity of a node of the type, without zero amounts. Source: karpenter §2.2, §3.20.
 * @param memory what nodes of the type report; default: an estimate
 */
export function capacityOf(
  facts: InstanceTypeFacts,
  rules: CapacitySettings,
  memory: Bytes = estimatedMemory(facts, rules),
): ResourceList {
  const amounts: Record<string, number> = {
    cpu: facts.vcpus * 1000,
    memory,
    pods: maxPods(facts, rules),
    'ephemeral-storage': ephemeralBytes(facts, rules),
    'vpc.amazonaws.com/pod-eni': facts.podEniBranchInterfaces,
    'vpc.amazonaws.com/efa': efaInterfaces(facts, rules.spec),
    'nvidia.com/gpu': gpusBy(facts, 'nvidia'),
    'amd.com/gpu': gpusBy(facts, 'amd'),
    'habana.ai/gaudi': gpusBy(facts, 'habana'),
    'aws.amazon.com/neuron': neuron(facts, (device) => device.count),
    'aws.amazon.com/neuroncore': neuron(facts, (device) => device.count * device.cores),
    'vpc.amazonaws.com/PrivateIPv4Address':
      rules.family.os === 'windows' ? facts.ipv4PerInterface - 1 : 0,
  };
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));
}

/**
 * Returns the memory capacity that nodes of the type probably have. Graviton types reserve 64 MiB of
 * contiguous memory, and every hypervisor reserves a share.
 */
export function estimatedMemory(facts: InstanceTypeFacts, { settings }: CapacitySettings): Bytes {
  const seen = (facts.memoryMiB - (facts.architectures.includes('arm64') ? 64 : 0)) * mebibyte;
  return seen - Math.ceil((seen * settings.vmMemoryOverheadRatio) / mebibyte) * mebibyte;
}

/** Returns the number of pods for which the default card's interfaces have addresses; may be 0. */
export function interfaceLimitedPods(facts: InstanceTypeFacts, rules: CapacitySettings): number {
  const efaOnly = (rules.spec.networkInterfaces ?? []).filter(
    (nic) => nic.interfaceType === 'efa-only' && nic.networkCardIndex === 0,
  ).length;
  const usable = interfacesOfCard(facts) - rules.settings.reservedEnis - efaOnly;
  return usable > 0 ? usable * (facts.ipv4PerInterface - 1) + 2 : 0;
}

/** Returns the number of network interfaces of the default network card. */
export const interfacesOfCard = (facts: InstanceTypeFacts): number =>
  facts.networkCards[facts.defaultNetworkCard]?.maximumInterfaces ?? 0;

/**
 * Returns the maximum number of pods per node: from the EC2NodeClass, else {@link defaultMaxPods}.
 */
export function maxPods(facts: InstanceTypeFacts, rules: CapacitySettings): number {
  const written = rules.spec.kubelet?.maxPods;
  return typeof written === 'number'
    ? withinCores(written, facts, rules)
    : defaultMaxPods(facts, rules);
}

/** Returns the number of pods for which the interfaces have addresses, or the kubelet's 110. */
export const defaultMaxPods = (facts: InstanceTypeFacts, rules: CapacitySettings): number =>
  withinCores(
    rules.family.limitsPodsByInterfaces ? interfaceLimitedPods(facts, rules) : 110,
    facts,
    rules,
  );

function withinCores(pods: number, facts: InstanceTypeFacts, rules: CapacitySettings): number {
  const perCore = rules.family.readsPodsPerCore ? (rules.spec.kubelet?.podsPerCore ?? 0) : 0;
  return perCore > 0 ? Math.min(pods, perCore * facts.vcpus) : pods;
}

function ephemeralBytes(facts: InstanceTypeFacts, rules: CapacitySettings): Bytes {
  const striped = rules.spec.instanceStorePolicy === 'RAID0' ? facts.localNvmeGB : null;
  return striped === null ? rules.volumeBytes : striped * gigabyte;
}

function ephemeralVolumeBytes(spec: Ec2NodeClassManifest, family: AmiFamilyTraits): Bytes {
  const devices = effectiveBlockDevices(spec);
  const device =
    devices.find((mapping) => mapping.rootVolume === true) ??
    (family.ephemeralDevice === null
      ? devices.at(-1)
      : devices.find((mapping) => mapping.deviceName === family.ephemeralDevice));
  const size = parseBytes(device?.ebs?.volumeSize ?? '');
  return size.ok ? size.value : defaultVolumeBytes;
}

/**
 * Returns the number of EFA interfaces: those that the EC2NodeClass lists, else the type's maximum.
 */
export function efaInterfaces(facts: InstanceTypeFacts, spec: Ec2NodeClassManifest): number {
  if (spec.networkInterfaces === undefined) return facts.efaInterfaces;
  return spec.networkInterfaces.filter((nic) => nic.interfaceType === 'efa-only').length;
}

function gpusBy(facts: InstanceTypeFacts, manufacturer: string): number {
  return facts.gpus
    .filter((gpu) => gpu.manufacturer.toLowerCase() === manufacturer)
    .reduce((sum, gpu) => sum + gpu.count, 0);
}

function neuron(
  facts: InstanceTypeFacts,
  amount: (device: InstanceTypeFacts['accelerators'][number]) => number,
): number {
  return facts.accelerators
    .filter((device) => device.manufacturer.toLowerCase() === 'aws')
    .reduce((sum, device) => sum + amount(device), 0);
}
