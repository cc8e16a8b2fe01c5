import type { ClusterId, Instant, NodeClassId, NodePoolId } from '@kerf/core';
import type { ReservationType } from '@kerf/engine';
import type { Ec2NodeClassManifest } from './ec2-node-class-manifest.js';
import type { NodePoolManifest } from './node-pool-manifest.js';

/**
 * The source of truth of a definition: Kerf (written through the API) or the objects in the
 * cluster.
 */
export type DefinitionSource = 'Api' | 'Cluster';

/** Kinds of objects that define how nodes are launched. */
export const definitionKinds = ['NodePool', 'EC2NodeClass'] as const;
/** One of {@link definitionKinds}. */
export type DefinitionKind = (typeof definitionKinds)[number];

interface DefinitionRecord {
  readonly clusterId: ClusterId;
  readonly name: string;
  readonly source: DefinitionSource;
  /** Number of the saved state of `spec`, from 1. */
  readonly revision: number;
  /** Digest of the fields whose change causes drift (see the hashes in docs/compatibility.md). */
  readonly driftHash: string;
  /** When its object was deleted in the cluster while finalizers keep it; else `null`. */
  readonly deletionRequestedAt: Instant | null;
  /**
   * Generation of the object that `spec` was last compared with, for its status; `null` before the
   * object was seen.
   */
  readonly objectGeneration: number | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Recorded state of the object of a definition, besides its `spec`. */
export type DefinitionObjectState = Pick<Definition, 'deletionRequestedAt' | 'objectGeneration'>;

/** A NodePool as Kerf stores it. */
export interface NodePoolDefinition extends DefinitionRecord {
  readonly id: NodePoolId;
  readonly kind: 'NodePool';
  readonly spec: NodePoolManifest;
}

/** An EC2NodeClass as Kerf stores it, with its resolution. */
export interface NodeClassDefinition extends DefinitionRecord {
  readonly id: NodeClassId;
  readonly kind: 'EC2NodeClass';
  readonly spec: Ec2NodeClassManifest;
  readonly resolution: NodeClassResolution | null;
}

/** A NodePool or an EC2NodeClass as Kerf stores it. */
export type Definition = NodePoolDefinition | NodeClassDefinition;

/** The objects that the selectors of an EC2NodeClass resolved to at the last lookup. */
export interface NodeClassResolution {
  readonly resolvedAt: Instant;
  readonly subnets: readonly ResolvedSubnet[];
  readonly securityGroups: readonly { readonly id: string; readonly name: string }[];
  /** The look-up of the security groups; absent if each resolution looks them up. */
  readonly securityGroupLookup?: {
    readonly at: Instant;
    /** The selector terms, as JSON. */
    readonly terms: string;
  };
  readonly images: readonly ResolvedImage[];
  /** Reservations by id; absent in records of earlier versions. */
  readonly capacityReservations?: readonly ResolvedCapacityReservation[];
  /** `null` if none is selected or found; absent in records of earlier versions. */
  readonly placementGroup?: ResolvedPlacementGroup | null;
  readonly instanceProfile: string | null;
  /**
   * Size of the user data without labels and taints of NodePools; `null` if it is invalid, absent in
   * records of earlier versions.
   */
  readonly userDataBytes?: number | null;
  /** Why the EC2NodeClass cannot be used; empty when it is ready. */
  readonly problems: readonly NodeClassProblem[];
}

/** The placement group that an EC2NodeClass selects. */
export interface ResolvedPlacementGroup {
  readonly id: string;
  readonly name: string;
  readonly strategy: 'cluster' | 'partition' | 'precision-time' | 'spread';
  /** Number of partitions in each zone; `null` for other strategies, and if unknown. */
  readonly partitionCount: number | null;
}

/** A subnet that an EC2NodeClass selects. */
export interface ResolvedSubnet {
  readonly id: string;
  readonly zone: string;
  readonly zoneId: string;
  readonly freeAddresses: number;
}

/** An AMI that an EC2NodeClass selects. */
export interface ResolvedImage {
  readonly id: string;
  readonly name: string;
  readonly architecture: 'amd64' | 'arm64';
  /**
   * Instance types that it supports: those without special devices, with NVIDIA GPUs, or with
   * Neuron devices.
   */
  readonly variant: 'standard' | 'nvidia' | 'neuron';
  readonly createdAt: Instant;
  readonly deprecated: boolean;
}

/**
 * A capacity reservation that an EC2NodeClass selects. Ended reservations are known while EC2
 * lists them, so that they can be distinguished from those that are no longer selected.
 */
export interface ResolvedCapacityReservation {
  readonly id: string;
  readonly ownerId: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly type: ReservationType;
  readonly matchCriteria: 'open' | 'targeted';
  /** Its owner may reclaim instances; Kerf launches none into it. */
  readonly interruptible: boolean;
  /** Nothing is launched into a capacity block that is `expiring`: it ends soon. */
  readonly state: 'active' | 'expiring' | 'ended';
  /** `null` when it has no end. */
  readonly endsAt: Instant | null;
  /** Instances that could be launched into it at the lookup. */
  readonly freeInstances: number;
}

/** Why an EC2NodeClass cannot be used, as a condition of its status. */
export interface NodeClassProblem {
  /** The condition that is false because of it, with Karpenter's name. */
  readonly condition:
    | 'SubnetsReady'
    | 'SecurityGroupsReady'
    | 'AMIsReady'
    | 'InstanceProfileReady'
    | 'PlacementGroupReady'
    | 'ValidationSucceeded';
  readonly reason: string;
  readonly message: string;
}

/** One saved state of a definition. */
export interface DefinitionRevision {
  readonly revision: number;
  readonly spec: NodePoolManifest | Ec2NodeClassManifest;
  readonly savedAt: Instant;
  /** Name of the user or token that saved it, or `cluster` for an imported object. */
  readonly savedBy: string;
  readonly findings: readonly DefinitionFinding[];
}

/** An error, warning or advice about a manifest that was read. */
export interface DefinitionFinding {
  readonly severity: 'Error' | 'Warning' | 'Advice';
  readonly code: string;
  /** A dotted path in the manifest, e.g. `spec.limits.resources.cpu`. */
  readonly path: string;
  readonly message: string;
  /** The value as written and as converted; `null` when it is not relevant. */
  readonly found: string | null;
  readonly became: string | null;
  /** Position in the text, line and column from 1; absent when no text was read. */
  readonly line?: number;
  readonly column?: number;
}
