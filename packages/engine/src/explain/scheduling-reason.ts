import type { Instant } from '@kerf/core';
import type { RequirementOperator } from '../model/requirement-spec.js';

/**
 * Why a pod, a pool or an instance type was not used. What a pod requires and what a pool allows are
 * told apart: `required` is always the pod's own, or its volume's.
 */
export type SchedulingReason =
  | PodReason
  | PoolReason
  | LabelReason
  | CapacityReason
  | InstanceTypeReason;

/** What holds whatever the pool. */
export type PodReason =
  | { readonly code: 'POD_INVALID'; readonly problem: PodProblem; readonly detail: string }
  | { readonly code: 'CONSTRAINT_UNSUPPORTED'; readonly constraint: string }
  | { readonly code: 'NO_NODE_POOL' }
  /** No node can reach all of its volumes. */
  | {
      readonly code: 'VOLUMES_INCOMPATIBLE';
      readonly key: string;
      /** What each PersistentVolumeClaim (`namespace/name`) requires of the label. */
      readonly volumes: readonly {
        readonly claim: string;
        readonly required: readonly LabelTerm[];
      }[];
    };

export type PodProblem =
  | 'REQUIRES_NO_NODE_POOL'
  | 'MATCH_FIELDS'
  | 'RESTRICTED_LABEL'
  | 'INVALID_REQUIREMENT'
  | 'VOLUME';

/** What keeps a pool from taking a pod whose labels and size are not looked at. */
export type PoolReason =
  | { readonly code: 'NODE_POOL_BEING_DELETED' }
  | {
      readonly code: 'NODE_POOL_NOT_READY';
      readonly nodeClass: string;
      readonly detail: string;
    }
  /** The pool's own requirements leave no instance type, whatever pods ask for. */
  | {
      readonly code: 'NO_MATCHING_INSTANCE_TYPE';
      /** The requirement that leaves out most; `null`: its NodeClass resolves to none at all. */
      readonly allowed: { readonly key: string; readonly terms: readonly LabelTerm[] } | null;
    }
  | {
      readonly code: 'TAINT_NOT_TOLERATED';
      readonly key: string;
      readonly value: string;
      readonly effect: string;
    };

/** What of the pod's node selector, node affinity or volumes the pool cannot satisfy. */
export type LabelReason =
  /** A label that the pool does not define and no instance type has. */
  | (RequiredLabel & { readonly code: 'LABEL_UNDEFINED' })
  | (RequiredLabel & {
      readonly code: 'REQUIREMENT_INCOMPATIBLE';
      readonly allowed: LabelConflict;
    })
  /** No zone, instance type or NodePool has this name. */
  | (RequiredLabel & {
      readonly code: 'VALUE_UNKNOWN';
      /** Those that exist, where they are few. */
      readonly known: readonly string[];
    })
  | (RequiredLabel & {
      readonly code: 'SUBNET_MISSING';
      readonly nodeClass: string;
      /** Of the required zones, those that exist. */
      readonly zones: readonly string[];
      /** Zones in which the NodeClass has subnets. */
      readonly available: readonly string[];
    })
  | (RequiredLabel &
      MatchingTypes &
      Omit<ImageMissing, 'source'> & { readonly code: 'IMAGE_MISSING' })
  /** The instance types cannot have the network interfaces that the NodeClass configures. */
  | (RequiredLabel &
      MatchingTypes & { readonly code: 'NETWORK_INCOMPATIBLE'; readonly nodeClass: string });

