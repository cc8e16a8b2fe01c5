import { taintKeys } from '@kerf/core';
import type { Taint, Toleration } from '../model/taint.js';

/** Tolerates what should rather not be scheduled to; the last thing that a pod's wishes give up. */
export const toleratePreferNoSchedule: Toleration = {
  key: '',
  operator: 'Exists',
  value: '',
  effect: 'PreferNoSchedule',
};

/** The first taint that none of the tolerations covers; `PreferNoSchedule` counts like the others. */
export function findUntolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): Taint | null {
  return taints.find((taint) => !tolerations.some((item) => tolerates(item, taint))) ?? null;
}

/** Source: Kubernetes core/v1 Toleration.ToleratesTaint. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== null && toleration.effect !== taint.effect) return false;
  if (toleration.key !== '' && toleration.key !== taint.key) return false;
  return toleration.operator === 'Exists' || toleration.value === taint.value;
}

/**
 * Taints, as `key:effect`, that a node loses on its own while it starts.
 * Source: karpenter pkg/scheduling/taints.go @v1.14.1.
 */
const ephemeral: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready:NoSchedule',
  'node.kubernetes.io/not-ready:NoExecute',
  'node.kubernetes.io/unreachable:NoSchedule',
  'node.cloudprovider.kubernetes.io/uninitialized:NoSchedule',
  `${taintKeys.unregistered}:NoExecute`,
]);
const ephemeralPrefix = 'readiness.k8s.io/';

/** True for a taint that will go before pods come, so that a starting node may be planned for. */
export function isEphemeralTaint({ key, effect }: Taint): boolean {
  return key.startsWith(ephemeralPrefix) || ephemeral.has(`${key}:${effect}`);
}
