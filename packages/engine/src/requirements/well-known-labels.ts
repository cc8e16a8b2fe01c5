import { labelKeys, reservationLabels } from '@kerf/core';

/**
 * Labels that instance types and offerings always have. Source: karpenter pkg/apis/v1/labels.go
 * @v1.14.1, and the labels of Kerf's offerings.
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
  reservationLabels.id,
];

/**
 * Labels that a NodeClaim has only while it is planned, so that DaemonSets that select them are
 * counted. Registration and initialization set them on the node later.
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

/** Returns the current name of a deprecated label; other labels are returned unchanged. */
export function normalizeLabel(label: string): string {
  return aliases.get(label) ?? label;
}

/**
 * Returns true for labels that a pod may not select nodes by, because they interfere with the
 * choice of a node: the hostname, and Karpenter's own domain except its well-known labels.
 */
export function isRestrictedLabel(label: string, wellKnown: ReadonlySet<string>): boolean {
  const key = normalizeLabel(label);
  if (wellKnown.has(key)) return false;
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return (
    key === labelKeys.hostname || domain === 'karpenter.sh' || domain.endsWith('.karpenter.sh')
  );
}
