import { labelKeys } from '@kerf/core';

/** Tells the offerings of one capacity reservation from all others. */
export const reservationIdLabel = 'karpenter.k8s.aws/capacity-reservation-id';

/**
 * Labels that instance types and offerings always fill.
 * Source: karpenter pkg/apis/v1/labels.go @v1.14.1, and what an offering of ours says of itself.
 */
export const coreWellKnownLabels: readonly string[] = [
  labelKeys.nodePool,
  labelKeys.zone,
  labelKeys.region,
  labelKeys.instanceType,
  labelKeys.arch,
  labelKeys.os,
  labelKeys.capacityType,
  'node.kubernetes.io/windows-build',
  labelKeys.zoneId,
  reservationIdLabel,
];

/**
 * Labels that a claim carries for its pool's sake only while it is planned, so that DaemonSets which
 * select them are counted. They are set on the node later, by its life-cycle.
 */
export const plannedOnlyLabels: ReadonlySet<string> = new Set([
  labelKeys.registered,
  labelKeys.initialized,
]);

const aliases: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', labelKeys.zone],
  ['failure-domain.beta.kubernetes.io/region', labelKeys.region],
  ['beta.kubernetes.io/arch', labelKeys.arch],
  ['beta.kubernetes.io/os', labelKeys.os],
  ['beta.kubernetes.io/instance-type', labelKeys.instanceType],
]);

/** The label that an old name stands for; any other label is its own. */
export function normalizeLabel(label: string): string {
  return aliases.get(label) ?? label;
}

/**
 * True for labels that a pod may not select nodes by, because they would get in the way of deciding
 * which node to buy: the hostname, and Karpenter's own domain except its well-known labels.
 */
export function isRestrictedLabel(label: string, wellKnown: ReadonlySet<string>): boolean {
  const key = normalizeLabel(label);
  if (wellKnown.has(key)) return false;
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return (
    key === labelKeys.hostname || domain === 'karpenter.sh' || domain.endsWith('.karpenter.sh')
  );
}
