import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
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
import type {
  CatalogFacts,
  InstanceTypeFacts,
  SpotPrice,
} from '../domain/catalog/catalog-facts.js';
import type { LearnedMemory } from '../domain/catalog/learned-memory.js';
import type { ClusterFacts, ClusterSettings, ZonalShift } from '../domain/cluster/cluster.js';
import type { NodeClassResolution, ResolvedImage } from '../domain/definition/definition.js';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import type { LaunchedInstance } from '../domain/node-claim/node-claim.js';
import type { ReservedLaunch } from '../domain/node-claim/reservation.js';

/** The account and cluster that a call is for. */
export interface CloudTarget {
  readonly clusterName: string;
  readonly region: string;
  readonly roleArn: string;
  readonly externalId: string | null;
}

/** The clock of a cloud, as its answers show it. */
export interface CloudClock {
  /**
   * How far it is ahead of Kerf's; 0 for less than half a minute, `null` before the first answer.
   */
  readonly aheadMs: DurationMs | null;
}

/**
 * One cloud, accessed with each cluster's own role. Every method throws `AppError`s with codes
 * `CLOUD.*`; their `retry` shows whether a retry may help.
 */
export interface CloudProvider {
  /** The cloud's clock; not a method, because all methods are calls, which may be intercepted. */
  readonly clock: CloudClock;

  /** Assumes the role and returns its identity. */
  whoAmI(target: CloudTarget): Promise<{ readonly accountId: string; readonly arn: string }>;

  /**
   * Returns true when the role's trust policy requires the external ID. It tries to assume the role
   * with a wrong external ID and without one; if either succeeds, other parties could make Kerf use
   * the role for them.
   */
  needsExternalId(target: CloudTarget): Promise<boolean>;

  describeCluster(target: CloudTarget): Promise<DescribedCluster>;

  /**
   * Returns a bearer token for the cluster's API, and when to stop using it. Each call returns a new
   * one, because the cluster may have rejected the last one.
   */
  clusterToken(
    target: CloudTarget,
  ): Promise<{ readonly token: string; readonly expiresAt: Instant }>;

  /**
   * Resolves the selectors of an EC2NodeClass. Anything missing is returned as a problem, not
   * thrown. Creates the instance profile of a `role` when there is none, except in mode `observe`,
   * which changes nothing: `instanceProfile` is then `null` without a problem.
   */
  resolveNodeClass(
    target: CloudTarget,
    nodeClass: NodeClassToResolve,
    kubernetesVersion: string,
    mode: ClusterMode,
  ): Promise<NodeClassResolution>;

  /**
   * Deletes the instance profiles that were created for an EC2NodeClass.
   * @param owners its name, by which Kerf's profiles are found, and its UID for Karpenter's
   * @throws CLOUD.UNAUTHORIZED without the permission to list or to delete them
   */
  deleteInstanceProfiles(target: CloudTarget, owners: readonly string[]): Promise<void>;

  /**
   * Describes a queue of the target's account and region without receiving messages from it.
   * @throws CLOUD.INVALID when no queue has this name
   */
  describeQueue(target: CloudTarget, queueName: string): Promise<DescribedQueue>;

  /**
   * Returns the events that AWS has scheduled and that stop instances, for all instances in the
   * target's account and region.
   */
  listScheduledEvents(target: CloudTarget): Promise<readonly ScheduledEvent[]>;

  /**
   * Returns the running instances of the target's account and region whose instance or system
   * status check fails, each once. Checks that have not ended, have too little data or are about
   * EBS volumes do not count.
   */
  listImpairedInstances(target: CloudTarget): Promise<readonly ImpairedInstance[]>;

  /**
   * Returns the zonal shifts and autoshifts of the EKS cluster that are applied now, at most one of
   * each zone, in the order of their zones.
   * @throws CLOUD.INVALID when zonal shift is not enabled for the EKS cluster
   */
  listZonalShifts(target: CloudTarget): Promise<readonly ZonalShift[]>;

  /** Returns the instance types and the zones that offer them, without prices. */
  fetchCatalog(target: CloudTarget): Promise<CatalogFacts>;

  /**
   * Returns the on-demand prices of the region, by instance type; a type that is not named has no
   * price.
   */
  fetchOnDemandPrices(target: CloudTarget): Promise<ReadonlyMap<string, MicroUsdPerHour>>;

