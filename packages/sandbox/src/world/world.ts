import { invariant, type Result } from '@kerf/core';
import { type InstanceCatalog, instanceCatalog } from '../data/instance-catalog.js';
import { Capacity, type CapacityType } from './compute/capacity.js';
import { type CapacityReservation, CapacityReservations } from './compute/capacity-reservations.js';
import { type Image, type PublishedImages, publishImages } from './compute/images.js';
import { defaultMetadataOptions, type Instance } from './compute/instance.js';
import { Instances, type LaunchRefusal } from './compute/instances.js';
import {
  AddressAllocator,
  parseCidr,
  type SecurityGroup,
  type Subnet,
  type Vpc,
} from './compute/network.js';
import { type PlacementGroup, PlacementGroups } from './compute/placement-groups.js';
import { Prices } from './compute/prices.js';
import { regions } from './compute/regions.js';
import { Interruptions } from './events/interruptions.js';
import { type Queue, Queues } from './events/queues.js';
import { ZonalShifts } from './events/zonal-shifts.js';
import { Faults } from './faults.js';
import type { PolicyDocument } from './iam/iam-policy.js';
import {
  type Account,
  type ActionPattern,
  type InstanceProfile,
  iamArn,
  type Role,
  type RoleTrust,
  type Tags,
  type User,
} from './iam/identity.js';
import { IdSource } from './random/id-source.js';
import { letterDigits } from './random/seeded-random.js';
import { createSnapshot, parseSnapshot, type WorldSnapshot } from './state/snapshot.js';
import { emptyImage, fromImage, type StateImage, toImage, type WorldState } from './state/state.js';
import { DayClock } from './time/day-clock.js';
import { createSandboxClock, type WorldClock } from './time/sandbox-clock.js';

import { Timers } from './time/timers.js';

export interface WorldOptions {
  /** Speed of simulated time; default 10, or that of the snapshot. */
  readonly speed?: number;
  /** Default: real time. Must have the same speed. */
  readonly clock?: WorldClock;
}

export interface NewWorldOptions extends WorldOptions {
  readonly seed: number;
  /** Speed of the simulated day; default `speed`. */
  readonly daySpeed?: number;
}

export interface RunningInstance {
  readonly subnetId: string;
  readonly instanceType: string;
  readonly imageId: string;
  readonly capacityType: CapacityType;
  /** Plain text. */
  readonly userData: string;
  readonly securityGroupIds?: readonly string[];
  readonly instanceProfileArn?: string;
  /** Default: the image's. */
  readonly rootVolumeGiB?: number;
  readonly tags?: Tags;
  /** Time in the past at which it booted, for instances older than the sandbox. */
  readonly bootedSince?: number;
}

const defaultSpeed = 10;
/** Published images are the same in each world. */
const published: ReadonlyMap<string, PublishedImages> = new Map(
  [...regions.keys()].map((region) => [region, publishImages(region)]),
);

/** The simulated AWS without its network API: accounts, their resources, and changes over time. */
export class World {
  readonly state: WorldState;
  readonly timers: Timers;
  readonly day: DayClock;
  readonly catalog: InstanceCatalog;
  readonly prices: Prices;
  readonly capacity: Capacity;
  readonly capacityReservations: CapacityReservations;
  readonly placementGroups: PlacementGroups;
  readonly addresses: AddressAllocator;
  readonly ids: IdSource;
  readonly instances: Instances;
  readonly queues: Queues;
  readonly faults: Faults;
  readonly interruptions: Interruptions;
  readonly zonalShifts: ZonalShifts;

