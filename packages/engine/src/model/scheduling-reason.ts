import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { NodeClassSetting } from './catalog-gaps.js';
import type { PauseScopeKind } from './pause.js';
import type { RequirementOperator } from './requirement-spec.js';

/**
 * Why a pod, a NodePool or an instance type was not used. `required` is always what the pod or its
 * volume requires; what the NodePool allows has other fields.
 */
export type SchedulingReason =
  | PodReason
  | PoolReason
  | LabelReason
  | CapacityReason
  | InstanceTypeReason;

/** Reasons that hold for every NodePool. */
export type PodReason =
  | { readonly code: 'POD_INVALID'; readonly problem: PodProblem; readonly detail: string }
  | { readonly code: 'CONSTRAINT_UNSUPPORTED'; readonly constraint: string }
  | { readonly code: 'NO_NODE_POOL' }
  /** No node can attach all of its volumes. */
  | {
      readonly code: 'VOLUMES_INCOMPATIBLE';
      readonly key: string;
      /** Requirements of each PersistentVolumeClaim (`namespace/name`) for the label. */
      readonly volumes: readonly {
        readonly claim: string;
        readonly required: readonly LabelTerm[];
      }[];
    };

/** A problem of the pod itself, for which it is not scheduled. */
export type PodProblem =
  | 'REQUIRES_NO_NODE_POOL'
  | 'MATCH_FIELDS'
  | 'RESTRICTED_LABEL'
  | 'INVALID_REQUIREMENT'
  | 'VOLUME'
  | 'RESOURCE_CLAIM';

/** A brake that stops the launches of a NodePool. */
export type LaunchBlock =
  /** A pause that stops launches too. */
  | {
      readonly code: 'LAUNCHES_PAUSED';
      readonly pauseId: string;
      readonly scope: PauseScopeKind;
      /** Why, as the owner wrote it. */
      readonly reason: string;
      readonly owner: string;
      readonly until: Instant | null;
    }
  /** The spending of this month has reached its limit. */
  | {
      readonly code: 'MONTHLY_SPEND_LIMIT_REACHED';
      readonly limitId: string;
      readonly scope: PauseScopeKind;
      readonly limitMicroUsd: number;
      readonly spentMicroUsd: number;
      /** The end of the month. */
      readonly until: Instant;
    };

/** Why a NodePool takes no pods, whatever their labels and requests. */
export type PoolReason =
  | LaunchBlock
  | { readonly code: 'NODE_POOL_BEING_DELETED' }
  /** A field of its manifest cannot be read, so it is unknown what it may launch. */
  | { readonly code: 'NODE_POOL_REFUSED'; readonly field: string; readonly detail: string }
  | {
      readonly code: 'NODE_POOL_NOT_READY';
      readonly nodeClass: string;
      readonly detail: string;
    }
  /** The NodePool's own requirements leave no instance type. */
  | {
      readonly code: 'NO_MATCHING_INSTANCE_TYPE';
      /** The requirement that excludes most types; `null` if the NodeClass resolves to none at all. */
      readonly allowed: { readonly key: string; readonly terms: readonly LabelTerm[] } | null;
    }
  | {
      readonly code: 'TAINT_NOT_TOLERATED';
      readonly key: string;
      readonly value: string;
      readonly effect: string;
    };

/** The pod's node selector, node affinity or volumes that the NodePool cannot satisfy. */
export type LabelReason =
  /** The NodePool does not define the label, and no instance type has it. */
  | (RequiredLabel & { readonly code: 'LABEL_UNDEFINED' })
  | (RequiredLabel & {
      readonly code: 'REQUIREMENT_INCOMPATIBLE';
      readonly allowed: LabelConflict;
    })
  /** No zone, instance type or NodePool has this name. */
  | (RequiredLabel & {
      readonly code: 'VALUE_UNKNOWN';
      /** The existing names, if there are few. */
      readonly known: readonly string[];
    })
  | (RequiredLabel & {
      readonly code: 'SUBNET_MISSING';
      readonly nodeClass: string;
      /** The required zones that exist. */
      readonly zones: readonly string[];
      /** Zones in which the NodeClass has subnets. */
      readonly available: readonly string[];
    })
  | (RequiredLabel &
      MatchingTypes &
      Omit<ImageMissing, 'source'> & { readonly code: 'IMAGE_MISSING' })
  /** The instance types do not support the network interfaces that the NodeClass configures. */
  | (RequiredLabel &
      MatchingTypes & { readonly code: 'NETWORK_INCOMPATIBLE'; readonly nodeClass: string })
  /** The instance types do not support another setting of the NodeClass. */
  | (RequiredLabel &
      MatchingTypes &
      NodeClassSetting & { readonly code: 'NODE_CLASS_INCOMPATIBLE'; readonly nodeClass: string });

