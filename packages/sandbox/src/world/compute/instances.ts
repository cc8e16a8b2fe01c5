import { err, invariant, ok, type Result } from '@kerf/core';
import type { CatalogType, InstanceCatalog } from '../../data/instance-catalog.js';
import type { Tags } from '../iam/identity.js';
import type { IdSource } from '../random/id-source.js';
import { seededRandom, seededRandomBetween } from '../random/seeded-random.js';
import type { Timers } from '../time/timers.js';
import type { Capacity, CapacityPool, CapacityType } from './capacity.js';
import type {
  CapacityReservation,
  CapacityReservations,
  ReservationPreference,
  ReservationRefusal,
} from './capacity-reservations.js';
import type { Image } from './images.js';
import type { GpuError, GroupPlacement } from './instance.js';
import {
  type Instance,
  type InstanceStateName,
  instanceState,
  type MetadataOptions,
  type Reclaim,
  type ScheduledEvent,
  type Volume,
} from './instance.js';
import { eniMaxPods, nvidiaGpus, rootVolumeGiB } from './instance-facts.js';
import type { BootedInstance, InstanceHost } from './instance-host.js';
import type { AddressAllocator, Subnet } from './network.js';
import type { PlacementGroups } from './placement-groups.js';
import { regions } from './regions.js';

const second = 1000;
/** Simulated time that instances of EKS take, as reported by operators. */
const pendingMs = [8 * second, 15 * second] as const;
const bootMs = [20 * second, 35 * second] as const;
const shutdownMs = [15 * second, 40 * second] as const;
/** EC2 lists a terminated instance for about an hour, in the real time of the client. */
const describableMs = 3600 * second;

export interface LaunchSpec {
  readonly subnet: Subnet;
  readonly type: CatalogType;
  readonly image: Image;
  readonly capacityType: CapacityType;
  readonly securityGroupIds: readonly string[];
  readonly instanceProfileArn: string | null;
  /** Base64. */
  readonly userData: string;
  readonly volumes: readonly Omit<Volume, 'id'>[];
  readonly metadataOptions: MetadataOptions;
  readonly isMonitored: boolean;
  readonly launchTemplate: Instance['launchTemplate'];
  readonly fleetId: string | null;
  /** Shared by the instances of one call; `null` creates one. */
  readonly reservationId: string | null;
  readonly clientToken: string | null;
  /** Preference for capacity reservations. */
  readonly reservation: ReservationPreference;
  /** `null` without a placement group. */
  readonly placementGroup: GroupPlacement | null;
  readonly tags: Tags;
  /** Boot time of instances that exist when the sandbox starts. */
  readonly bootedSince?: number;
}

type Placement = Pick<
  LaunchSpec,
  'subnet' | 'type' | 'capacityType' | 'reservation' | 'placementGroup'
>;

/** A refused launch, with a code and message of EC2. */
export interface LaunchRefusal {
  readonly code:
    | 'InsufficientInstanceCapacity'
    | 'InsufficientFreeAddressesInSubnet'
    | 'Unsupported'
    | ReservationRefusal['code'];
  readonly message: string;
}

export interface InstancesOptions {
  readonly table: Map<string, Instance>;
  readonly catalog: InstanceCatalog;
  readonly capacity: Capacity;
  readonly reservations: CapacityReservations;
  readonly placementGroups: PlacementGroups;
  readonly addresses: AddressAllocator;
  readonly ids: IdSource;
  readonly timers: Timers;
  readonly seed: number;
  readonly findImage: (region: string, id: string) => Image | null;
}

/** The lifecycle of instances, from launch until EC2 no longer lists them. */
export class Instances implements InstanceHost {
  readonly #options: InstancesOptions;

  /** Booted instances that listeners were called for. */
  readonly #announced = new Set<string>();
  readonly #bootListeners: ((instance: BootedInstance) => void)[] = [];
  readonly #stopListeners: ((instanceId: string) => void)[] = [];
  readonly #unreachableListeners: ((instanceId: string) => void)[] = [];
  readonly #stateListeners: ((instance: Instance, state: InstanceStateName) => void)[] = [];
  readonly #brokenImages = new Set<string>();