  constructor(image: StateImage, clock: WorldClock) {
    this.state = fromImage(image);
    const { seed, speed } = image;
    this.timers = new Timers(clock, speed);
    this.catalog = instanceCatalog();
    this.day = new DayClock(this.state.daySpans, this.timers);
    this.prices = new Prices({ catalog: this.catalog, seed, day: this.day });
    this.zonalShifts = new ZonalShifts(this.timers);
    this.capacity = new Capacity(this.catalog, seed, this.state.capacityRules);
    this.capacityReservations = new CapacityReservations({
      table: this.state.capacityReservations,
      instances: this.state.instances,
      timers: this.timers,
    });
    this.placementGroups = new PlacementGroups(
      this.state.placementGroups,
      this.state.instances,
      this.timers,
    );
    this.addresses = new AddressAllocator();
    this.ids = new IdSource(seed, this.state.ids);
    this.queues = new Queues(this.state.queues, this.timers);
    this.faults = new Faults(this.state.faultRules, seed, this.timers);
    this.instances = new Instances({
      table: this.state.instances,
      catalog: this.catalog,
      capacity: this.capacity,
      reservations: this.capacityReservations,
      placementGroups: this.placementGroups,
      addresses: this.addresses,
      ids: this.ids,
      timers: this.timers,
      seed,
      findImage: (region, id) => this.findImage(region, id),
    });
    this.interruptions = new Interruptions({
      table: this.state.instances,
      instances: this.instances,
      queueTable: this.state.queues,
      queues: this.queues,
      timers: this.timers,
    });
  }

  addAccount(account: Account): Account {
    invariant(/^\d{12}$/.test(account.id), `${account.id} is not an account ID`);
    return insert(this.state.accounts, account);
  }

  /** Adds a user with an access key; `allow` defaults to all actions. */
  addUser(user: {
    readonly accountId: string;
    readonly name: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly allow?: readonly ActionPattern[];
    readonly policy?: PolicyDocument;
  }): User {
    const { accountId, name, accessKeyId, secretAccessKey, allow = ['*'], policy } = user;
    const arn = iamArn(accountId, 'user', '/', name);
    return insert(this.state.users, {
      id: accessKeyId,
      accountId: this.#accountOf(accountId).id,
      name,
      arn,
      userId: `AIDA${letterDigits(17, this.state.seed, arn)}`,
      secretAccessKey,
      allow,
      ...(policy && { policy }),
    });
  }

