import type { DurationMs, Instant } from '@kerf/core';
import type { Labels } from './labels.js';
import type { MinSaving } from './min-saving.js';
import type { NodePoolPause } from './pause.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { LaunchBlock } from './scheduling-reason.js';
import type { NodePoolSpendLimit } from './spend-limit.js';
import type { Taint } from './taint.js';

/** Lists the consolidation policies. Source: karpenter apis/v1/nodepool.go @v1.14.1. */
export const consolidationPolicies = ['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced'] as const;
/** A consolidation policy, one of {@link consolidationPolicies}. */
export type ConsolidationPolicy = (typeof consolidationPolicies)[number];

/** Lists the reasons of disruption budgets. Source: karpenter apis/v1/nodepool.go @v1.15.0. */
export const disruptionReasons = ['Empty', 'Underutilized', 'Drifted', 'Unhealthy'] as const;
/** A reason of disruption, one of {@link disruptionReasons}. */
export type DisruptionReason = (typeof disruptionReasons)[number];

/** Returns true for the reasons that aim at savings: the others replace nodes whatever they cost. */
export const aimsAtSavings = (reason: DisruptionReason): boolean =>
  reason === 'Empty' || reason === 'Underutilized';

/** A NodePool as the engine reads it. Source: karpenter apis/v1/nodepool.go @v1.14.1. */
export interface NodePool {
  readonly name: string;
  /** 0 if the manifest has none; higher weights are tried first. */
  readonly weight: number;
  /** A number makes the NodePool static: it keeps that many nodes and takes no pending pods. */
  readonly replicas: number | null;
  /** `null` if the NodePool can launch nodes. */
  readonly notReady: NotReady | null;
  /** Unreadable parts of its manifest: its nodes are not disrupted. Absent if all can be read. */
  readonly unreadable?: UnreadableManifest;
  /** The pauses in force, those that stop most first; absent if there are none. */
  readonly pauses?: readonly NodePoolPause[];
  /** The brake that stops launches of a ready NodePool; absent if none does. */
  readonly launchBlock?: LaunchBlock;
  readonly template: NodePoolTemplate;
  readonly disruption: NodePoolDisruption;
  /** Empty if unlimited. `nodes` counts nodes. */
  readonly limits: ResourceList;
  /** Capacity of the NodePool's NodeClaims now, including `nodes`. */
  readonly usage: ResourceList;
  /** Limits of what nodes may cost per hour; absent if there are none. */
  readonly spendLimits?: readonly NodePoolSpendLimit[];
}

/** Returns true if a NodePool can launch nodes now: it is ready, and no brake stops its launches. */
export const canLaunch = ({ notReady, launchBlock }: NodePool): boolean =>
  notReady === null && launchBlock === undefined;

/** Why a NodePool launches no nodes now. */
export interface NotReady {
  /** `NodeClassNew`: its first look-up is still due. */
  readonly cause:
    | 'BeingDeleted'
    | 'NodeClassMissing'
    | 'NodeClassNew'
    | 'NodeClassNotReady'
    | 'ManifestUnreadable';
  /** A sentence. */
  readonly detail: string;
  /**
   * The invalid field of the NodeClass, such as `spec.subnetSelectorTerms`, or of an unreadable
   * NodePool; `null` if unknown.
   */
  readonly field: string | null;
}

/** Unreadable parts of a NodePool's manifest, which may say anything. */
export interface UnreadableManifest {
  /** Path of the first unreadable field. */
  readonly field: string;
  /** Problem of each unreadable field, and how to fix it. */
  readonly detail: string;
}

/** Properties with which the nodes of a NodePool are created. */
export interface NodePoolTemplate {
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  readonly requirements: readonly RequirementSpec[];
  readonly nodeClassName: string;
  /** `null`: never. */
  readonly expireAfterMs: DurationMs | null;
  readonly terminationGracePeriodMs: DurationMs | null;
}

/** The disruption settings of a NodePool. */
export interface NodePoolDisruption {
  readonly consolidationPolicy: ConsolidationPolicy;
  /** `null`: never. */
  readonly consolidateAfterMs: DurationMs | null;
  readonly budgets: readonly DisruptionBudget[];
  /** Minimum savings of a consolidation; an absent value is that of the cluster's settings. */
  readonly minSaving?: Partial<MinSaving>;
}

/**
 * A disruption budget whose schedule is evaluated at the snapshot's `now`; the engine reads no
 * cron.
 */
export interface DisruptionBudget {
  readonly max: { readonly kind: 'Percent' | 'Count'; readonly value: number };
  /** Empty: all reasons. */
  readonly reasons: readonly DisruptionReason[];
  /** An inactive budget sets no limit; an invalid one allows no disruption. */
  readonly state: 'Active' | 'Inactive' | 'Unreadable';
  /** When `state` changes next; `null` if it never does. */
  readonly changesAt: Instant | null;
  /** Index of the budget in the manifest; `null` for one that it does not have. */
  readonly index: number | null;
}
