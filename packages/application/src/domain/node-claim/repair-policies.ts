import type { DurationMs, Instant } from '@kerf/core';

/** A condition with which a node is unhealthy, and how long that is tolerated. */
export interface RepairPolicy {
  readonly type: string;
  readonly status: 'False' | 'Unknown';
  readonly tolerationMs: DurationMs;
}

/** A condition of a node that one of the {@link repairPolicies} covers. */
export interface UnhealthyCondition extends Pick<RepairPolicy, 'type' | 'status'> {
  /** Its last transition. */
  readonly since: Instant;
}

const minuteMs: DurationMs = 60_000;

/**
 * Conditions of the kubelet, and of the EKS node monitoring agent.
 * Source: karpenter aws pkg/cloudprovider/cloudprovider.go RepairPolicies @v1.14.1.
 */
export const repairPolicies: readonly RepairPolicy[] = [
  { type: 'Ready', status: 'False', tolerationMs: 30 * minuteMs },
  { type: 'Ready', status: 'Unknown', tolerationMs: 30 * minuteMs },
  { type: 'AcceleratedHardwareReady', status: 'False', tolerationMs: 10 * minuteMs },
  { type: 'StorageReady', status: 'False', tolerationMs: 30 * minuteMs },
  { type: 'NetworkingReady', status: 'False', tolerationMs: 30 * minuteMs },
  { type: 'KernelReady', status: 'False', tolerationMs: 30 * minuteMs },
  { type: 'ContainerRuntimeReady', status: 'False', tolerationMs: 30 * minuteMs },
];

/** Share of the nodes of a NodePool that may be unhealthy before none of them is repaired. */
const unhealthyShare = 0.2;

/** Returns the policy of a condition; `undefined` for a condition that no policy covers. */
export function repairPolicyOf(condition: {
  readonly type: unknown;
  readonly status: unknown;
}): RepairPolicy | undefined {
  return repairPolicies.find(
    ({ type, status }) => type === condition.type && status === condition.status,
  );
}

/**
 * Returns the condition whose toleration ends first, with that time; `null` for a healthy node.
 * Source: karpenter node/health/controller.go.
 */
export function firstToRepair(
  conditions: readonly UnhealthyCondition[],
): { readonly condition: UnhealthyCondition; readonly repairAt: Instant } | null {
  const [first = null] = conditions
    .flatMap((condition) => {
      const policy = repairPolicyOf(condition);
      return policy === undefined
        ? []
        : [{ condition, repairAt: condition.since + policy.tolerationMs }];
    })
    .sort((a, b) => a.repairAt - b.repairAt);
  return first;
}

/** Returns true if few enough of these nodes are unhealthy that they may be repaired. */
export function mayRepair(
  nodes: readonly { readonly unhealthyConditions: readonly UnhealthyCondition[] }[],
): boolean {
  const unhealthy = nodes.filter(({ unhealthyConditions }) => unhealthyConditions.length > 0);
  return unhealthy.length <= Math.ceil(nodes.length * unhealthyShare);
}