  addRole(role: {
    readonly accountId: string;
    readonly name: string;
    readonly trust: RoleTrust;
    readonly allow: readonly ActionPattern[];
    readonly policy?: PolicyDocument;
    readonly path?: string;
  }): Role {
    const { accountId, name, trust, allow, policy, path = '/' } = role;
    const id = iamArn(this.#accountOf(accountId).id, 'role', path, name);
    return insert(this.state.roles, {
      id,
      roleId: `AROA${letterDigits(17, this.state.seed, id)}`,
      accountId,
      name,
      path,
      trust,
      allow,
      ...(policy && { policy }),
      createdAt: this.timers.now(),
    });
  }

  addInstanceProfile(profile: {
    readonly accountId: string;
    readonly name: string;
    readonly roleArn: string | null;
    readonly path?: string;
    readonly tags?: Tags;
  }): InstanceProfile {
    const { accountId, name, roleArn, path = '/', tags = {} } = profile;
    const id = iamArn(this.#accountOf(accountId).id, 'instance-profile', path, name);
    return insert(this.state.instanceProfiles, {
      id,
      profileId: `AIPA${letterDigits(17, this.state.seed, id)}`,
      accountId,
      name,
      path,
      roleArn,
      createdAt: this.timers.now(),
      tags,
    });
  }

  addVpc(vpc: {
    readonly accountId: string;
    readonly region: string;
    readonly cidr: string;
    readonly tags?: Tags;
  }): Vpc {
    const { accountId, region, cidr, tags = {} } = vpc;
    invariant(regions.has(region), `the sandbox has no region ${region}`);
    parseCidr(cidr);
    this.#accountOf(accountId);
    return insert(this.state.vpcs, { id: this.ids.next('vpc'), accountId, region, cidr, tags });
  }

  addSubnet(subnet: {
    readonly vpcId: string;
    readonly zone: string;
    readonly cidr: string;
    readonly isPublic?: boolean;
    readonly tags?: Tags;
  }): Subnet {
    const { vpcId, zone: zoneName, cidr, isPublic = false, tags = {} } = subnet;
    const vpc = this.#vpcOf(vpcId);
    const zone = regions.get(vpc.region)?.zones.find(({ name }) => name === zoneName);
    invariant(zone !== undefined, `${vpc.region} has no zone ${zoneName}`);
    parseCidr(cidr);
    return insert(this.state.subnets, {
      id: this.ids.next('subnet'),
      accountId: vpc.accountId,
      region: vpc.region,
      vpcId,
      zone: zone.name,
      zoneId: zone.id,
      cidr,
      isPublic,
      tags,
    });
  }

  addSecurityGroup(group: {
    readonly vpcId: string;
    readonly name: string;
    readonly description: string;
    readonly tags?: Tags;
  }): SecurityGroup {
    const { vpcId, name, description, tags = {} } = group;
    const { accountId, region } = this.#vpcOf(vpcId);
    const id = this.ids.next('sg');
    const added = { id, accountId, region, vpcId, name, description, tags };
    return insert(this.state.securityGroups, added);
  }

  /** Adds a capacity reservation of one zone; it has no end and must be named by default. */
  addCapacityReservation(
    reservation: Pick<
      CapacityReservation,
      'accountId' | 'region' | 'zone' | 'instanceType' | 'total'
    > &
      Partial<Pick<CapacityReservation, 'type' | 'matchCriteria' | 'endsAt' | 'tags'>>,
  ): CapacityReservation {
    const { accountId, region, zone: zoneName, instanceType } = reservation;
    const zone = regions.get(region)?.zones.find(({ name }) => name === zoneName);
    invariant(zone !== undefined, `${region} has no zone ${zoneName}`);
    invariant(this.catalog.has(instanceType), `instance type ${instanceType} not found`);
    this.#accountOf(accountId);
    return this.capacityReservations.add({
      type: 'default',
      matchCriteria: 'targeted',
      endsAt: null,
      tags: {},
      ...reservation,
      id: this.ids.next('cr'),
      zoneId: zone.id,
      createdAt: this.timers.now(),
    });
  }

  /** Adds a placement group; one of the strategy `partition` has 2 partitions unless it says more. */
  addPlacementGroup(
    group: Pick<PlacementGroup, 'accountId' | 'region' | 'name' | 'strategy'> &
      Partial<Pick<PlacementGroup, 'partitionCount' | 'tags'>>,
  ): PlacementGroup {
    const { strategy, partitionCount = 2, tags = {} } = group;
    this.#accountOf(group.accountId);
    return insert(this.state.placementGroups, {
      ...group,
      id: this.ids.next('pg'),
      partitionCount: strategy === 'partition' ? partitionCount : null,
      tags,
    });
  }

  /** Adds a private image, which only its owner can see. */
  addImage(image: Omit<Image, 'id' | 'ownerAlias' | 'createdAt' | 'rootDevice'>): Image {
    this.#accountOf(image.ownerId);
    return insert(this.state.images, {
      ...image,
      id: this.ids.next('ami'),
      ownerAlias: null,
      createdAt: this.timers.now(),
      rootDevice: '/dev/xvda',
    });
  }

  addQueue(queue: {
    readonly accountId: string;
    readonly region: string;
    readonly name: string;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly tags?: Tags;
    /** Default: no. */
    readonly receivesEvents?: boolean;
  }): Queue {
    const { accountId, region, name, attributes = {}, tags = {}, receivesEvents = false } = queue;
    return insert(this.state.queues, {
      id: `arn:aws:sqs:${region}:${this.#accountOf(accountId).id}:${name}`,
      accountId,
      region,
      name,
      createdAt: this.timers.now(),
      attributes,
      tags,
      receivesEvents,
      messages: [],
    });
  }

  /** Adds a running instance that has booted. */
  launchNow(running: RunningInstance): Instance {
    const launched = this.launch({
      ...running,
      bootedSince: running.bootedSince ?? this.timers.now(),
    });
    invariant(launched.ok, launched.ok ? '' : launched.error.message);
    return launched.value;
  }

  /** Launches an instance without an API call; it boots unless a boot time is given. */
  launch(running: RunningInstance): Result<Instance, LaunchRefusal> {
    const subnet = this.state.subnets.get(running.subnetId);
    const type = this.catalog.get(running.instanceType);
    invariant(subnet !== undefined, `subnet ${running.subnetId} not found`);
    invariant(type !== undefined, `instance type ${running.instanceType} not found`);
    const image = this.findImage(subnet.region, running.imageId);
    invariant(image !== null, `image ${running.imageId} not found in ${subnet.region}`);
    return this.instances.launch({
      subnet,
      type,
      image,
      capacityType: running.capacityType,
      securityGroupIds: running.securityGroupIds ?? [],
      instanceProfileArn: running.instanceProfileArn ?? null,
      userData: Buffer.from(running.userData).toString('base64'),
      volumes: [
        {
          device: image.rootDevice,
          sizeGiB: running.rootVolumeGiB ?? image.rootVolumeGiB,
          deletesOnTermination: true,
        },
      ],
      metadataOptions: defaultMetadataOptions,
      isMonitored: false,
      launchTemplate: null,
      fleetId: null,
      reservationId: null,
      clientToken: null,
      reservation: { kind: 'none' },
      placementGroup: null,
      tags: running.tags ?? {},
      ...(running.bootedSince === undefined ? {} : { bootedSince: running.bootedSince }),
    });
  }

  /** Returns a published or private image. */
  findImage(region: string, id: string): Image | null {
    const own = this.state.images.get(id);
    if (own !== undefined) return own.region === region ? own : null;
    return this.publishedImages(region).images.get(id) ?? null;
  }

  publishedImages(region: string): PublishedImages {
    const images = published.get(region);
    invariant(images !== undefined, `the sandbox has no region ${region}`);
    return images;
  }

  /** Returns the state as JSON, for a restart. */
  snapshot(): WorldSnapshot {
    return createSnapshot(toImage(this.state));
  }

  /** Stops all timers; nothing changes afterwards. */
  stop(): void {
    this.timers.stopAll();
  }

  #accountOf(id: string): Account {
    const account = this.state.accounts.get(id);
    invariant(account !== undefined, `account ${id} not found`);
    return account;
  }

  #vpcOf(id: string): Vpc {
    const vpc = this.state.vpcs.get(id);
    invariant(vpc !== undefined, `VPC ${id} not found`);
    return vpc;
  }
}

/** Creates an empty world. The same seed gives the same capacity, prices and IDs. */
export function createWorld(options: NewWorldOptions): World {
  const { seed, speed = defaultSpeed } = options;
  const { clock = createSandboxClock(speed), daySpeed = speed } = options;
  const daySpans = [{ since: clock.now(), lifeMs: 0, speed: daySpeed }];
  return new World(emptyImage({ seed, speed, daySpans }), clock);
}

/**
 * Restores a world from {@link World.snapshot}. Tasks that became due in the meantime run at once.
 * @throws AppError `CONFIG.INVALID` if the snapshot is damaged or from another version
 */
export function restoreWorld(snapshot: unknown, options: WorldOptions = {}): World {
  const { state } = parseSnapshot(snapshot);
  const { speed = state.speed, clock = createSandboxClock(speed) } = options;
  return new World({ ...state, speed }, clock);
}

function insert<Row extends { readonly id: string }>(table: Map<string, Row>, row: Row): Row {
  invariant(!table.has(row.id), `${row.id} exists already`);
  table.set(row.id, row);
  return row;
}
