import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { SchedulingReason } from './scheduling-reason.js';

/**
 * Why something was not done, as a closed union: a code and the data a sentence needs.
 * The web owns the words. Amounts are in the units of ResourceList.
 */
export type Reason = SchedulingReason | DisruptionBlock | LaunchReason;

/** Why a node is not disrupted. */
export type DisruptionBlock =
  | { readonly code: 'NOT_MANAGED' }
  | { readonly code: 'NOT_INITIALIZED' }
  | { readonly code: 'TERMINATING' }
  | { readonly code: 'IN_DECISION'; readonly decisionId: string }
  | { readonly code: 'NOMINATED'; readonly until: Instant }
  /** A person asked for it without a pool, and no pool says when it may go. */
  | { readonly code: 'WITHOUT_NODE_POOL' }
  | { readonly code: 'NODE_POOL_UNKNOWN'; readonly nodePool: string }
  | { readonly code: 'NO_INSTANCE_TYPES'; readonly nodePool: string }
  | { readonly code: 'NODE_DO_NOT_DISRUPT' }
  | { readonly code: 'POD_DO_NOT_DISRUPT'; readonly pod: string; readonly until: Instant | null }
  | { readonly code: 'PDB_BLOCKS'; readonly pdb: string; readonly pod: string }
  | { readonly code: 'MULTIPLE_PDBS'; readonly pdbs: readonly string[]; readonly pod: string }
  | { readonly code: 'CONSOLIDATION_DISABLED'; readonly nodePool: string }
  /** Its pool keeps a number of nodes, whatever runs on them. */
  | { readonly code: 'STATIC_POOL'; readonly nodePool: string; readonly replicas: number }
  /** The static pool has more nodes than it wants until one that is replaced has gone. */
  | {
      readonly code: 'STATIC_POOL_BUSY';
      readonly nodePool: string;
      readonly nodes: number;
      readonly replicas: number;
    }
  /** Its replacement would be one node more than the pool may have. */
  | { readonly code: 'NODE_LIMIT_REACHED'; readonly nodePool: string; readonly limit: number }
  | { readonly code: 'CONSOLIDATE_AFTER'; readonly until: Instant }
  | { readonly code: 'NOT_EMPTY'; readonly pods: number }
  /** Its room is kept free for these CapacityBuffers, `namespace/name`. */
  | { readonly code: 'HOLDS_CAPACITY_BUFFER'; readonly buffers: readonly string[] }
  /** Another node came first; it is looked at in a later turn. */
  | { readonly code: 'NOT_EVALUATED_YET' }
  /** It is not what it was to be taken away for any more: not underused, or not drifted. */
  | { readonly code: 'REASON_NO_LONGER_APPLIES'; readonly reason: string }
  /** The command of an open decision moves pods here. */
  | { readonly code: 'EXPECTS_PODS'; readonly decisionId: string }
  /** A person rejected this for the node; it is not proposed again before then. */
  | { readonly code: 'REJECTED'; readonly decisionId: string; readonly until: Instant }
  /** Its pods would move to a node that is not initialized yet. */
  | { readonly code: 'DESTINATION_NOT_READY'; readonly nodeName: string }
  /** Its pods would not all find a place elsewhere; `pod` is the first that does not. */
  | { readonly code: 'PODS_UNSCHEDULABLE'; readonly pods: number; readonly pod: string }
  /** Its pods would need more than one new node. */
  | { readonly code: 'MULTIPLE_REPLACEMENTS'; readonly nodes: number }
  /** What it or its replacement costs is not known, so nothing can be told to be cheaper. */
  | { readonly code: 'PRICE_UNKNOWN' }
  | {
      readonly code: 'NO_CHEAPER_REPLACEMENT';
      readonly priceMicroUsdPerHour: MicroUsdPerHour;
      /** The least that a node for its pods would cost. */
      readonly bestMicroUsdPerHour: MicroUsdPerHour;
    }
  /** The pool's consolidation policy is one that only empty nodes are consolidated by, so far. */
  | { readonly code: 'POLICY_UNSUPPORTED'; readonly policy: string }
  /** Its replacement may be spot as well, and the cluster's settings do not allow that. */
  | { readonly code: 'SPOT_TO_SPOT_DISABLED' }
  /** A spot node is replaced by another only when enough types are cheaper, or it would never end. */
  | { readonly code: 'SPOT_INFLEXIBLE'; readonly cheaperTypes: number; readonly needed: number }
  | {
      readonly code: 'BUDGET_EXHAUSTED';
      readonly nodePool: string;
      readonly reason: string;
      readonly allowed: number;
      /** Index of the budget that rules; `null` when none of them does. */
      readonly budget: number | null;
    };

/** Why a planned claim did not become an instance. */
export type LaunchReason =
  | { readonly code: 'INSUFFICIENT_CAPACITY'; readonly offerings: number; readonly detail: string }
  | { readonly code: 'NODE_CLASS_NOT_READY'; readonly nodeClass: string; readonly detail: string }
  /** The cloud refused it, or did not launch it in time. */
  | { readonly code: 'LAUNCH_REFUSED'; readonly detail: string }
  /** Kerf did not ask the cloud: its pool, a limit or the cluster's mode has changed since the plan. */
  | { readonly code: 'LAUNCH_WITHHELD'; readonly detail: string };

export type ReasonCode = Reason['code'];
