import { labelKeys } from '@kerf/core';

const aws = (name: string): string => `karpenter.k8s.aws/${name}`;

/**
 * Labels that instance types and offerings set, so a NodePool may constrain them without defining
 * them.
 * Source: karpenter pkg/apis/v1/labels.go, karpenter-provider-aws pkg/apis/v1/labels.go.
 */
export const wellKnownLabels: readonly string[] = [
  labelKeys.capacityType,
  labelKeys.zone,
  labelKeys.region,
  labelKeys.zoneId,
  labelKeys.instanceType,
  labelKeys.arch,
  labelKeys.os,
  'node.kubernetes.io/windows-build',
  ...[
    'instance-category',
    'instance-generation',
    'instance-family',
    'instance-size',
    'instance-capability-flex',
    'instance-cpu',
    'instance-cpu-manufacturer',
    'instance-cpu-sustained-clock-speed-mhz',
    'instance-memory',
    'instance-ebs-bandwidth',
    'instance-network-bandwidth',
    'instance-local-nvme',
    'instance-hypervisor',
    'instance-encryption-in-transit-supported',
    'nitro-sandbox',
    'instance-gpu-name',
    'instance-gpu-manufacturer',
    'instance-gpu-count',
    'instance-gpu-memory',
    'instance-accelerator-name',
    'instance-accelerator-manufacturer',
    'instance-accelerator-count',
    'instance-tenancy',
    'capacity-reservation-id',
    'capacity-reservation-type',
    'capacity-reservation-interruptible',
    'placement-group-id',
    'placement-group-partition',
  ].map(aws),
];

/** Labels with a fixed set of values. */
export const fixedLabelValues: ReadonlyMap<string, readonly string[]> = new Map([
  [labelKeys.capacityType, ['on-demand', 'spot', 'reserved']],
  [labelKeys.arch, ['amd64', 'arm64']],
  [labelKeys.os, ['linux', 'windows']],
  [aws('instance-tenancy'), ['default', 'dedicated']],
  [aws('capacity-reservation-type'), ['default', 'capacity-block']],
]);

export const isWellKnown = (key: string): boolean => wellKnownLabels.includes(key);
