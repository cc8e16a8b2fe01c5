import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { Labels } from './labels.js';
import type { CapacityType, PriceOverlay } from './offering.js';
import type { PlanCost } from './plan-cost.js';
import type { Reason } from './reason.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { SchedulingReason } from './scheduling-reason.js';
import type { Taint } from './taint.js';

/** The result of scheduling a snapshot. Lists have a total order; equal input gives equal bytes. */
export interface SchedulingResult {
  readonly engineVersion: string;
  readonly newNodeClaims: readonly PlannedNodeClaim[];
  /** Pods that are scheduled to existing or in-flight nodes, by node name. */
  readonly existingNodes: readonly {
    readonly nodeName: string;
    readonly podUids: readonly string[];
  }[];
  readonly unschedulable: readonly UnschedulablePod[];
  /**
   * Sum of the expected prices of the new NodeClaims, estimated ones included; `null` only in records
   * of earlier versions.
   */
  readonly totalPriceMicroUsdPerHour: MicroUsdPerHour | null;
  /** Cost and lower bound of the plan; `null` if the optimizer did not run. */
  readonly cost: PlanCost | null;
}

/** A NodeClaim to launch: any of its instance types fits; the first offering is the cheapest. */
export interface PlannedNodeClaim {
  /** `claim-0001` … in the order in which they were planned. */
  readonly id: string;
  readonly nodePool: string;
  readonly podUids: readonly string[];
  /** Requests of its pods plus the lowest daemon overhead of its types. */
  readonly requests: ResourceList;
  readonly requirements: readonly RequirementSpec[];
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  /** Cheapest first (then by name), at most 600. */
  readonly instanceTypes: readonly InstanceTypeOption[];
  /** Types of the NodePool that were excluded, by reason. */
  readonly rejectedInstanceTypes: readonly RejectedInstanceTypes[];
  /** The cheapest offering of the cheapest type. */
  readonly expected: ExpectedOffering;
  /**
   * Price of the cheapest offering of the next type, less `expected`; `null` if there is no next
   * type.
   */
  readonly savingAgainstNextBestMicroUsdPerHour: MicroUsdPerHour | null;
}

/** An instance type that a NodeClaim may be launched as. */
export interface InstanceTypeOption {
  readonly name: string;
  /** See {@link InstanceType.capacityOverlay}. */
  readonly capacityOverlay?: ResourceList;
  /** Compatible, available and priced, cheapest first (ties: capacity type, zone). */
  readonly offerings: readonly ExpectedOffering[];
}

/** An offering that a launch may use, with its price. */
export interface ExpectedOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** The capacity reservation to launch into; absent without one. */
  readonly reservationId?: string;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  /** See {@link Offering.isPriceEstimated}. */
  readonly isPriceEstimated?: true;
  readonly priceOverlay?: PriceOverlay;
}

/** Instance types that were excluded for the same reason. */
export interface RejectedInstanceTypes {
  readonly reason: Reason;
  readonly count: number;
  /** The types that would have been the cheapest, at most five. */
  readonly examples: readonly string[];
}

/** A pod that fits nowhere, with the reasons. */
export interface UnschedulablePod {
  readonly podUid: string;
  /** Reasons that hold for every NodePool, such as an invalid pod. */
  readonly reasons: readonly Reason[];
  /**
   * Why each NodePool cannot take the pod; the nearest NodePool first, then in the order of
   * evaluation.
   */
  readonly byNodePool: readonly PoolRefusal[];
  /** Position among the pending pods in the order of scheduling, from 1. */
  readonly queuePosition: number;
  /** The time of the snapshot. */
  readonly evaluatedAt: Instant;
}

/** Why a NodePool cannot take a pod. */
export interface PoolRefusal {
  readonly nodePool: string;
  /** The first constraint that does not hold. */
  readonly reason: SchedulingReason;
  /** The nearest instance type, if all are too small; otherwise `null`. */
  readonly nearest: NearestMiss | null;
  /** Where it can be fixed; `null` if no manifest of the NodePool can. */
  readonly fix: FixTarget | null;
}

/** A field in the manifest of a NodePool or its NodeClass. */
export interface FixTarget {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  readonly name: string;
  /** Path as in Kubernetes errors, such as `spec.limits.cpu`; empty for the whole manifest. */
  readonly path: string;
}

/** A type that would fit if the pod requested less or the type had more. */
export interface NearestMiss {
  readonly instanceType: string;
  /** All resources of which it lacks some, sorted by name. */
  readonly shortages: readonly {
    readonly resource: string;
    /** Requests of the pod and daemons together, in the units of {@link ResourceList}. */
    readonly requested: number;
    readonly allocatable: number;
  }[];
}
