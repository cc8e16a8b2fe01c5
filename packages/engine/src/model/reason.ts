import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { PauseExtent, PauseScopeKind } from './pause.js';
import type { MinValuesUnmet, SchedulingReason } from './scheduling-reason.js';

/**
 * Why something was not done: a code and the data that a sentence needs. The dashboard has the
 * sentences. Amounts are in the units of {@link ResourceList}.
 */
export type Reason = SchedulingReason | DisruptionBlock | LaunchReason;

/** Why a node is not disrupted: the disruption blockers. */
export type DisruptionBlock =
  | { readonly code: 'NOT_MANAGED' }
  | { readonly code: 'NOT_INITIALIZED' }
  | { readonly code: 'TERMINATING' }
  | { readonly code: 'IN_DECISION'; readonly decisionId: string }
  | { readonly code: 'NOMINATED'; readonly until: Instant }
  /** A standalone NodeClaim: no NodePool says when it may be disrupted. */
  | { readonly code: 'WITHOUT_NODE_POOL' }
  | { readonly code: 'NODE_POOL_UNKNOWN'; readonly nodePool: string }
  | { readonly code: 'NO_INSTANCE_TYPES'; readonly nodePool: string }
  /** A field of its NodePool's manifest cannot be read, and it may allow no disruption. */
  | {
      readonly code: 'NODE_POOL_UNREADABLE';
      readonly nodePool: string;
      readonly field: string;
      readonly detail: string;
    }
  /** A pause stops the disruption of the NodePool's nodes, or their consolidation. */
  | {
      readonly code: 'DISRUPTION_PAUSED';
      readonly pauseId: string;
      readonly scope: PauseScopeKind;
      /** Why, as the owner wrote it. */
      readonly reason: string;
      readonly owner: string;
      readonly until: Instant | null;
      readonly stops: PauseExtent;
    }
  | { readonly code: 'NODE_DO_NOT_DISRUPT' }
  /** The node is unhealthy, and an annotation forbids its repair. */
  | { readonly code: 'NODE_DO_NOT_REPAIR' }
  /** So many nodes of its NodePool are unhealthy that none of them is repaired. */
  | {
      readonly code: 'MANY_UNHEALTHY';
      readonly nodePool: string;
      readonly unhealthy: number;
      readonly nodes: number;
    }
  | { readonly code: 'POD_DO_NOT_DISRUPT'; readonly pod: string; readonly until: Instant | null }
  | { readonly code: 'PDB_BLOCKS'; readonly pdb: string; readonly pod: string }
  | { readonly code: 'MULTIPLE_PDBS'; readonly pdbs: readonly string[]; readonly pod: string }
  | { readonly code: 'CONSOLIDATION_DISABLED'; readonly nodePool: string }
  /** The NodePool is static: it keeps a number of nodes, whatever runs on them. */
  | { readonly code: 'STATIC_POOL'; readonly nodePool: string; readonly replicas: number }
  /** The static NodePool has more nodes than its replicas until a replaced node is removed. */
  | {
      readonly code: 'STATIC_POOL_BUSY';
      readonly nodePool: string;
      readonly nodes: number;
      readonly replicas: number;
    }
  /** The replacement would exceed the NodePool's limit of nodes. */
  | { readonly code: 'NODE_LIMIT_REACHED'; readonly nodePool: string; readonly limit: number }
  | { readonly code: 'CONSOLIDATE_AFTER'; readonly until: Instant }
  | { readonly code: 'NOT_EMPTY'; readonly pods: number }
  /** CapacityBuffers use its capacity, `namespace/name`. */
  | { readonly code: 'HOLDS_CAPACITY_BUFFER'; readonly buffers: readonly string[] }
  /** Other nodes came first; a later evaluation simulates it. */
  | { readonly code: 'NOT_EVALUATED_YET' }
  /** The reason of its command does not hold any more: not empty, not underutilized or not drifted. */
  | { readonly code: 'REASON_NO_LONGER_APPLIES'; readonly reason: string }
  /** The command of an open decision moves pods to it. */
  | { readonly code: 'EXPECTS_PODS'; readonly decisionId: string }
  /** A user rejected this for the node; it is not proposed again before then. */
  | { readonly code: 'REJECTED'; readonly decisionId: string; readonly until: Instant }
  /** Its last repair failed; others come first, and it is tried again after this time. */
  | { readonly code: 'REPAIR_FAILED'; readonly decisionId: string; readonly until: Instant }
  /** Its pods would move to a node that is not initialized yet. */
  | { readonly code: 'DESTINATION_NOT_READY'; readonly nodeName: string }
  /** Its pods would move to a node that takes none before its own `consolidateAfter` has passed. */
  | {
      readonly code: 'DESTINATION_NOT_CONSOLIDATABLE';
      readonly nodeName: string;
      readonly until: Instant;
    }
  /** Not all of its pods fit elsewhere; `pod` is the first that does not. */
  | { readonly code: 'PODS_UNSCHEDULABLE'; readonly pods: number; readonly pod: string }
  /** Its pods would need more than one new node. */
  | { readonly code: 'MULTIPLE_REPLACEMENTS'; readonly nodes: number }
  /** The price of the node or its replacement is unknown, so no cheaper one can be found. */
  | { readonly code: 'PRICE_UNKNOWN' }
  | {
      readonly code: 'NO_CHEAPER_REPLACEMENT';
      /** Price that a replacement has to be below. */
      readonly priceMicroUsdPerHour: MicroUsdPerHour;
      /**
       * The lowest price of an instance type for its pods, each at its most expensive offering: a
       * launch may take any of them.
       */
      readonly bestMicroUsdPerHour: MicroUsdPerHour;
    }
  /** The cheaper instance types are not as many as a NodePool requires. */
  | MinValuesUnmet
  /** The saving is smaller than a NodePool or the settings of the cluster require. */
  | {
      readonly code: 'SAVING_TOO_SMALL';
      readonly savingMicroUsdPerHour: MicroUsdPerHour;
      readonly minSavingMicroUsdPerHour: MicroUsdPerHour;
      /** Pods that would be moved. */
      readonly pods: number;
      /** The NodePool that requires it; absent for the settings of the cluster. */
      readonly nodePool?: string;
    }
  /** The NodePool has the policy `Balanced`, and the saving is too small for the disruption. */
  | {
      readonly code: 'SCORE_TOO_LOW';
      readonly nodePool: string;
      /** Part of the NodePool's price that is saved divided by the part of its disruption cost. */
      readonly score: number;
      readonly minScore: number;
    }
  /** The replacement could be spot too, and the cluster's settings do not allow spot to spot. */
  | { readonly code: 'SPOT_TO_SPOT_DISABLED' }
  /** Spot to spot needs enough cheaper types, or replacements would never end. */
  | { readonly code: 'SPOT_INFLEXIBLE'; readonly cheaperTypes: number; readonly needed: number }
  | {
      readonly code: 'BUDGET_EXHAUSTED';
      readonly nodePool: string;
      readonly reason: string;
      readonly allowed: number;
      /** Index of the budget that sets the limit; `null` if none does. */
      readonly budget: number | null;
    };

/** Why a planned NodeClaim did not become an instance. */
export type LaunchReason =
  | { readonly code: 'INSUFFICIENT_CAPACITY'; readonly offerings: number; readonly detail: string }
  | { readonly code: 'NODE_CLASS_NOT_READY'; readonly nodeClass: string; readonly detail: string }
  /** EC2 refused the launch or did not finish it in time. */
  | { readonly code: 'LAUNCH_REFUSED'; readonly detail: string }
  /** Kerf did not launch it: its NodePool, a limit or the mode has changed since the plan. */
  | { readonly code: 'LAUNCH_WITHHELD'; readonly detail: string };

/** The code of a {@link Reason}. */
export type ReasonCode = Reason['code'];