/** Capacity that the instance types that satisfy all labels lack. */
export type CapacityReason =
  /** Not offered with these properties at any time. */
  | {
      readonly code: 'NO_OFFERING';
      readonly zones: readonly string[];
      readonly capacityTypes: readonly string[];
    }
  /** EC2 had no capacity at the last attempt, or traffic is shifted away from the zone. */
  | {
      readonly code: 'OFFERINGS_UNAVAILABLE';
      readonly zones: readonly string[];
      readonly capacityTypes: readonly string[];
      /** Number of offerings that would fit if they were available. */
      readonly offerings: number;
      /** When the first of them is tried again; `null` if unknown. */
      readonly until: Instant | null;
      /** Offerings in zones that traffic is shifted away from; absent if there are none. */
      readonly shifted?: { readonly zones: readonly string[]; readonly offerings: number };
    }
  /** The capacity reservations that the pod may use have no free instances; it can use nothing else. */
  | {
      readonly code: 'RESERVATION_FULL';
      /** IDs of the reservations. */
      readonly reservations: readonly string[];
    }
  | { readonly code: 'OFFERING_UNPRICED' }
  /** A resource, such as `nvidia.com/gpu`, that none of the types has. */
  | (MatchingTypes & {
      readonly code: 'RESOURCE_NOT_OFFERED';
      readonly resource: string;
      readonly requested: number;
      /** Why the NodePool does not use the types that have it; `null` if there are none. */
      readonly excludedBy: TypeExclusion | null;
    })
  | {
      readonly code: 'RESOURCE_TOO_LARGE';
      readonly resource: string;
      /** Requests of the pod and of DaemonSets together. */
      readonly requested: number;
      /** Requests of DaemonSets alone. */
      readonly daemons: number;
      /** Largest allocatable amount of any compatible type, with the name of the type. */
      readonly largest: number;
      readonly instanceType: string;
      /** The cheapest type that is large enough and that the NodePool excludes. */
      readonly fitting: {
        readonly instanceType: string;
        readonly excludedBy: TypeExclusion;
      } | null;
    }
  /** Each of the resources fits on some type, but no type has enough of all. */
  | { readonly code: 'RESOURCE_COMBINATION_TOO_LARGE'; readonly resources: readonly string[] }
  | {
      readonly code: 'LIMIT_EXCEEDED';
      readonly resource: string;
      readonly limit: number;
      readonly usage: number;
      /** The lowest amount that a type that fits would add. */
      readonly needed: number;
      /** That type; `null` for the number of nodes. */
      readonly instanceType: string | null;
    }
  /** The node would exceed a limit of what nodes may cost per hour. */
  | {
      readonly code: 'SPEND_LIMIT_EXCEEDED';
      readonly limitId: string;
      readonly scope: PauseScopeKind;
      readonly limitMicroUsdPerHour: MicroUsdPerHour;
      /** Cost of the nodes, with those that were planned before. */
      readonly spendMicroUsdPerHour: MicroUsdPerHour;
      /** Price of the cheapest type that fits, at its most expensive offering. */
      readonly neededMicroUsdPerHour: MicroUsdPerHour;
      readonly instanceType: string | null;
    }
  | {
      readonly code: 'HOST_PORT_CONFLICT';
      readonly port: number;
      readonly protocol: string;
      /** The DaemonSet that uses it, `namespace/name`. */
      readonly daemonSet: string | null;
    }
  /** New nodes of the types cannot attach as many volumes. */
  | {
      readonly code: 'VOLUME_LIMIT_EXCEEDED';
      /** The CSI driver of the volumes. */
      readonly driver: string;
      /** Number of volumes of the pods. */
      readonly volumeCount: number;
      /** The most that one of the types can attach, with the name of the type. */
      readonly limit: number;
      readonly instanceType: string | null;
    }
  | MinValuesUnmet
  | {
      readonly code: 'TOPOLOGY_UNSATISFIABLE';
      readonly kind: TopologyKind;
      readonly key: string;
      /** The pods that the constraint counts, such as `app=web`; empty: all pods, `null`: none. */
      readonly selector: string | null;
      /** False for an anti-affinity of other pods that selects this pod. */
      readonly isOwn: boolean;
      /** The first label values that the constraint allows now; empty for hosts. */
      readonly domains: readonly string[];
      /**
       * The first label values with which the NodePool could launch a node for the pod; empty for
       * hosts.
       */
      readonly reachable: readonly string[];
    }
  /** Other nodes of this pass hold the free instances of the reservations that the pod may use. */
  | { readonly code: 'RESERVATION_PENDING' }
  | DevicesMissing;