  /** Returns the current spot prices of the region. */
  fetchSpotPrices(target: CloudTarget): Promise<readonly SpotPrice[]>;

  /**
   * Launches one instance of any type and offering in `options`. Idempotent: the same token never
   * launches a second instance.
   * @throws CLOUD.INSUFFICIENT_CAPACITY with `meta.unavailable: UnavailableOffering[]` when no
   * offering has capacity
   */
  launch(target: CloudTarget, request: LaunchRequest): Promise<LaunchOutcome>;

  /**
   * Deletes the launch templates of this cluster that were created before `madeBefore`; a later
   * launch creates those it needs again.
   * @returns how many were deleted
   */
  removeLaunchTemplates(target: CloudTarget, madeBefore: Instant): Promise<number>;

  /** Terminates the instance; an instance that no longer exists is not an error. */
  terminate(target: CloudTarget, instanceId: string): Promise<void>;

  /**
   * Reboots the instance. It is called once: without an answer, EC2 may have accepted it.
   * @throws CLOUD.* when EC2 has refused the call and may accept it later; CLOUD.UNREACHABLE without an
   * answer
   */
  reboot(target: CloudTarget, instanceId: string): Promise<RebootAnswer>;

  /** Returns the instance; `null` when it does not exist or is terminated. */
  getInstance(target: CloudTarget, instanceId: string): Promise<CloudInstance | null>;

  /** Returns all living instances with this cluster's tags, whatever launched them. */
  listInstances(target: CloudTarget): Promise<readonly CloudInstance[]>;
}

/** An EKS cluster, from DescribeCluster. */
export interface DescribedCluster {
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly facts: ClusterFacts;
}

/** An SQS queue. */
export interface DescribedQueue {
  /** Approximate number of messages in the queue. */
  readonly waitingMessages: number;
}

/** A scheduled maintenance event of an instance. */
export interface ScheduledEvent {
  readonly id: string;
  readonly instanceId: string;
}

/** An instance with a failed status check of EC2. */
export interface ImpairedInstance {
  readonly instanceId: string;
  /**
   * The check that failed first. `System`: the host, its power or its network; the instance check
   * then usually fails, too. `Instance`: the operating system or the configuration of its network.
   */
  readonly check: 'Instance' | 'System';
  /** When the check failed first. */
  readonly since: Instant;
}

/** An EC2NodeClass whose selectors are resolved. */
export interface NodeClassToResolve {
  readonly name: string;
  readonly spec: Ec2NodeClassManifest;
  /** The cluster whose values are part of the user data; without it, only the rest is measured. */
  readonly cluster?: ClusterToJoin;
  /** The security groups of the last look-up, if it is recent enough to be kept. */
  readonly knownSecurityGroups?: NodeClassResolution['securityGroups'] | null;
  /**
   * If given, dry runs check whether the role may launch instances with a resolution without
   * problems, except in mode `observe`.
   */
  readonly launchableTypes?: LaunchableTypes | null;
}

/**
 * Returns the instance types that may be launched with a resolved EC2NodeClass, preferred ones first;
 * empty while they are not known.
 */
export type LaunchableTypes = (resolution: NodeClassResolution) => Promise<readonly InstanceType[]>;

/** The values with which instances join a cluster. */
export interface ClusterToJoin {
  readonly name: string;
  readonly endpoint: string;
  /** PEM, base64-encoded. */
  readonly certificateAuthority: string;
  readonly facts: ClusterFacts;
}

/** All inputs of the launch of one NodeClaim. */
export interface LaunchRequest {
  /** Idempotency token; the NodeClaim's id. */
  readonly token: string;
  /**
   * False for the first launch of the NodeClaim. Otherwise an existing instance is looked up first.
   */
  readonly isRepeat: boolean;
  readonly nodeClaimName: string;
  /** `null` for a NodeClaim without a NodePool. */
  readonly nodePool: string | null;
  readonly nodeClass: { readonly name: string; readonly spec: Ec2NodeClassManifest };
  readonly resolution: NodeClassResolution;
  readonly cluster: ClusterToJoin;
  /** Labels that the node registers with. */
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  /** Cheapest first. */
  readonly options: readonly InstanceTypeOption[];
  /**
   * The same types with their capacity, for the max-pods and reserved settings of the user data.
   */
  readonly instanceTypes: readonly InstanceType[];
  /**
   * The NodeClaim's requirements. Types that `minValues` require are not dropped, and tenancy is
   * one of the requirements.
   */
  readonly requirements: readonly RequirementSpec[];
  /**
   * Resource requests of the NodeClaim's pods; EFA interfaces are attached only when they are
   * requested or claimed.
   */
  readonly requests: ResourceList;
  /** Drivers whose devices the pods claim. */
  readonly drivers: readonly string[];
}

