import { annotationKeys, compareText, type DurationMs, type Instant, labelKeys } from '@kerf/core';
import type { Labels, NodeRepair } from '@kerf/engine';
import type { NodeClaim } from './node-claim.js';

/** A condition with which a node is unhealthy, and what is done about it. */
export interface RepairPolicy {
  readonly type: string;
  readonly status: 'False' | 'Unknown';
  /** Reasons of the condition; absent: those that no policy before covers. */
  readonly reasons?: RegExp;
  /** How long it is tolerated. */
  readonly tolerationMs: DurationMs;
  /** Longest drain before the instance is terminated; 0: none. */
  readonly drainMs: DurationMs;
}

/** A condition of a node that one of the {@link repairPolicies} covers. */
export interface UnhealthyCondition extends Pick<RepairPolicy, 'type' | 'status'> {
  /** Empty if there is none. */
  readonly reason: string;
  /** Its last transition. */
  readonly since: Instant;
}

const minuteMs: DurationMs = 60_000;

const lasting = { tolerationMs: 30 * minuteMs, drainMs: 10 * minuteMs };
const hardware = { type: 'AcceleratedHardwareReady', status: 'False' } as const;

/**
 * Errors of a GPU (XID) that a reboot may solve; Karpenter replaces the node all the same, unless it
 * may reboot it. The node monitoring agent names them in the reason.
 */
const transientErrors = [46, 48, 54, 62, 63, 95, 109, 110, 136, 140, 143, 155, 156, 158];
/** Errors of a GPU (XID) that only a replacement solves. */
const fatalErrors = [64, 74, 79, 119, 120];

/**
 * Conditions of the kubelet, and of the EKS node monitoring agent. None has a priority, so nodes are
 * repaired in the order in which their tolerations end.
 * Source: karpenter aws pkg/cloudprovider/cloudprovider.go RepairPolicies @v1.15.2.
 */
export const repairPolicies: readonly RepairPolicy[] = [
  { ...lasting, type: 'Ready', status: 'False' },
  { ...lasting, type: 'Ready', status: 'Unknown' },
  {
    ...hardware,
    reasons: new RegExp(`XID(${[...transientErrors, ...fatalErrors].join('|')})`),
    tolerationMs: 10 * minuteMs,
    drainMs: 5 * minuteMs,
  },
  { ...lasting, ...hardware },
  { ...lasting, type: 'StorageReady', status: 'False' },
  { ...lasting, type: 'NetworkingReady', status: 'False' },
  { ...lasting, type: 'KernelReady', status: 'False' },
  { ...lasting, type: 'ContainerRuntimeReady', status: 'False' },
];

/**
 * The policies of legacy node repair, which reads no reasons and does not drain.
 * Source: karpenter aws pkg/cloudprovider/cloudprovider.go legacyRepairPolicies @v1.15.2.
 */
export const legacyRepairPolicies: readonly RepairPolicy[] = repairPolicies
  .filter(({ reasons }) => reasons === undefined)
  .map((policy) => ({
    ...policy,
    ...(policy.type === hardware.type && { tolerationMs: 10 * minuteMs }),
    drainMs: 0,
  }));

/** Share of the nodes of a NodePool that may be unhealthy before none of them is repaired. */
const unhealthyShare = 0.2;

/** Returns the policy of a condition; `undefined` for a condition that no policy covers. */
export function repairPolicyOf(
  condition: { readonly type: unknown; readonly status: unknown; readonly reason: string },
  policies = repairPolicies,
): RepairPolicy | undefined {
  return policies.find(
    ({ type, status, reasons }) =>
      type === condition.type &&
      status === condition.status &&
      (reasons === undefined || reasons.test(condition.reason)),
  );
}

/** A repair of a node that may be due. */
export type ConditionRepair = Omit<NodeRepair, 'isVetoed' | 'halted'>;

const repairsOf = (
  conditions: readonly UnhealthyCondition[],
  policies?: readonly RepairPolicy[],
): readonly ConditionRepair[] =>
  conditions.flatMap((condition) => {
    const { type, status, since } = condition;
    const policy = repairPolicyOf(condition, policies);
    if (policy === undefined) return [];
    const { tolerationMs, drainMs } = policy;
    return [{ condition: type, status, since, dueAt: since + tolerationMs, drainMs }];
  });

/** Returns when the repair of a node becomes due because of one of its conditions. */
export const repairTimes = (conditions: readonly UnhealthyCondition[]): readonly Instant[] =>
  repairsOf(conditions).map(({ dueAt }) => dueAt);

/**
 * Returns the repair that is due for a node with these conditions; `null` if none is. It names the
 * condition whose toleration ended first. The shortest drain of all that are due applies.
 * Source: karpenter node/health/policy.go @v1.15.0.
 */
export function dueRepair(
  conditions: readonly UnhealthyCondition[],
  now: Instant,
  policies?: readonly RepairPolicy[],
): ConditionRepair | null {
  const due = repairsOf(conditions, policies).filter(({ dueAt }) => dueAt <= now);
  const [first] = due.toSorted(
    (a, b) => a.dueAt - b.dueAt || compareText(a.condition, b.condition),
  );
  if (first === undefined) return null;
  return { ...first, drainMs: Math.min(...due.map(({ drainMs }) => drainMs)) };
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

interface Health {
  /** A condition counts from its beginning, however long it is tolerated. */
  readonly unhealthyConditions: readonly UnhealthyCondition[];
}

const countUnhealthy = (nodes: readonly Health[]): number =>
  nodes.filter(({ unhealthyConditions }) => unhealthyConditions.length > 0).length;

/** Returns true if few enough of these nodes are unhealthy that they may be repaired. */
export const mayRepair = (nodes: readonly Health[]): boolean =>
  countUnhealthy(nodes) <= Math.ceil(nodes.length * unhealthyShare);

/**
 * Returns how many nodes of a NodePool are unhealthy, for NodePools of which that are so many that
 * none is repaired.
 * Source: karpenter disruption/repair.go breakerTrippedPools @v1.15.0.
 */
export function haltedPools(
  nodes: readonly (Health & { readonly labels: Labels })[],
): ReadonlyMap<string, NonNullable<NodeRepair['halted']>> {
  const byPool = Map.groupBy(nodes, ({ labels }) => labels[labelKeys.nodePool]);
  return new Map(
    [...byPool].flatMap(([nodePool, ofPool]) =>
      nodePool === undefined || mayRepair(ofPool)
        ? []
        : [[nodePool, { unhealthy: countUnhealthy(ofPool), nodes: ofPool.length }] as const],
    ),
  );
}