  constructor(options: InstancesOptions) {
    this.#options = options;

    for (const instance of options.table.values()) this.#resume(instance);
    options.reservations.onEnd((reservation) => this.#endBlock(reservation));
  }

  onBooted(listener: (instance: BootedInstance) => void): void {
    this.#bootListeners.push(listener);
    for (const id of this.#announced) {
      if (this.#options.table.get(id)?.isImpaired === false) listener(this.#describeBooted(id));
    }
  }

  onStopped(listener: (instanceId: string) => void): void {
    this.#stopListeners.push(listener);
  }

  onUnreachable(listener: (instanceId: string) => void): void {
    this.#unreachableListeners.push(listener);
  }

  /** Calls back at each change of an instance's state. */
  onState(listener: (instance: Instance, state: InstanceStateName) => void): void {
    this.#stateListeners.push(listener);
  }

  /** Makes instances launched from the image from now on fail to boot. */
  breakImage(imageId: string): void {
    this.#brokenImages.add(imageId);
  }

  repairImage(imageId: string): void {
    this.#brokenImages.delete(imageId);
  }

  /** Makes a running instance unreachable, or reachable again. */
  setImpaired(id: string, isImpaired: boolean): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return;
    if (instance.isImpaired === isImpaired) return;
    const impairedAt = this.#options.timers.now();
    this.#options.table.set(id, { ...instance, isImpaired, ...(isImpaired && { impairedAt }) });
    if (!this.#announced.has(id)) return;
    if (isImpaired) for (const listener of this.#unreachableListeners) listener(id);
    else for (const listener of this.#bootListeners) listener(this.#describeBooted(id));
  }

  /** Makes the GPU of an instance report an error, or none any more. */
  setGpuError(id: string, error: GpuError | null): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return;
    const { gpuError: _, ...sound } = instance;
    this.#options.table.set(id, error === null ? sound : { ...sound, gpuError: error });
    if (!this.#announced.has(id) || instance.isImpaired) return;
    for (const listener of this.#bootListeners) listener(this.#describeBooted(id));
  }

  /** Reboots a running instance: its kubelet ends, and starts again after the boot. */
  reboot(id: string): void {
    const { table, timers, seed } = this.#options;
    const instance = table.get(id);
    if (instance === undefined || instanceState(instance, timers.now()) !== 'running') return;
    const reboots = (instance.reboots ?? 0) + 1;
    const bootsMs = timers.realMs(seededRandomBetween(bootMs, seed, `boot ${reboots}`, id));
    const { gpuError, ...sound } = instance;
    const isLasting = gpuError !== undefined && !gpuError.isClearedByReboot;
    const rebooting = {
      ...sound,
      ...(isLasting && { gpuError }),
      reboots,
      bootedAt: timers.now() + bootsMs,
    };
    table.set(id, rebooting);
    if (this.#announced.delete(id)) for (const listener of this.#unreachableListeners) listener(id);
    this.#awaitBoot(rebooting);
  }

  /** Terminates the instance at the given time, unless it has ended before. */
  reclaim(id: string, reclaim: Reclaim): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return;
    this.#options.table.set(id, { ...instance, reclaim });
    this.#awaitReclaim(id, reclaim);
  }

  /** Adds a scheduled event. */
  schedule(id: string, event: ScheduledEvent): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return;
    const { scheduledEvents = [] } = instance;
    this.#options.table.set(id, { ...instance, scheduledEvents: [...scheduledEvents, event] });
  }

  /** Returns why `count` instances cannot be launched now, or `null`; reserves nothing. */
  check(spec: Placement, count: number): LaunchRefusal | null {
    const { subnet, type } = spec;
    const zones = type.offers.get(subnet.region)?.zones ?? [];
    if (!zones.includes(subnet.zone) || !type.usageClasses.includes(spec.capacityType)) {
      return {
        code: 'Unsupported',
        message: `Your requested instance type (${type.name}) is not supported in your requested Availability Zone (${subnet.zone}).`,
      };
    }
    const reservation = this.#options.reservations.find(spec, count);
    if (reservation !== null && 'code' in reservation) return reservation;
    const isReserved = reservation !== null;
    if (!isReserved && this.#options.capacity.available(poolOf(spec)) < count) {
      return noCapacity(spec);
    }
    const group = spec.placementGroup;
    const ofGroup =
      group === null ? null : this.#options.placementGroups.refusal(group, subnet.zone, count);
    if (ofGroup !== null) return { code: 'InsufficientInstanceCapacity', message: ofGroup };
    if (this.#options.addresses.free(subnet) < count) {
      return {
        code: 'InsufficientFreeAddressesInSubnet',
        message: `There are not enough free addresses in subnet '${subnet.id}' to satisfy the requested number of instances.`,
      };
    }
    return null;
  }

  launch(spec: LaunchSpec): Result<Instance, LaunchRefusal> {
    const refusal = this.check(spec, 1);
    if (refusal !== null) return err(refusal);
    const instance = this.#build(spec);
    if (instance.capacityReservationId === null) this.#options.capacity.take(poolOf(spec));
    this.#options.table.set(instance.id, instance);
    if (instance.runningAt > this.#options.timers.now()) this.#notifyState(instance.id, 'pending');
    this.#awaitRunning(instance);
    this.#awaitBoot(instance);
    return ok(instance);
  }

  /** Starts the termination of an instance; has no effect if it is terminating already. */
  terminate(id: string, reasonCode: string, reasonMessage: string): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return;
    const { timers, seed } = this.#options;
    const requestedAt = timers.now();
    const takesMs = timers.realMs(seededRandomBetween(shutdownMs, seed, 'shutdown', id));
    const end = { requestedAt, terminatedAt: requestedAt + takesMs, reasonCode, reasonMessage };
    const ending = { ...instance, end };
    this.#options.table.set(id, ending);
    this.#notifyState(id, 'shutting-down');
    this.#awaitEnd(ending);
    if (this.#announced.delete(id)) for (const listener of this.#stopListeners) listener(id);
  }

  #build(spec: LaunchSpec): Instance {
    const { ids, timers, seed, addresses } = this.#options;
    const { subnet, type, image, volumes, bootedSince, reservation, placementGroup, ...kept } =
      spec;
    const used = this.#options.reservations.find({ ...spec, reservation }, 1);
    invariant(used === null || 'id' in used, 'the launch was checked');
    const id = ids.next('i');
    const privateIp = addresses.take(subnet, seededRandom(seed, 'address', id));
    invariant(privateIp !== null, `subnet ${subnet.id} is full`);
    const launchedAt = bootedSince ?? timers.now();
    const pendsMs = timers.realMs(seededRandomBetween(pendingMs, seed, 'pending', id));
    const bootsMs = timers.realMs(seededRandomBetween(bootMs, seed, 'boot', id));
    const suffix = regions.get(subnet.region)?.privateDnsSuffix ?? 'compute.internal';
    return {
      ...kept,
      id,
      accountId: subnet.accountId,
      region: subnet.region,
      zone: subnet.zone,
      zoneId: subnet.zoneId,
      vpcId: subnet.vpcId,
      subnetId: subnet.id,
      instanceType: type.name,
      architecture: image.architecture,
      imageId: image.id,
      privateIp,
      privateDnsName: `ip-${privateIp.replaceAll('.', '-')}.${suffix}`,
      volumes: volumes.map((volume) => ({ ...volume, id: ids.next('vol') })),
      reservationId: spec.reservationId ?? ids.next('r'),
      capacityReservationId: used?.id ?? null,
      ...(placementGroup !== null && {
        placementGroup: {
          id: placementGroup.id,
          partition: this.#options.placementGroups.partitionOf(placementGroup, subnet.zone),
        },
      }),
      spotRequestId: spec.capacityType === 'spot' ? ids.next('sir') : null,
      launchedAt,
      runningAt: bootedSince ?? launchedAt + pendsMs,
      bootedAt: bootedSince ?? launchedAt + pendsMs + bootsMs,
      failsToBoot: this.#brokenImages.has(image.id),
      isImpaired: false,
      reclaim: null,
      end: null,
    };
  }

  /** After a restart: claims the instance's capacity and address and starts its timers. */
  #resume(instance: Instance): void {
    const now = this.#options.timers.now();
    if (instanceState(instance, now) === 'terminated') {
      this.#awaitForgetting(instance.id, instance.end?.terminatedAt ?? now);
      return;
    }
    if (instance.capacityReservationId === null) {
      this.#options.capacity.take(poolOfInstance(instance));
    }
    this.#options.addresses.claim(instance.subnetId, instance.privateIp);
    if (instance.end !== null) {
      this.#awaitEnd(instance);
      return;
    }
    this.#awaitRunning(instance);
    this.#awaitBoot(instance);
    if (instance.reclaim !== null) this.#awaitReclaim(instance.id, instance.reclaim);
  }

  /** Instances of a Capacity Block end with it; others go on as On-Demand Instances. */
  #endBlock({ id, type }: CapacityReservation): void {
    if (type !== 'capacity-block') return;
    for (const instance of this.#options.reservations.usersOf(id)) {
      this.terminate(
        instance.id,
        'Server.CapacityBlockExpired',
        'Server.CapacityBlockExpired: The Capacity Block has ended',
      );
    }
  }

  #notifyState(id: string, state: InstanceStateName): void {
    const instance = this.#options.table.get(id);
    if (instance === undefined) return;
    for (const listener of this.#stateListeners) listener(instance, state);
  }

  #awaitRunning({ id, runningAt }: Instance): void {
    const { timers, table } = this.#options;
    if (runningAt <= timers.now()) return;
    timers.at(runningAt, () => {
      if (table.get(id)?.end === null) this.#notifyState(id, 'running');
    });
  }

  #awaitReclaim(id: string, { dueAt, reasonCode, reasonMessage }: Reclaim): void {
    this.#options.timers.at(dueAt, () => this.terminate(id, reasonCode, reasonMessage));
  }