/** No instance type has the devices that a claim of the pod requests. */
export interface DevicesMissing {
  readonly code: 'DEVICES_MISSING';
  /** Name of the claim in the pod. */
  readonly claim: string;
  /** Name of the request in the claim. */
  readonly request: string;
  readonly cause: DeviceCause;
  /**
   * The attribute of a constraint, why a selector cannot be decided, the node of the claim, or the name of
   * devices that are not planned; empty for other causes.
   */
  readonly detail: string;
  /** Number of devices that the request needs; `null`: all. */
  readonly neededDevices: number | null;
  /** The most devices that its selectors select on any of the types, used or not. */
  readonly foundDevices: number;
}

/** Why a request of a claim cannot be satisfied. */
export type DeviceCause =
  /** Fewer devices than needed are selected. */
  | 'TOO_FEW'
  /** Only devices that no new node is planned with are selected, such as partitions. */
  | 'UNSUPPORTED'
  /** Enough are selected, and other claims hold too many of them. */
  | 'IN_USE'
  /** A constraint on an attribute excludes all combinations. */
  | 'CONSTRAINT'
  /** It is unknown whether a device is selected. */
  | 'UNDECIDED'
  /** The claim has its devices on another node. */
  | 'ELSEWHERE'
  /** There are too many combinations to try. */
  | 'TOO_COMPLEX';

/** Fewer values of a label are possible than its `minValues` requires. */
export interface MinValuesUnmet {
  readonly code: 'MIN_VALUES_UNMET';
  readonly key: string;
  readonly minValues: number;
  readonly found: number;
}

/** The kind of a topology constraint. */
export type TopologyKind = 'Spread' | 'Affinity' | 'AntiAffinity';

/** Why instance types were excluded from a planned NodeClaim. */
export type InstanceTypeReason =
  | {
      readonly code: 'INSTANCE_TYPE_MISMATCH';
      readonly key: string;
      /** Requirements of the NodePool and the pods for the label. */
      readonly required: readonly LabelTerm[];
      /** The label values of the types. */
      readonly found: readonly LabelTerm[];
    }
  | {
      readonly code: 'INSTANCE_TYPE_TOO_SMALL';
      readonly resource: string;
      /** Requests of the node's pods and DaemonSets together. */
      readonly requested: number;
      /** Largest allocatable amount of any of the types, with the name of the type. */
      readonly largest: number;
      readonly instanceType: string | null;
    }
  /** The claims of the node's pods cannot be satisfied. */
  | { readonly code: 'INSTANCE_TYPE_LACKS_DEVICES' }
  | { readonly code: 'MORE_EXPENSIVE_THAN_CHOSEN' };

/** An operator with its values, as a requirement in a manifest. */
export interface LabelTerm {
  readonly operator: RequirementOperator;
  /** The first of the values, sorted. */
  readonly values: readonly string[];
  /** The number of values that are left out. */
  readonly omitted: number;
}

/** A requirement of a pod, or of one of its volumes, for a label. */
export interface RequiredLabel {
  readonly key: string;
  readonly required: readonly LabelTerm[];
  /** The PersistentVolumeClaim whose volume requires it, `namespace/name`; `null` if the pod does. */
  readonly volume: string | null;
  /**
   * Number of alternative node affinity terms, of which this one has the fewest conflicts; 1 if it is the only
   * one.
   */
  readonly alternatives: number;
}

/** The other side of a conflict with a requirement of the pod. */
export interface LabelConflict {
  /**
   * Where it comes from: the requirements or labels of the NodePool, the labels of its instance
   * types, or another requirement of the pod or of a volume.
   */
  readonly source: 'NodePool' | 'InstanceTypes' | 'Pod' | 'Volume';
  /**
   * The pod's label, or another one: the requirement on it excludes every instance type with the
   * pod's value.
   */
  readonly key: string;
  readonly terms: readonly LabelTerm[];
}

/** Why a NodePool does not use suitable instance types. */
export type TypeExclusion =
  | {
      readonly source: 'NodePool';
      readonly key: string;
      readonly terms: readonly LabelTerm[];
    }
  | ImageMissing
  | { readonly source: 'Network'; readonly nodeClass: string }
  | {
      readonly source: 'Subnet';
      readonly nodeClass: string;
      /** Zones that offer the types; the NodeClass has no subnet in them. */
      readonly zones: readonly string[];
    }
  | ({ readonly source: 'Setting'; readonly nodeClass: string } & NodeClassSetting);

interface ImageMissing {
  readonly source: 'Image';
  readonly nodeClass: string;
  /** Architectures of the types; the NodeClass has no image for them. */
  readonly architectures: readonly string[];
  /** The image variant that their devices need, such as `nvidia`. */
  readonly variant: string;
}

interface MatchingTypes {
  /** Suitable instance types; the cheapest first if prices are known. */
  readonly instanceTypes: readonly string[];
  /** The number of types that are left out. */
  readonly omitted: number;
}
