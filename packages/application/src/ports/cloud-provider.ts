import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type {
  CapacityType,
  CatalogGaps,
  ClusterMode,
  InstanceType,
  InstanceTypeOption,
  Labels,
  RequirementSpec,
  ResourceList,
  Taint,
} from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { ClusterFacts, ClusterSettings } from '../domain/cluster/cluster.js';
import type { NodeClassResolution } from '../domain/definition/definition.js';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import type { LaunchedInstance } from '../domain/node-claim/node-claim.js';

/** The account and cluster that a call is for. */
export interface CloudTarget {
  readonly clusterName: string;
  readonly region: string;
  readonly roleArn: string;
  readonly externalId: string | null;
}

/**
 * One cloud, reached with each cluster's own role. Every method throws `AppError`s with codes
 * `CLOUD.*` whose `retry` says whether trying again may help.
 */
export interface CloudProvider {
  /** Assumes the role and says who that is. */
  whoAmI(target: CloudTarget): Promise<{ readonly accountId: string; readonly arn: string }>;

  /**
   * Whether the role's trust policy asks for the external id: tries to assume the role with a wrong
   * one, and without one. Where that succeeds, others could have Kerf use the role for them.
   */
  needsExternalId(target: CloudTarget): Promise<boolean>;

  describeCluster(target: CloudTarget): Promise<DescribedCluster>;

  /** A bearer token for the cluster's API, and when to stop using it. */
  clusterToken(
    target: CloudTarget,
  ): Promise<{ readonly token: string; readonly expiresAt: Instant }>;

  /**
   * Looks up what the selectors stand for; what is missing comes back as problems, not errors.
   * Makes the instance profile of a `role` when there is none, except in mode `observe`, which
   * touches nothing: `instanceProfile` is then `null` without a problem.
   */
  resolveNodeClass(
    target: CloudTarget,
    nodeClass: { readonly name: string; readonly spec: Ec2NodeClassManifest },
    kubernetesVersion: string,
    mode: ClusterMode,
  ): Promise<NodeClassResolution>;

  /**
   * Looks at a queue of the target's account and region without taking anything from it.
   * @throws CLOUD.INVALID when there is none of this name
   */
  describeQueue(target: CloudTarget, queueName: string): Promise<DescribedQueue>;

  /** Work that AWS has scheduled and that stops instances, of all in the target's account and region. */
  listScheduledEvents(target: CloudTarget): Promise<readonly ScheduledEvent[]>;

  /** Instance types and where they are offered, without prices. */
  fetchCatalog(target: CloudTarget): Promise<CatalogFacts>;

  /** On-demand prices of the region, by instance type; a type that is not named has none. */
  fetchOnDemandPrices(target: CloudTarget): Promise<ReadonlyMap<string, MicroUsdPerHour>>;

  /** Current spot prices of the region. */
  fetchSpotPrices(target: CloudTarget): Promise<readonly SpotPrice[]>;

  /**
   * Buys one instance: any type and offering of `options` will do.
   * The same token never buys twice, however often it is asked.
   * @throws CLOUD.INSUFFICIENT_CAPACITY with `meta.unavailable: UnavailableOffering[]` when none
   * of the offerings has room
   */
  launch(target: CloudTarget, request: LaunchRequest): Promise<LaunchOutcome>;

  /**
   * Deletes what launches of this cluster left behind to launch from, if it was made before then;
   * a later launch makes again what it needs.
   * @returns how many were deleted
   */
  removeLaunchTemplates(target: CloudTarget, madeBefore: Instant): Promise<number>;

  /** Asks for the instance's end; an instance that is gone already is no error. */
  terminate(target: CloudTarget, instanceId: string): Promise<void>;

  /** `null` when it is not there any more (or is terminated). */
  getInstance(target: CloudTarget, instanceId: string): Promise<CloudInstance | null>;

  /** All living instances that carry this cluster's tags, whoever started them. */
  listInstances(target: CloudTarget): Promise<readonly CloudInstance[]>;
}

