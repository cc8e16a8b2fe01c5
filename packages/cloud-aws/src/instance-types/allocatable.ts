import type { InstanceTypeFacts } from '@kerf/application';
import { parseBytes, parseMilliCpu } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import { type CapacitySettings, interfaceLimitedPods, maxPods } from './capacity.js';

const mebibyte = 1024 * 1024;

/**
 * Returns the allocatable resources of an instance type: its capacity minus kube-reserved,
 * system-reserved and the eviction threshold. Source: karpenter §3.20.
 */
export function allocatableOf(
  facts: InstanceTypeFacts,
  capacity: ResourceList,
  rules: CapacitySettings,
): ResourceList {
  const reserved = [
    kubeReserved(facts, rules),
    reservedBy(rules.spec.kubelet?.systemReserved),
    evictionThreshold(capacity, rules),
  ];
  const allocatable: Record<string, number> = { ...capacity };
  for (const [resource, amount] of reserved.flatMap((list) => Object.entries(list))) {
    allocatable[resource] = Math.max(0, (allocatable[resource] ?? 0) - amount);
  }
  return allocatable;
}

function kubeReserved(facts: InstanceTypeFacts, rules: CapacitySettings): ResourceList {
  const pods = rules.family.reservesMemoryByInterfaces
    ? interfaceLimitedPods(facts, rules)
    : maxPods(facts, rules);
  return {
    cpu: kubeReservedMilliCpu(facts.vcpus),
    memory: (11 * pods + 255) * mebibyte,
    'ephemeral-storage': 1024 * mebibyte,
    ...reservedBy(rules.spec.kubelet?.kubeReserved),
  };
}

/** Reserves 6 % of the first core, 1 % of the second, 0.5 % of the next two, 0.25 % of the rest. */
function kubeReservedMilliCpu(vcpus: number): number {
  const beyondFour = Math.max(0, vcpus - 4) * 2.5;
  return Math.floor([60, 10, 5, 5].slice(0, vcpus).reduce((sum, share) => sum + share, beyondFour));
}

/** Keeps only resources that pods can request; `pid` is a limit of the kubelet. */
function reservedBy(amounts: Readonly<Record<string, string>> = {}): ResourceList {
  const read = Object.entries(amounts).flatMap(([resource, text]) => {
    if (resource === 'pid') return [];
    const amount = resource === 'cpu' ? parseMilliCpu(text) : parseBytes(text);
    return amount.ok ? [[resource, amount.value] as const] : [];
  });
  return Object.fromEntries(read);
}

function evictionThreshold(capacity: ResourceList, rules: CapacitySettings): ResourceList {
  const hard = rules.spec.kubelet?.evictionHard ?? {};
  const storage = capacity['ephemeral-storage'] ?? 0;
  return {
    memory: threshold(hard['memory.available'] ?? '100Mi', capacity['memory'] ?? 0),
    'ephemeral-storage': threshold(hard['nodefs.available'] ?? '10%', storage),
  };
}

/** Reads a quantity, or a percentage of the capacity rounded up; `100%` disables the signal. */
function threshold(text: string, capacity: number): number {
  if (!text.endsWith('%')) {
    const amount = parseBytes(text);
    return amount.ok ? amount.value : 0;
  }
  const percent = Number(text.slice(0, -1));
  return percent >= 0 && percent < 100 ? Math.ceil((capacity / 100) * percent) : 0;
}