  #awaitBoot({ id, bootedAt, failsToBoot }: Instance): void {
    if (failsToBoot) return;
    const announce = () => {
      const instance = this.#options.table.get(id);
      if (instance === undefined || instance.end !== null) return;
      // It was rebooted before it had booted.
      if (instance.bootedAt !== bootedAt) return;
      this.#announced.add(id);
      if (instance.isImpaired) return;
      for (const listener of this.#bootListeners) listener(this.#describeBooted(id));
    };
    if (bootedAt <= this.#options.timers.now()) announce();
    else this.#options.timers.at(bootedAt, announce);
  }

  #awaitEnd(instance: Instance): void {
    const { timers, capacity, addresses } = this.#options;
    const { id, end, subnetId, privateIp } = instance;
    invariant(end !== null, `instance ${id} is not ending`);
    timers.at(end.terminatedAt, () => {
      if (instance.capacityReservationId === null) capacity.release(poolOfInstance(instance));
      addresses.release(subnetId, privateIp);
      this.#notifyState(id, 'terminated');
      this.#awaitForgetting(id, end.terminatedAt);
    });
  }

  #awaitForgetting(id: string, terminatedAt: number): void {
    const { timers, table } = this.#options;
    timers.at(terminatedAt + describableMs, () => {
      table.delete(id);
    });
  }

  #describeBooted(id: string): BootedInstance {
    const instance = this.#options.table.get(id);
    const type = this.#options.catalog.get(instance?.instanceType ?? '');
    invariant(instance !== undefined && type !== undefined, `no running instance ${id}`);
    const image = this.#options.findImage(instance.region, instance.imageId);
    return {
      instanceId: id,
      accountId: instance.accountId,
      region: instance.region,
      zone: instance.zone,
      zoneId: instance.zoneId,
      instanceType: type.name,
      vcpus: type.vcpus,
      memoryMiB: type.memoryMiB,
      architecture: instance.architecture,
      gpus: nvidiaGpus(type),
      eniMaxPods: eniMaxPods(type),
      rootVolumeGiB: rootVolumeGiB(instance, image),
      capacityType: instance.capacityType,
      imageId: instance.imageId,
      imageFamily: image?.family ?? 'custom',
      privateIp: instance.privateIp,
      privateDnsName: instance.privateDnsName,
      userData: Buffer.from(instance.userData, 'base64').toString('utf8'),
      launchedAt: instance.launchedAt,
      reboots: instance.reboots ?? 0,
      gpuError: instance.gpuError?.reason ?? null,
    };
  }
}

function poolOf({ subnet, type, capacityType }: Placement): CapacityPool {
  return { region: subnet.region, zone: subnet.zone, instanceType: type.name, capacityType };
}

function poolOfInstance(instance: Instance): CapacityPool {
  const { region, zone, instanceType, capacityType } = instance;
  return { region, zone, instanceType, capacityType };
}

function noCapacity({ subnet, type, capacityType }: Placement): LaunchRefusal {
  return {
    code: 'InsufficientInstanceCapacity',
    message:
      capacityType === 'spot'
        ? 'There is no Spot capacity available that matches your request.'
        : `We currently do not have sufficient ${type.name} capacity in the Availability Zone you requested (${subnet.zone}). Our system will be working on provisioning additional capacity.`,
  };
}