/** What DescribeCluster says of an EKS cluster. */
export interface DescribedCluster {
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly facts: ClusterFacts;
}

/** What is known of an SQS queue. */
export interface DescribedQueue {
  /** Messages that wait to be read, about. */
  readonly waitingMessages: number;
}

/** A scheduled maintenance event of an instance. */
export interface ScheduledEvent {
  readonly id: string;
  readonly instanceId: string;
}

/** Everything that a launch of one NodeClaim needs. */
export interface LaunchRequest {
  /** Idempotency token; the claim's id. */
  readonly token: string;
  /** False when nobody has asked for the claim before; else its instance is looked for first. */
  readonly isRepeat: boolean;
  readonly nodeClaimName: string;
  /** `null` for a claim without a pool. */
  readonly nodePool: string | null;
  readonly nodeClass: { readonly name: string; readonly spec: Ec2NodeClassManifest };
  readonly resolution: NodeClassResolution;
  readonly cluster: {
    readonly name: string;
    readonly endpoint: string;
    readonly certificateAuthority: string;
    readonly facts: ClusterFacts;
  };
  /** Labels that the node registers with. */
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  /** Cheapest first. */
  readonly options: readonly InstanceTypeOption[];
  /** The same types with their room, for the max-pods and reserved settings of the user data. */
  readonly instanceTypes: readonly InstanceType[];
  /** The claim's requirements: `minValues` keep types that a launch would drop; tenancy is one. */
  readonly requirements: readonly RequirementSpec[];
  /** What the claim's pods ask; EFA interfaces are attached only when they ask for them. */
  readonly requests: ResourceList;
}

/** The instance of a launch, with the offerings that had no capacity. */
export interface LaunchOutcome {
  readonly instance: LaunchedInstance;
  /** Offerings that were tried and had no room. */
  readonly unavailable: readonly UnavailableOffering[];
}

/** An offering that AWS had no capacity for. */
export interface UnavailableOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** The cloud's own code, e.g. `InsufficientInstanceCapacity`. */
  readonly code: string;
}

/** An instance with Kerf's tags, as DescribeInstances shows it. */
export interface CloudInstance {
  readonly instanceId: string;
  readonly providerId: string;
  readonly state: 'pending' | 'running' | 'stopping' | 'stopped' | 'shutting-down' | 'terminated';
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly imageId: string;
  readonly subnetId: string;
  readonly launchedAt: Instant;
  readonly tags: Readonly<Record<string, string>>;
  readonly privateDnsName: string;
}

/** An offering that is not tried again before a time. */
export interface MarkedOffering extends UnavailableOffering {
  readonly until: Instant;
}

/** Turns catalogue facts into the types and offerings of one node class; pure. */
export interface InstanceTypeResolver {
  /**
   * @param previous types that were made from the same, but for prices and room: those whose
   * offerings are as they were come back themselves
   */
  resolve(
    input: InstanceTypeResolution,
    previous?: readonly InstanceType[],
  ): readonly InstanceType[];
  /** What the region has and the node class cannot launch; explanations of the engine need it. */
  gapsOf(input: Omit<InstanceTypeResolution, 'spotPrices' | 'unavailable'>): CatalogGaps;
  /** Label keys that instance types fill, so that pools need not define them. */
  readonly wellKnownLabels: readonly string[];
}

/** What the instance types of a NodePool are resolved from. */
export interface InstanceTypeResolution {
  readonly catalog: CatalogFacts;
  readonly spotPrices: readonly SpotPrice[];
  readonly nodeClass: Ec2NodeClassManifest;
  readonly resolution: NodeClassResolution;
  readonly unavailable: readonly MarkedOffering[];
  readonly settings: ClusterSettings;
}

/** What an offering costs now; `null` when no price is known. */
export type PriceLookup = (offering: {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
}) => MicroUsdPerHour | null;
