import { annotationKeys, compareText, type DurationMs, type Instant, labelKeys } from '@kerf/core';
import type { Labels, NodeRepair } from '@kerf/engine';
import { areRebootsExhausted, type ClaimReboot, rebootEndedAt } from './claim-reboot.js';
import type { NodeClaim } from './node-claim.js';

/** A condition with which a node is unhealthy, and what is done about it. */
export interface RepairPolicy {
  readonly type: string;
  readonly status: 'False' | 'Unknown';
  /** Reasons of the condition; absent: those that no policy before covers. */
  readonly reasons?: RegExp;
  /** How long it is tolerated. */
  readonly tolerationMs: DurationMs;
  /** Longest drain before the instance is rebooted or terminated; 0: none. */
  readonly drainMs: DurationMs;
  /** True if a reboot may clear the condition. */
  readonly rebootMayHelp?: true;
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
const known = { tolerationMs: 10 * minuteMs, drainMs: 5 * minuteMs };
const hardware = { type: 'AcceleratedHardwareReady', status: 'False' } as const;

/** Errors of a GPU (XID) that a reboot may clear. The node monitoring agent names them in the reason. */
const transientErrors = [46, 48, 54, 62, 63, 95, 109, 110, 136, 140, 143, 155, 156, 158];
/** Errors of a GPU (XID) that only a replacement solves. */
const fatalErrors = [64, 74, 79, 119, 120];

const ofErrors = (xids: readonly number[]): RegExp => new RegExp(`XID(${xids.join('|')})`);

/**
 * Conditions of the kubelet, and of the EKS node monitoring agent. None has a priority, so nodes are
 * repaired in the order in which their tolerations end.
 * Source: karpenter aws pkg/cloudprovider/cloudprovider.go RepairPolicies @v1.15.2.
 */
export const repairPolicies: readonly RepairPolicy[] = [
  { ...lasting, type: 'Ready', status: 'False' },
  { ...lasting, type: 'Ready', status: 'Unknown' },
  { ...known, ...hardware, reasons: ofErrors(fatalErrors) },
  { ...known, ...hardware, reasons: ofErrors(transientErrors), rebootMayHelp: true },
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

/** The facts besides its conditions that decide on the repair of a node. */
export interface RepairRules {
  /** Absent: those of {@link repairPolicies}. */
  readonly policies?: readonly RepairPolicy[];
  /** The last reboot of the node. */
  readonly reboot: ClaimReboot | null;
  /** True if nodes are rebooted where that may help; otherwise they are replaced. */
  readonly mayReboot: boolean;
}

/** A condition is tolerated from the end of a reboot at the earliest: it may be of the time before. */
const repairsOf = (
  conditions: readonly UnhealthyCondition[],
  { policies, reboot, mayReboot }: RepairRules,
): readonly ConditionRepair[] =>
  conditions.flatMap((condition) => {
    const { type, status, since } = condition;
    const policy = repairPolicyOf(condition, policies);
    if (policy === undefined) return [];
    const { tolerationMs, drainMs, rebootMayHelp = false } = policy;
    const dueAt = Math.max(since, rebootEndedAt(reboot) ?? 0) + tolerationMs;
    const action = mayReboot && rebootMayHelp ? 'Reboot' : 'Replace';
    return [{ action, condition: type, status, since, dueAt, drainMs }];
  });

/** Returns when the repair of a node becomes due because of one of its conditions. */
export const repairTimes = (
  conditions: readonly UnhealthyCondition[],
  reboot: ClaimReboot | null,
): readonly Instant[] =>
  repairsOf(conditions, { reboot, mayReboot: false }).map(({ dueAt }) => dueAt);

/**
 * Returns the repair that is due for a node with these conditions; `null` if none is. One that replaces
 * the node precedes a reboot, then the condition whose toleration ended first. The shortest drain of
 * all that are due applies. A node that has been rebooted too often is replaced.
 * Source: karpenter node/health/policy.go, disruption/repair_history.go @v1.15.0.
 */
export function dueRepair(
  conditions: readonly UnhealthyCondition[],
  now: Instant,
  rules: RepairRules,
): ConditionRepair | null {
  const due = repairsOf(conditions, rules).filter(({ dueAt }) => dueAt <= now);
  const [first] = due.toSorted(
    (a, b) =>
      Number(a.action === 'Reboot') - Number(b.action === 'Reboot') ||
      a.dueAt - b.dueAt ||
      compareText(a.condition, b.condition),
  );
  if (first === undefined) return null;
  return {
    ...first,
    ...(areRebootsExhausted(rules.reboot, now) && { action: 'Replace' }),
    dueAt: Math.min(...due.map(({ dueAt }) => dueAt)),
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
