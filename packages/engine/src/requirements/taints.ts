import { taintKeys } from '@kerf/core';
import type { Taint, Toleration } from '../model/taint.js';

/** Tolerates `PreferNoSchedule` taints; the last step of the relaxation of preferences. */
export const toleratePreferNoSchedule: Toleration = {
  key: '',
  operator: 'Exists',
  value: '',
  effect: 'PreferNoSchedule',
};

/**
 * Returns the first taint that no toleration covers, or `null`; `PreferNoSchedule` counts as the
 * other effects.
 */
export function findUntolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): Taint | null {
  return taints.find((taint) => !tolerations.some((item) => tolerates(item, taint))) ?? null;
}

/**
 * Returns true if the toleration covers the taint. Source: Kubernetes core/v1
 * Toleration.ToleratesTaint.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== null && toleration.effect !== taint.effect) return false;
  if (toleration.key !== '' && toleration.key !== taint.key) return false;
  return toleration.operator === 'Exists' || toleration.value === taint.value;
}

/**
 * Taints, as `key:effect`, that a starting node loses by itself. Source: karpenter
 * pkg/scheduling/taints.go @v1.14.1.
 */
const ephemeral: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready:NoSchedule',
  'node.kubernetes.io/not-ready:NoExecute',
  'node.kubernetes.io/unreachable:NoSchedule',
  'node.cloudprovider.kubernetes.io/uninitialized:NoSchedule',
  `${taintKeys.unregistered}:NoExecute`,
]);
const ephemeralPrefix = 'readiness.k8s.io/';

/** Returns true for a taint that a starting node loses before pods are bound to it. */
export function isEphemeralTaint({ key, effect }: Taint): boolean {
  return key.startsWith(ephemeralPrefix) || ephemeral.has(`${key}:${effect}`);
}
