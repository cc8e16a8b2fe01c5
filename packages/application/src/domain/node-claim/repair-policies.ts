import { annotationKeys, type DurationMs, type Instant } from '@kerf/core';
import type { Labels, NodeRepair } from '@kerf/engine';
import type { NodeClaim } from './node-claim.js';

/** A condition with which a node is unhealthy, and what is done about it. */
export interface RepairPolicy {
  readonly type: string;
  readonly status: 'False' | 'Unknown';
  /** How long it is tolerated. */
  readonly tolerationMs: DurationMs;
  /** Longest drain before the instance is terminated; 0: none, because the kubelet could evict nothing. */
  readonly drainMs: DurationMs;
  /** Conditions of a higher rank are repaired before others. */
  readonly rank: number;
}

/** A condition of a node that one of the {@link repairPolicies} covers. */
export interface UnhealthyCondition extends Pick<RepairPolicy, 'type' | 'status'> {
  /** Its last transition. */
  readonly since: Instant;
}

const minuteMs: DurationMs = 60_000;

/** Longest drain of a node whose kubelet may still evict pods. */
const gracefulMs: DurationMs = 10 * minuteMs;

/** The wait that makes up for one rank: a node of a lower rank waits for others this much longer at most. */
const rankWorthMs: DurationMs = 30 * minuteMs;

const tolerated = {
  tolerationMs: 30 * minuteMs,
  drainMs: gracefulMs,
  rank: 0,
};

/**
 * Conditions of the kubelet, and of the EKS node monitoring agent.
 * Source: karpenter aws pkg/cloudprovider/cloudprovider.go RepairPolicies @v1.14.1; that some
 * conditions leave no time for a drain, and the worth of a rank, are from the design of v1.15, whose
 * values for each condition are not known.
 */
export const repairPolicies: readonly RepairPolicy[] = [
  { ...tolerated, type: 'Ready', status: 'False' },
  { ...tolerated, type: 'Ready', status: 'Unknown', drainMs: 0 },
  {
    ...tolerated,
    type: 'AcceleratedHardwareReady',
    status: 'False',
    tolerationMs: 10 * minuteMs,
    rank: 1,
  },
  { ...tolerated, type: 'StorageReady', status: 'False' },
  { ...tolerated, type: 'NetworkingReady', status: 'False' },
  { ...tolerated, type: 'KernelReady', status: 'False', drainMs: 0 },
  { ...tolerated, type: 'ContainerRuntimeReady', status: 'False' },
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

interface Tolerated extends Omit<RepairPolicy, 'tolerationMs'> {
  readonly condition: UnhealthyCondition;
  /** End of the toleration. */
  readonly repairAt: Instant;
}

const toleratedConditions = (conditions: readonly UnhealthyCondition[]): readonly Tolerated[] =>
  conditions
    .flatMap((condition) => {
      const policy = repairPolicyOf(condition);
      return policy === undefined
        ? []
        : [{ ...policy, condition, repairAt: condition.since + policy.tolerationMs }];
    })
    .sort((a, b) => a.repairAt - b.repairAt);

/**
 * Returns the condition whose toleration ends first, with that time; `null` for a healthy node.
 * Source: karpenter node/health/controller.go @v1.14.1.
 */
export const firstToRepair = (
  conditions: readonly UnhealthyCondition[],
): Pick<Tolerated, 'condition' | 'repairAt'> | null => toleratedConditions(conditions)[0] ?? null;

/** Returns when the repair of a node becomes due because of one of its conditions. */
export const repairTimes = (conditions: readonly UnhealthyCondition[]): readonly Instant[] =>
  toleratedConditions(conditions).map(({ repairAt }) => repairAt);

/**
 * Returns the repair that is due for a node with these conditions; `null` if none is. It names the
 * condition of the highest rank, the first of them to be tolerated no more. The shortest drain of
 * all conditions applies.
 * Source: karpenter disruption/repair.go @v1.15.0.
 */
export function dueRepair(
  conditions: readonly UnhealthyCondition[],
  now: Instant,
): Omit<NodeRepair, 'isVetoed'> | null {
  const due = toleratedConditions(conditions).filter(({ repairAt }) => repairAt <= now);
  const [first] = due.toSorted((a, b) => b.rank - a.rank);
  if (first === undefined) return null;
  return {
    condition: first.type,
    status: first.status,
    since: first.condition.since,
    dueAt: Math.min(...due.map(({ repairAt, rank }) => repairAt - rank * rankWorthMs)),
    drainMs: Math.min(...due.map(({ drainMs }) => drainMs)),
  };
}

/**
 * Returns true if the repair of a node is a disruption like others: it has been initialized, and a
 * NodePool says when it may be disrupted.
 */
export const isRepairVoluntary = ({
  nodePool,
  initializedAt,
}: Pick<NodeClaim, 'nodePool' | 'initializedAt'>): boolean =>
  nodePool !== null && initializedAt !== null;

/** Returns true if an annotation of a node forbids its repair: each value does but `false`. */
export const isRepairVetoed = ({ annotations }: { readonly annotations: Labels }): boolean =>
  (annotations[annotationKeys.doNotRepair] ?? 'false') !== 'false';

/** Returns true if few enough of these nodes are unhealthy that they may be repaired. */
export function mayRepair(
  nodes: readonly { readonly unhealthyConditions: readonly UnhealthyCondition[] }[],
): boolean {
  const unhealthy = nodes.filter(({ unhealthyConditions }) => unhealthyConditions.length > 0);
  return unhealthy.length <= Math.ceil(nodes.length * unhealthyShare);
}
