import { type InstanceTypeFacts } from '@kerf/application';
import { labelKeys, placementGroupLabels, reservationLabels } from '@kerf/core';

const aws = (name: string): string => `karpenter.k8s.aws/${name}`;

/** AWS label keys that instance types define. Source: karpenter §2.2. */
export const awsLabelKeys = {
  category: aws('instance-category'),
  generation: aws('instance-generation'),
  family: aws('instance-family'),
  size: aws('instance-size'),
  flex: aws('instance-capability-flex'),
  cpu: aws('instance-cpu'),
  cpuManufacturer: aws('instance-cpu-manufacturer'),
  cpuClock: aws('instance-cpu-sustained-clock-speed-mhz'),
  memory: aws('instance-memory'),
  ebsBandwidth: aws('instance-ebs-bandwidth'),
  networkBandwidth: aws('instance-network-bandwidth'),
  localNvme: aws('instance-local-nvme'),
  hypervisor: aws('instance-hypervisor'),
  encryptionInTransit: aws('instance-encryption-in-transit-supported'),
  nitroSandbox: aws('nitro-sandbox'),
  gpuName: aws('instance-gpu-name'),
  gpuManufacturer: aws('instance-gpu-manufacturer'),
  gpuCount: aws('instance-gpu-count'),
  gpuMemory: aws('instance-gpu-memory'),
  acceleratorName: aws('instance-accelerator-name'),
  acceleratorManufacturer: aws('instance-accelerator-manufacturer'),
  acceleratorCount: aws('instance-accelerator-count'),
  tenancy: aws('instance-tenancy'),
  reservationId: reservationLabels.id,
  reservationType: reservationLabels.type,
  reservationInterruptible: reservationLabels.interruptible,
  placementGroupId: placementGroupLabels.id,
  placementGroupPartition: placementGroupLabels.partition,
} as const;

/**
 * Keys that a NodePool may leave undefined because an instance type or an offering defines them.
 */
export const wellKnownLabels: readonly string[] = [
  labelKeys.nodePool,
  labelKeys.capacityType,
  labelKeys.zone,
  labelKeys.region,
  labelKeys.zoneId,
  labelKeys.instanceType,
  labelKeys.arch,
  labelKeys.os,
  labelKeys.windowsBuild,
  ...Object.values(awsLabelKeys),
];

type TypeLabels = Readonly<Record<string, readonly string[]>>;

const none: readonly string[] = [];
const one = (value: string | number | boolean): readonly string[] => [String(value)];
const oneOrNone = (value: string | number | null): readonly string[] =>
  value === null ? none : one(value);
const kebab = (text: string): string => text.toLowerCase().replaceAll(' ', '-');

/**
 * Returns the labels of an instance type that are the same for all offerings. An absent property is
 * an empty list, so that `DoesNotExist` and `NotIn` match.
 */
export function typeLabels(facts: InstanceTypeFacts): TypeLabels {
  return {
    [labelKeys.instanceType]: one(facts.name),
    ...nameLabels(facts.name),
    ...deviceLabels(facts),
    [awsLabelKeys.cpu]: one(facts.vcpus),
    [awsLabelKeys.cpuManufacturer]: oneOrNone(
      facts.cpuManufacturer === null ? null : kebab(facts.cpuManufacturer),
    ),
    [awsLabelKeys.cpuClock]: oneOrNone(
      facts.clockGhz === null ? null : Math.round(facts.clockGhz * 1000),
    ),
    [awsLabelKeys.memory]: one(facts.memoryMiB),
    [awsLabelKeys.ebsBandwidth]: oneOrNone(facts.ebsBandwidthMbps),
    [awsLabelKeys.networkBandwidth]: oneOrNone(facts.networkBandwidthMbps),
    [awsLabelKeys.localNvme]: oneOrNone(facts.localNvmeGB),
    [awsLabelKeys.hypervisor]: one(facts.hypervisor ?? ''),
    [awsLabelKeys.encryptionInTransit]: one(facts.encryptionInTransit),
    [awsLabelKeys.nitroSandbox]: one(facts.nitroEnclaves),
    [awsLabelKeys.tenancy]: ['default', 'dedicated'],
  };
}

/**
 * The letters before the first digit are the category; `-6tb` in `u-6tb1.metal` is not the
 * generation.
 */
const namePattern = /^([a-z]+)(?:-\d+tb)?(\d+)?[^.]*\./;

function nameLabels(name: string): TypeLabels {
  const [, category, generation] = namePattern.exec(name) ?? [];
  const [family = name, size] = name.split('.');
  return {
    [awsLabelKeys.category]: oneOrNone(category ?? null),
    [awsLabelKeys.generation]: oneOrNone(generation ?? null),
    [awsLabelKeys.family]: one(family),
    [awsLabelKeys.size]: oneOrNone(size ?? null),
    [awsLabelKeys.flex]: one(family.includes('-flex')),
  };
}

/** Labels of GPUs and accelerators exist only if the type has exactly one model of each. */
function deviceLabels(facts: InstanceTypeFacts): TypeLabels {
  const gpu = facts.gpus.length === 1 ? facts.gpus[0] : undefined;
  const accelerator = facts.accelerators.length === 1 ? facts.accelerators[0] : undefined;
  return {
    [awsLabelKeys.gpuName]: oneOrNone(gpu === undefined ? null : kebab(gpu.name)),
    [awsLabelKeys.gpuManufacturer]: oneOrNone(gpu === undefined ? null : kebab(gpu.manufacturer)),
    [awsLabelKeys.gpuCount]: oneOrNone(gpu?.count ?? null),
    [awsLabelKeys.gpuMemory]: oneOrNone(gpu?.memoryMiB ?? null),
    [awsLabelKeys.acceleratorName]: oneOrNone(
      accelerator === undefined ? null : kebab(accelerator.name),
    ),
    [awsLabelKeys.acceleratorManufacturer]: oneOrNone(
      accelerator === undefined ? null : kebab(accelerator.manufacturer),
    ),
    [awsLabelKeys.acceleratorCount]: oneOrNone(accelerator?.count ?? null),
  };
}
