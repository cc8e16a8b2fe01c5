import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { Reason } from '../explain/reason.js';
import type { SchedulingReason } from '../explain/scheduling-reason.js';
import type { Labels } from './labels.js';
import type { CapacityType, PriceOverlay } from './offering.js';
import type { PlanCost } from './plan-cost.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { Taint } from './taint.js';

/** What `solve` answers. Lists are in a total order; equal input gives equal bytes. */
export interface SchedulingResult {
  readonly engineVersion: string;
  readonly newNodeClaims: readonly PlannedNodeClaim[];
  /** Pods that go to nodes that exist or are on their way, by node name. */
  readonly existingNodes: readonly {
    readonly nodeName: string;
    readonly podUids: readonly string[];
  }[];
  readonly unschedulable: readonly UnschedulablePod[];
  /** Price of all new claims together; `null` when one of them has none. */
  readonly totalPriceMicroUsdPerHour: MicroUsdPerHour | null;
  /** How far from the cheapest possible plan it can be at most; `null` when nobody asked. */
  readonly cost: PlanCost | null;
}

/** A node to buy: any of its instance types will do; the first offering is the cheapest. */
export interface PlannedNodeClaim {
  /** `claim-0001` … in the order of their opening. */
  readonly id: string;
  readonly nodePool: string;
  readonly podUids: readonly string[];
  /** Pods and the least daemon overhead. */
  readonly requests: ResourceList;
  readonly requirements: readonly RequirementSpec[];
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  /** Cheapest first (ties: name), at most 600. */
  readonly instanceTypes: readonly InstanceTypeOption[];
  /** Types of the pool that were ruled out, by reason. */
  readonly rejectedInstanceTypes: readonly RejectedInstanceTypes[];
  /** The cheapest offering of the cheapest type. */
  readonly expected: ExpectedOffering;
  /** Price of the cheapest offering of the next type, less `expected`; `null` without a next. */
  readonly savingAgainstNextBestMicroUsdPerHour: MicroUsdPerHour | null;
}

export interface InstanceTypeOption {
  readonly name: string;
  /** See {@link InstanceType.capacityOverlay}. */
  readonly capacityOverlay?: ResourceList;
  /** Compatible, available and priced, cheapest first (ties: capacity type, zone). */
  readonly offerings: readonly ExpectedOffering[];
}

export interface ExpectedOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  /** See {@link Offering.isPriceEstimated}. */
  readonly isPriceEstimated?: true;
  readonly priceOverlay?: PriceOverlay;
}

export interface RejectedInstanceTypes {
  readonly reason: Reason;
  readonly count: number;
  /** The ones that would have been cheapest, at most five. */
  readonly examples: readonly string[];
}

export interface UnschedulablePod {
  readonly podUid: string;
  /** Reasons that hold whatever the pool, e.g. a refused pod. */
  readonly reasons: readonly Reason[];
  /** For each pool why it does not take the pod, the nearest pool first (ties: the order of trial). */
  readonly byNodePool: readonly PoolRefusal[];
  /** Its place among the pods that waited, in the order in which they are tried; from 1. */
  readonly queuePosition: number;
  /** When this was found: the time of the snapshot. */
  readonly evaluatedAt: Instant;
}

/** Why a pool does not take a pod. */
export interface PoolRefusal {
  readonly nodePool: string;
  /** The first constraint that is violated. */
  readonly reason: SchedulingReason;
  /** The instance type that comes nearest, when it is too small; else `null`. */
  readonly nearest: NearestMiss | null;
  /** Where it can be fixed; `null` where no manifest of the pool can. */
  readonly fix: FixTarget | null;
}

/** A field of the manifest of a pool or of its NodeClass. */
export interface FixTarget {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  readonly name: string;
  /** As Kubernetes spells fields in its errors, e.g. `spec.limits.cpu`; empty: the manifest itself. */
  readonly path: string;
}

/** A type that would do if the pod asked for less, or it had more. */
export interface NearestMiss {
  readonly instanceType: string;
  /** Everything that is short on it, in the order of names. */
  readonly shortages: readonly {
    readonly resource: string;
    /** Pod and daemons together, in the units of ResourceList. */
    readonly requested: number;
    readonly allocatable: number;
  }[];
}
