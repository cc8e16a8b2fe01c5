import type { CapacityPolicy, DeviceCapacity } from '../model/device.js';

/**
 * Returns how much of a capacity a claim takes that requests `requested`; `null` if the device cannot
 * give it so much. Source: Kubernetes KEP 5075, resource/v1 CapacityRequestPolicy.
 * @param requested `null`: nothing in particular
 */
export function shareOfCapacity(
  { amount, atLeast = amount, policy }: DeviceCapacity,
  requested: number | null,
): number | null {
  const share = policy === undefined ? (requested ?? amount) : shareByPolicy(policy, requested);
  return share !== null && share <= atLeast ? share : null;
}

function shareByPolicy(policy: CapacityPolicy, requested: number | null): number | null {
  const wanted = requested ?? policy.standard;
  if (wanted === null) return null;
  if (policy.values.length > 0) {
    const large = policy.values.filter((value) => value >= wanted);
    return large.length === 0 ? null : Math.min(...large);
  }
  const { min, max, step } = policy;
  const least = min ?? 0;
  const above = Math.max(0, wanted - least);
  const share = least + (step === null ? above : Math.ceil(above / step) * step);
  return max !== null && share > max ? null : share;
}