/** What the instance types that satisfy all labels lack. */
export type CapacityReason =
  /** Not sold as such, whatever the time. */
  | {
      readonly code: 'NO_OFFERING';
      readonly zones: readonly string[];
      readonly capacityTypes: readonly string[];
    }
  /** The cloud had no capacity when it was asked last. */
  | {
      readonly code: 'OFFERINGS_UNAVAILABLE';
      readonly zones: readonly string[];
      readonly capacityTypes: readonly string[];
      /** How many offerings would do, if they were available. */
      readonly offerings: number;
      /** When the first of them is tried again; `null`: not known. */
      readonly until: Instant | null;
    }
  | { readonly code: 'OFFERING_UNPRICED' }
  /** A resource, e.g. `nvidia.com/gpu`, that none of them has at all. */
  | (MatchingTypes & {
      readonly code: 'RESOURCE_NOT_OFFERED';
      readonly resource: string;
      readonly requested: number;
      /** Why the pool does not use the types that have it; `null` when there is none. */
      readonly excludedBy: TypeExclusion | null;
    })
  | {
      readonly code: 'RESOURCE_TOO_LARGE';
      readonly resource: string;
      /** Pod and DaemonSets together. */
      readonly requested: number;
      /** The part of it that DaemonSets request. */
      readonly daemons: number;
      /** The most that any compatible type can allocate, and its name. */
      readonly largest: number;
      readonly instanceType: string;
      /** The cheapest type that is large enough and that the pool excludes. */
      readonly fitting: {
        readonly instanceType: string;
        readonly excludedBy: TypeExclusion;
      } | null;
    }
  /** Each of the resources fits on some type, and no type has all of them. */
  | { readonly code: 'RESOURCE_COMBINATION_TOO_LARGE'; readonly resources: readonly string[] }
  | {
      readonly code: 'LIMIT_EXCEEDED';
      readonly resource: string;
      readonly limit: number;
      readonly usage: number;
      /** The least that any type that fits would add. */
      readonly needed: number;
      /** That type; `null` for the number of nodes. */
      readonly instanceType: string | null;
    }
  | {
      readonly code: 'HOST_PORT_CONFLICT';
      readonly port: number;
      readonly protocol: string;
      /** The DaemonSet that uses it, `namespace/name`. */
      readonly daemonSet: string | null;
    }
  | {
      readonly code: 'MIN_VALUES_UNMET';
      readonly key: string;
      readonly minValues: number;
      readonly found: number;
    }
  | {
      readonly code: 'TOPOLOGY_UNSATISFIABLE';
      readonly kind: TopologyKind;
      readonly key: string;
      /** The pods that the rule counts, e.g. `app=web`; empty: all, `null`: none. */
      readonly selector: string | null;
      /** False for an anti-affinity of other pods that selects this one. */
      readonly isOwn: boolean;
      /** The first values of the label that the rule allows now; none for hosts. */
      readonly domains: readonly string[];
      /** The first values for which the pool could launch a node for the pod; none for hosts. */
      readonly reachable: readonly string[];
    }
  | { readonly code: 'RESERVATION_PENDING' };

export type TopologyKind = 'Spread' | 'Affinity' | 'AntiAffinity';

/** Why instance types were left out of a node that was planned. */
export type InstanceTypeReason =
  | {
      readonly code: 'INSTANCE_TYPE_MISMATCH';
      readonly key: string;
      /** What the node must have, by its pool and its pods. */
      readonly required: readonly LabelTerm[];
      /** What the types have. */
      readonly found: readonly LabelTerm[];
    }
  | {
      readonly code: 'INSTANCE_TYPE_TOO_SMALL';
      readonly resource: string;
      /** The node's pods and DaemonSets together. */
      readonly requested: number;
      /** The most that one of the types can allocate, and its name. */
      readonly largest: number;
      readonly instanceType: string | null;
    }
  | { readonly code: 'MORE_EXPENSIVE_THAN_CHOSEN' };

/** One operator with its values, as a manifest writes a requirement of a label. */
export interface LabelTerm {
  readonly operator: RequirementOperator;
  /** The first of them, in the order of names. */
  readonly values: readonly string[];
  /** How many more there are. */
  readonly omitted: number;
}

export interface RequiredLabel {
  readonly key: string;
  readonly required: readonly LabelTerm[];
  /** The PersistentVolumeClaim whose volume requires it, `namespace/name`; `null`: the pod does. */
  readonly volume: string | null;
  /** Of how many alternative node affinity terms this one comes nearest; 1 when there is no other. */
  readonly alternatives: number;
}

/** What a requirement of the pod cannot be reconciled with. */
export interface LabelConflict {
  /**
   * Whose it is: the pool's requirements or labels, the labels of the instance types that these
   * leave, or another requirement of the pod or of a volume.
   */
  readonly source: 'NodePool' | 'InstanceTypes' | 'Pod' | 'Volume';
  /**
   * The pod's label, or another: every instance type with the pod's value is excluded by the value
   * that it has of this one.
   */
  readonly key: string;
  readonly terms: readonly LabelTerm[];
}

/** Why a pool does not use instance types that would do. */
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
      /** Zones that sell the types; the NodeClass has a subnet in none of them. */
      readonly zones: readonly string[];
    };

interface ImageMissing {
  readonly source: 'Image';
  readonly nodeClass: string;
  /** What an image of theirs must be for. */
  readonly architectures: readonly string[];
  /** The kind of image that their devices need, e.g. `nvidia`. */
  readonly variant: string;
}

interface MatchingTypes {
  /** Instance types that would do, the cheapest first where prices are known. */
  readonly instanceTypes: readonly string[];
  /** How many more there are. */
  readonly omitted: number;
}
