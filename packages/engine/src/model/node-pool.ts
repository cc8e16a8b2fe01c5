import type { DurationMs, Instant } from '@kerf/core';
import type { Labels } from './labels.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { Taint } from './taint.js';

export const consolidationPolicies = ['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced'] as const;
export type ConsolidationPolicy = (typeof consolidationPolicies)[number];

export const disruptionReasons = ['Empty', 'Underutilized', 'Drifted'] as const;
export type DisruptionReason = (typeof disruptionReasons)[number];

export interface NodePool {
  readonly name: string;
  /** 0 when the manifest sets none; higher is tried first. */
  readonly weight: number;
  /** A number makes the pool static: it keeps that many nodes and takes no pending pods. */
  readonly replicas: number | null;
  /** `null` when the pool can be used, else what keeps it from that. */
  readonly notReady: NotReady | null;
  readonly template: NodePoolTemplate;
  readonly disruption: NodePoolDisruption;
  /** Empty when unlimited. `nodes` counts nodes. */
  readonly limits: ResourceList;
  /** Capacity of the pool's claims now, incl. `nodes`. */
  readonly usage: ResourceList;
}

/** Why a pool launches no nodes now. */
export interface NotReady {
  readonly cause: 'BeingDeleted' | 'NodeClassMissing' | 'NodeClassNotReady';
  /** In a sentence. */
  readonly detail: string;
  /** The field of the NodeClass that is at fault, e.g. `spec.subnetSelectorTerms`; `null`: unknown. */
  readonly field: string | null;
}

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

export interface NodePoolDisruption {
  readonly consolidationPolicy: ConsolidationPolicy;
  /** `null`: never. */
  readonly consolidateAfterMs: DurationMs | null;
  readonly budgets: readonly DisruptionBudget[];
}

/** A budget with its schedule already read at the snapshot's `now` (cron is not the engine's). */
export interface DisruptionBudget {
  readonly max: { readonly kind: 'Percent' | 'Count'; readonly value: number };
  /** Empty: every reason. */
  readonly reasons: readonly DisruptionReason[];
  /** An inactive budget allows everything; one that cannot be read allows nothing. */
  readonly state: 'Active' | 'Inactive' | 'Unreadable';
  /** When `state` changes next; `null` when it never does. */
  readonly changesAt: Instant | null;
  /** The budget's position in the manifest. */
  readonly index: number;
}
