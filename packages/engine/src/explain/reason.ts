import type { Instant, MicroUsdPerHour } from '@kerf/core';

/**
 * Why something was not done, as a closed union: a code and the data a sentence needs.
 * The web owns the words. Amounts are in the units of ResourceList.
 */
export type Reason = SchedulingReason | DisruptionBlock | LaunchReason;

/** Why a pod, a pool or an instance type was not used. */
export type SchedulingReason =
  | { readonly code: 'POD_REFUSED'; readonly problem: PodProblem; readonly detail: string }
  | { readonly code: 'CONSTRAINT_UNSUPPORTED'; readonly constraint: string }
  | { readonly code: 'NODE_POOL_NOT_READY'; readonly detail: string }
  | { readonly code: 'NO_NODE_POOL' }
  | {
      readonly code: 'TAINT_NOT_TOLERATED';
      readonly key: string;
      readonly value: string;
      readonly effect: string;
    }
  | { readonly code: 'LABEL_UNDEFINED'; readonly key: string }
  | {
      readonly code: 'REQUIREMENT_INCOMPATIBLE';
      readonly key: string;
      /** What the pod asks, e.g. `In [spot]`. */
      readonly wanted: string;
      /** What the pool or node has. */
      readonly found: string;
    }
  | {
      readonly code: 'RESOURCE_TOO_LARGE';
      readonly resource: string;
      /** Pod and daemons together. */
      readonly requested: number;
      /** The most that any compatible type has, and its name. */
      readonly largest: number;
      readonly instanceType: string | null;
    }
  | {
      readonly code: 'NO_OFFERING';
      readonly zones: readonly string[];
      readonly capacityTypes: readonly string[];
    }
  | { readonly code: 'OFFERING_UNPRICED' }
  | {
      readonly code: 'LIMIT_EXCEEDED';
      readonly resource: string;
      readonly limit: number;
      readonly usage: number;
      /** The least that any type that fits would add. */
      readonly needed: number;
    }
  | {
      readonly code: 'MIN_VALUES_UNMET';
      readonly key: string;
      readonly minValues: number;
      readonly found: number;
    }
  | { readonly code: 'TOPOLOGY_UNSATISFIABLE'; readonly kind: TopologyKind; readonly key: string }
  | { readonly code: 'HOST_PORT_CONFLICT'; readonly port: number; readonly protocol: string }
  | { readonly code: 'VOLUME_LIMIT'; readonly driver: string }
  | { readonly code: 'RESERVATION_PENDING' }
  | { readonly code: 'SPOT_DEARER_THAN_ON_DEMAND' }
  | { readonly code: 'DEARER_THAN_CHOSEN' };

export type PodProblem =
  | 'REQUIRES_NO_NODE_POOL'
  | 'MATCH_FIELDS'
  | 'RESTRICTED_LABEL'
  | 'INVALID_REQUIREMENT'
  | 'VOLUME';
export type TopologyKind = 'Spread' | 'Affinity' | 'AntiAffinity';

/** Why a node is not disrupted. */
export type DisruptionBlock =
  | { readonly code: 'NOT_MANAGED' }
  | { readonly code: 'NOT_INITIALIZED' }
  | { readonly code: 'LEAVING' }
  | { readonly code: 'IN_DECISION'; readonly decisionId: string }
  | { readonly code: 'NOMINATED'; readonly until: Instant }
  /** A person asked for it without a pool, and no pool says when it may go. */
  | { readonly code: 'WITHOUT_NODE_POOL' }
  | { readonly code: 'NODE_POOL_UNKNOWN'; readonly nodePool: string }
  | { readonly code: 'NO_INSTANCE_TYPES'; readonly nodePool: string }
  | { readonly code: 'NODE_DO_NOT_DISRUPT' }
  | { readonly code: 'POD_DO_NOT_DISRUPT'; readonly pod: string; readonly until: Instant | null }
  | { readonly code: 'PDB_BLOCKS'; readonly pdb: string; readonly pod: string }
  | { readonly code: 'SEVERAL_PDBS'; readonly pdbs: readonly string[]; readonly pod: string }
  | { readonly code: 'CONSOLIDATION_OFF'; readonly nodePool: string }
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
  | { readonly code: 'HOLDS_BUFFER'; readonly buffers: readonly string[] }
  /** Another node came first; it is looked at in a later turn. */
  | { readonly code: 'TURN_AWAITED' }
  /** It is not what it was to be taken away for any more: not underused, or not drifted. */
  | { readonly code: 'NO_LONGER_CONCERNED'; readonly reason: string }
  /** Its pods would not all find a place elsewhere; `pod` is the first that does not. */
  | { readonly code: 'PODS_WITHOUT_PLACE'; readonly pods: number; readonly pod: string }
  /** Its pods would need more than one new node. */
  | { readonly code: 'SEVERAL_REPLACEMENTS'; readonly nodes: number }
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
