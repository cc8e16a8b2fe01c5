import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { CapacityRule, CapacityType } from '../compute/capacity.js';
import type { CapacityReservation } from '../compute/capacity-reservations.js';
import type { Image } from '../compute/images.js';
import type { Instance } from '../compute/instance.js';
import type { SecurityGroup, Subnet, Vpc } from '../compute/network.js';
import type { PlacementGroup } from '../compute/placement-groups.js';
import type { Queue } from '../events/queues.js';
import type { FaultRule } from '../faults.js';
import type { Account, InstanceProfile, Role, Tags, User } from '../iam/identity.js';
import type { DaySpan } from '../time/day-clock.js';
import type { Open } from './open.js';

export interface LaunchTemplate {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly name: string;
  readonly createdAt: number;
  /** ARN of the caller. */
  readonly createdBy: string;
  readonly tags: Tags;
  /** Version 1, the only one that the sandbox supports; contains no dates. */
  readonly data: Open<RequestLaunchTemplateData>;
  readonly versionDescription: string | null;
}

/** Result of an `instant` fleet, kept to answer a repeated request. */
export interface Fleet {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly createdAt: number;
  readonly launched: readonly FleetLaunch[];
  readonly errors: readonly FleetError[];
}

export interface FleetOverride {
  readonly launchTemplateId: string;
  readonly launchTemplateVersion: string;
  readonly instanceType: string;
  readonly subnetId: string;
  readonly zone: string;
  readonly priority: number | null;
  readonly imageId: string | null;
  readonly capacityType: CapacityType;
}

export interface FleetLaunch {
  readonly override: FleetOverride;
  readonly instanceIds: readonly string[];
}

export interface FleetError {
  readonly override: FleetOverride;
  readonly code: string;
  readonly message: string;
}

/** A used client token: the same request again returns the same resource. */
export interface UsedToken {
  /** Account, region, operation and token. */
  readonly id: string;
  readonly inputDigest: string;
  readonly resourceId: string;
  readonly usedAt: number;
}

/**
 * The complete state of the simulated AWS; everything else is derived from it. Tables are keyed by
 * ID.
 */
export interface WorldState {
  readonly seed: number;
  /** Speed of simulated time, times real time. */
  readonly speed: number;
  /** Periods of the day clock. */
  readonly daySpans: DaySpan[];
  /** Number of created IDs. */
  readonly ids: { last: number };
  readonly accounts: Map<string, Account>;
  readonly users: Map<string, User>;
  readonly roles: Map<string, Role>;
  readonly instanceProfiles: Map<string, InstanceProfile>;
  readonly vpcs: Map<string, Vpc>;
  readonly subnets: Map<string, Subnet>;
  readonly securityGroups: Map<string, SecurityGroup>;
  /** Private images; published images are a function of the region. */
  readonly images: Map<string, Image>;
  readonly launchTemplates: Map<string, LaunchTemplate>;
  readonly fleets: Map<string, Fleet>;
  readonly instances: Map<string, Instance>;
  readonly capacityReservations: Map<string, CapacityReservation>;
  readonly placementGroups: Map<string, PlacementGroup>;
  readonly queues: Map<string, Queue>;
  readonly usedTokens: Map<string, UsedToken>;
  readonly faultRules: Map<string, FaultRule>;
  readonly capacityRules: CapacityRule[];
}

/** The state in the types of JSON. */
export type StateImage = {
  readonly [Key in Exclude<keyof WorldState, 'placementGroups'>]: WorldState[Key] extends Map<
    string,
    infer Row
  >
    ? readonly Row[]
    : WorldState[Key] extends (infer Rule)[]
      ? readonly Rule[]
      : Readonly<WorldState[Key]>;
} & {
  /** Absent in worlds that were saved before there were placement groups. */
  readonly placementGroups?: readonly PlacementGroup[];
};

export function emptyImage(start: Pick<StateImage, 'seed' | 'speed' | 'daySpans'>): StateImage {
  return {
    ...start,
    ids: { last: 0 },
    accounts: [],
    users: [],
    roles: [],
    instanceProfiles: [],
    vpcs: [],
    subnets: [],
    securityGroups: [],
    images: [],
    launchTemplates: [],
    fleets: [],
    instances: [],
    capacityReservations: [],
    queues: [],
    usedTokens: [],
    faultRules: [],
    capacityRules: [],
  };
}

export function toImage(state: WorldState): StateImage {
  return {
    seed: state.seed,
    speed: state.speed,
    daySpans: state.daySpans,
    ids: state.ids,
    accounts: [...state.accounts.values()],
    users: [...state.users.values()],
    roles: [...state.roles.values()],
    instanceProfiles: [...state.instanceProfiles.values()],
    vpcs: [...state.vpcs.values()],
    subnets: [...state.subnets.values()],
    securityGroups: [...state.securityGroups.values()],
    images: [...state.images.values()],
    launchTemplates: [...state.launchTemplates.values()],
    fleets: [...state.fleets.values()],
    instances: [...state.instances.values()],
    capacityReservations: [...state.capacityReservations.values()],
    placementGroups: [...state.placementGroups.values()],
    queues: [...state.queues.values()],
    usedTokens: [...state.usedTokens.values()],
    faultRules: [...state.faultRules.values()],
    capacityRules: state.capacityRules,
  };
}

export function fromImage(image: StateImage): WorldState {
  return {
    seed: image.seed,
    speed: image.speed,
    daySpans: [...image.daySpans],
    ids: { ...image.ids },
    accounts: table(image.accounts),
    users: table(image.users),
    roles: table(image.roles),
    instanceProfiles: table(image.instanceProfiles),
    vpcs: table(image.vpcs),
    subnets: table(image.subnets),
    securityGroups: table(image.securityGroups),
    images: table(image.images),
    launchTemplates: table(image.launchTemplates),
    fleets: table(image.fleets),
    instances: table(image.instances),
    capacityReservations: table(image.capacityReservations),
    placementGroups: table(image.placementGroups ?? []),
    queues: table(image.queues),
    usedTokens: table(image.usedTokens),
    faultRules: table(image.faultRules),
    capacityRules: [...image.capacityRules],
  };
}

function table<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