/** The instance of a launch, with the offerings that had no capacity. */
export interface LaunchOutcome {
  readonly instance: LaunchedInstance;
  /** Offerings that were tried and had no capacity. */
  readonly unavailable: readonly UnavailableOffering[];
}

/** EC2's answer to a reboot; another call does not change a rejection. */
export type RebootAnswer =
  | { readonly kind: 'Accepted' }
  | { readonly kind: 'Rejected'; readonly message: string };

/** An offering that AWS had no capacity for. */
export interface UnavailableOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** The cloud's own code, e.g. `InsufficientInstanceCapacity`. */
  readonly code: string;
  /** The placement group of the launch: only there it had no capacity. Absent without one. */
  readonly placementGroupId?: string;
}

/** An instance with Kerf's tags, from DescribeInstances. */
export interface CloudInstance {
  readonly instanceId: string;
  readonly providerId: string;
  readonly state: 'pending' | 'running' | 'stopping' | 'stopped' | 'shutting-down' | 'terminated';
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** The capacity reservation that it runs in; `null` if there is none, or it has ended. */
  readonly reservationId: string | null;
  /** Its partition in a placement group; `null` if it has none, or EC2 does not report it yet. */
  readonly partition: number | null;
  readonly imageId: string;
  readonly subnetId: string;
  readonly securityGroupIds: readonly string[];
  readonly launchedAt: Instant;
  readonly tags: Readonly<Record<string, string>>;
  readonly privateDnsName: string;
}

/** An offering that is not requested again before a time. */
export interface MarkedOffering extends UnavailableOffering {
  readonly until: Instant;
}

/** Resolves catalog facts to the instance types and offerings of one EC2NodeClass; pure. */
export interface InstanceTypeResolver {
  /**
   * @param previous types from the same inputs except prices, unavailable offerings and learned
   * memory; a type whose offerings and memory have not changed is returned as the same object
   */
  resolve(
    input: InstanceTypeResolution,
    previous?: readonly InstanceType[],
  ): readonly InstanceType[];
  /**
   * Returns the instance types and zones of the region that the EC2NodeClass cannot use; the engine
   * needs them to explain its decisions.
   */
  gapsOf(
    input: Omit<
      InstanceTypeResolution,
      'spotPrices' | 'unavailable' | 'reservedLaunches' | 'zonalShifts' | 'learnedMemory'
    >,
  ): CatalogGaps;
  /**
   * Returns the image that an instance of the type is launched with; `null` when none of the images
   * supports it.
   */
  imageOf(type: InstanceTypeFacts, images: readonly ResolvedImage[]): ResolvedImage | null;
  /**
   * Returns the values that labels have among the instance types of a region, sorted; labels of which
   * an EC2NodeClass or a reservation adds values are left out.
   */
  labelValues(catalog: CatalogFacts): ReadonlyMap<string, readonly string[]>;
  /** Label keys that instance types define, so that NodePools need not define them. */
  readonly wellKnownLabels: readonly string[];
}

/** The data from which the instance types of an EC2NodeClass are resolved. */
export interface InstanceTypeResolution {
  readonly catalog: CatalogFacts;
  readonly spotPrices: readonly SpotPrice[];
  readonly nodeClass: Ec2NodeClassManifest;
  readonly resolution: NodeClassResolution;
  readonly unavailable: readonly MarkedOffering[];
  readonly reservedLaunches: readonly ReservedLaunch[];
  /** Shifts in force. */
  readonly zonalShifts: readonly ZonalShift[];
  /** The memory capacity of instance types with an image; others have an estimate. */
  readonly learnedMemory: readonly LearnedMemory[];
  readonly settings: ClusterSettings;
}

/** Returns the current price of an offering; `null` when it is unknown. */
export type PriceLookup = (offering: {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
}) => MicroUsdPerHour | null;
