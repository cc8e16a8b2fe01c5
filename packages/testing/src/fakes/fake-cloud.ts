import {
  type CatalogFacts,
  type CloudInstance,
  type CloudProvider,
  type DescribedCluster,
  type DescribedQueue,
  type ImpairedInstance,
  type LaunchableTypes,
  type LaunchOutcome,
  type LaunchRequest,
  type NodeClassProblem,
  type NodeClassResolution,
  type RebootAnswer,
  type ScheduledEvent,
  type SpotPrice,
  type UnavailableOffering,
  type ZonalShift,
} from '@kerf/application';
import { AppError, type DurationMs, type Instant, labelKeys, tagKeys } from '@kerf/core';
import { listedPrice } from '@kerf/engine';
import { fakeInstanceTypes, fakeZones, toFacts, zoneIdOf } from './fake-instance-types.js';
import {
  type FakeReservation,
  isActive,
  labelsOfReservation,
  resolveReservations,
} from './fake-reservations.js';

/** Returns EC2's message for a launch without capacity. */
function insufficientCapacityMessage(offering: UnavailableOffering | undefined): string {
  return offering === undefined || offering.capacityType === 'spot'
    ? 'There is no Spot capacity available that matches your request.'
    : `We currently do not have sufficient ${offering.instanceType} capacity in the Availability Zone you requested (${offering.zone}).`;
}

/** Ids that NodeClasses resolve to; the subnets are in the order of the zones. */
interface SelectedIds {
  readonly imageId: string;
  readonly securityGroupIds: readonly string[];
  readonly subnetIds: readonly string[];
}

/** A cloud in memory: instances by idempotency token, and capacity that can be exhausted. */
export class FakeCloud implements CloudProvider {
  readonly instances = new Map<string, CloudInstance>();
  /** Offerings without capacity, as `type/zone/capacityType`. */
  readonly exhausted = new Set<string>();
  /** Problems of every NodeClass; with one, none is ready. */
  nodeClassProblems: readonly NodeClassProblem[] = [];
  /** The resolution of every NodeClass. */
  selected: SelectedIds = {
    imageId: 'ami-1',
    securityGroupIds: ['sg-1'],
    subnetIds: fakeZones.map((_zone, index) => `subnet-${index}`),
  };
  /** Capacity reservations, the same for every EC2NodeClass. */
  readonly reservations: FakeReservation[] = [];
  /** Scheduled events of instances. */
  readonly scheduledEvents: ScheduledEvent[] = [];
  /** Instances with a failed status check. */
  impairedInstances: readonly ImpairedInstance[] = [];
  /** The instances of accepted reboots, in order. */
  readonly reboots: string[] = [];
  /** Why EC2 rejects reboots; `null` if it accepts them. */
  rebootRejection: string | null = null;
  onReboot: (instanceId: string) => void = () => undefined;
  /** Zonal shifts of every cluster. */
  zonalShifts: readonly ZonalShift[] = [];
  /** Names of the existing queues. */
  readonly queues = new Set<string>();
  /** True if the trust policies of roles require the external ID. */
  requiresExternalId = true;
  /** The names and UIDs whose instance profiles were deleted. */
  readonly deletedProfiles: string[] = [];
  /** The types for dry runs of the last resolution; `null` without dry runs. */
  launchableTypes: LaunchableTypes | null = null;
  /** `major.minor` of the described cluster. */
  kubernetesVersion = '1.36';
  /** Number of launched instances; a repeated launch with the same token does not count. */
  launchCount = 0;
  /** Duration of a launch; until then it fails as a call that times out and is retried. */
  launchMs: DurationMs = 0;
  /** Time for which a new instance is unknown to all calls but its launch, as EC2's reads may be. */
  invisibleMs: DurationMs = 0;
  clock: { readonly aheadMs: DurationMs | null } = { aheadMs: 0 };
  readonly #firstRequestedAt = new Map<string, Instant>();
  readonly #byToken = new Map<string, LaunchOutcome>();
  readonly #now: () => Instant;

  constructor(now: () => Instant) {
    this.#now = now;
  }

  whoAmI() {
    return Promise.resolve({ accountId: '111122223333', arn: 'arn:aws:sts::111122223333:x' });
  }

  needsExternalId() {
    return Promise.resolve(this.requiresExternalId);
  }

  describeCluster(): Promise<DescribedCluster> {
    return Promise.resolve({
      endpoint: 'https://cluster.example',
      certificateAuthority: 'LS0t',
      facts: {
        accountId: '111122223333',
        kubernetesVersion: this.kubernetesVersion,
        serviceCidr: '10.100.0.0/16',
        clusterDnsIp: '10.100.0.10',
      },
    });
  }

  clusterToken() {
    return Promise.resolve({ token: 'token', expiresAt: this.#now() + 600_000 });
  }

  resolveNodeClass(
    ...[, nodeClass]: Partial<Parameters<CloudProvider['resolveNodeClass']>>
  ): Promise<NodeClassResolution> {
    this.launchableTypes = nodeClass?.launchableTypes ?? null;
    return Promise.resolve({
      resolvedAt: this.#now(),
      subnets: this.selected.subnetIds.flatMap((id, index) => {
        const zone = fakeZones[index];
        return zone === undefined ? [] : [{ id, zone, zoneId: zoneIdOf(zone), freeAddresses: 200 }];
      }),
      securityGroups:
        nodeClass?.knownSecurityGroups ??
        this.selected.securityGroupIds.map((id) => ({ id, name: 'nodes' })),
      images: [
        {
          id: this.selected.imageId,
          name: 'al2023',
          architecture: 'amd64',
          variant: 'standard',
          createdAt: 0,
          deprecated: false,
        },
      ],
      instanceProfile: 'profile',
      capacityReservations: resolveReservations(
        this.reservations,
        [...this.instances.values()],
        this.#now(),
      ),
      problems: this.nodeClassProblems,
    });
  }

  deleteInstanceProfiles(_target: unknown, owners: readonly string[]): Promise<void> {
    this.deletedProfiles.push(...owners);
    return Promise.resolve();
  }

  async describeQueue(_target: unknown, name: string): Promise<DescribedQueue> {
    if (this.queues.has(name)) return { waitingMessages: 0 };
    throw new AppError({ code: 'CLOUD.INVALID', message: `there is no queue ${name}` });
  }

  listScheduledEvents(): Promise<readonly ScheduledEvent[]> {
    return Promise.resolve(this.scheduledEvents);
  }

  listImpairedInstances(): Promise<readonly ImpairedInstance[]> {
    return Promise.resolve(this.impairedInstances);
  }

  listZonalShifts(): Promise<readonly ZonalShift[]> {
    return Promise.resolve(this.zonalShifts);
  }

  fetchCatalog(): Promise<CatalogFacts> {
    return Promise.resolve({
      region: 'us-east-1',
      fetchedAt: this.#now(),
      onDemandPricesAt: null,
      instanceTypes: fakeInstanceTypes.map((type) => ({
        ...toFacts(type),
        onDemandMicroUsdPerHour: null,
      })),
    });
  }

  fetchOnDemandPrices(): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(
      new Map(
        fakeInstanceTypes.flatMap((type) => {
          const { name, onDemandMicroUsdPerHour: price } = toFacts(type);
          return price === null ? [] : [[name, price] as const];
        }),
      ),
    );
  }

  fetchSpotPrices(): Promise<readonly SpotPrice[]> {
    return Promise.resolve(
      fakeInstanceTypes.flatMap((type) =>
        type.offerings.flatMap(({ capacityType, zone, priceMicroUsdPerHour }) =>
          capacityType === 'spot' && priceMicroUsdPerHour !== null
            ? [{ instanceType: type.name, zone, priceMicroUsdPerHour, at: this.#now() }]
            : [],
        ),
      ),
    );
  }

  launch(_target: unknown, request: LaunchRequest): Promise<LaunchOutcome> {
    const known = this.#byToken.get(request.token);
    if (known !== undefined) return Promise.resolve(known);
    if (!this.#isLaunchFinished(request.token)) {
      const message = 'the launch did not finish in time';
      return Promise.reject(
        new AppError({ code: 'CLOUD.UNREACHABLE', message, retry: { kind: 'backoff' } }),
      );
    }
    const unavailable: UnavailableOffering[] = [];
    const offerings = request.options
      .flatMap((option) => option.offerings)
      .toSorted((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour);
    for (const offering of offerings) {
      const { instanceType, zone, capacityType } = offering;
      if (this.exhausted.has(`${instanceType}/${zone}/${capacityType}`)) {
        const code = 'InsufficientInstanceCapacity';
        unavailable.push({ instanceType, zone, capacityType, code });
        continue;
      }
      if (offering.reservationId !== undefined && !this.#isFree(offering.reservationId)) {
        const code = 'ReservationCapacityExceeded';
        unavailable.push({ instanceType, zone, capacityType, code });
        continue;
      }
      const outcome = this.#createInstance(request, offering, unavailable);
      this.#byToken.set(request.token, outcome);
      return Promise.resolve(outcome);
    }
    return Promise.reject(
      new AppError({
        code: 'CLOUD.INSUFFICIENT_CAPACITY',
        message: insufficientCapacityMessage(unavailable.at(-1)),
        meta: { unavailable },
      }),
    );
  }

  #isFree(reservationId: string): boolean {
    return resolveReservations(this.reservations, [...this.instances.values()], this.#now()).some(
      ({ id, state, freeInstances }) =>
        id === reservationId && state !== 'ended' && freeInstances > 0,
    );
  }

  #isLaunchFinished(token: string): boolean {
    const now = this.#now();
    const firstRequestedAt = this.#firstRequestedAt.get(token) ?? now;
    this.#firstRequestedAt.set(token, firstRequestedAt);
    return now - firstRequestedAt >= this.launchMs;
  }

  removeLaunchTemplates(): Promise<number> {
    return Promise.resolve(0);
  }

  terminate(_target: unknown, instanceId: string): Promise<void> {
    const instance = this.#visible(instanceId);
    if (instance !== null) {
      this.instances.set(instanceId, { ...instance, state: 'shutting-down' });
    }
    return Promise.resolve();
  }

  /** Records the call; {@link onReboot} says what becomes of the node. */
  reboot(_target: unknown, instanceId: string): Promise<RebootAnswer> {
    if (this.rebootRejection !== null)
      return Promise.resolve({ kind: 'Rejected', message: this.rebootRejection });
    this.reboots.push(instanceId);
    this.onReboot(instanceId);
    return Promise.resolve({ kind: 'Accepted' });
  }

  getInstance(_target: unknown, instanceId: string): Promise<CloudInstance | null> {
    return Promise.resolve(this.#visible(instanceId));
  }

  listInstances(): Promise<readonly CloudInstance[]> {
    return Promise.resolve([...this.instances.keys()].flatMap((id) => this.#visible(id) ?? []));
  }

  #visible(instanceId: string): CloudInstance | null {
    const instance = this.instances.get(instanceId);
    if (instance === undefined) return null;
    if (this.#now() - instance.launchedAt < this.invisibleMs) return null;
    const { reservationId } = instance;
    const reservation = this.reservations.find(({ id }) => id === reservationId);
    return reservationId === null ||
      (reservation !== undefined && isActive(reservation, this.#now()))
      ? instance
      : { ...instance, capacityType: 'on-demand', reservationId: null };
  }

  /** Ends the instances that are shutting down. */
  finishShutdowns(): void {
    for (const [id, { state }] of this.instances) {
      if (state === 'shutting-down') this.instances.delete(id);
    }
  }

  #createInstance(
    request: LaunchRequest,
    offering: LaunchRequest['options'][number]['offerings'][number],
    unavailable: readonly UnavailableOffering[],
  ): LaunchOutcome {
    this.launchCount += 1;
    const { instanceType, zone, capacityType } = offering;
    const instanceId = `i-${String(this.launchCount).padStart(17, '0')}`;
    const providerId = `aws:///${zone}/${instanceId}`;
    const type = request.instanceTypes.find(({ name }) => name === instanceType);
    const { resolution } = request;
    const reservation = this.reservations.find(({ id }) => id === offering.reservationId);
    const resolved = {
      imageId: resolution.images[0]?.id ?? '',
      subnetId: resolution.subnets.find((subnet) => subnet.zone === zone)?.id ?? '',
      securityGroupIds: resolution.securityGroups.map(({ id }) => id),
    };
    this.instances.set(instanceId, {
      instanceId,
      providerId,
      state: 'running',
      instanceType,
      zone,
      capacityType,
      reservationId: offering.reservationId ?? null,
      partition: null,
      ...resolved,
      launchedAt: this.#now(),
      tags: {
        [tagKeys.nodeClaim]: request.nodeClaimName,
        [tagKeys.nodeClass]: request.nodeClass.name,
      },
      privateDnsName: `ip-${instanceId}`,
    });
    return {
      instance: {
        instanceId,
        providerId,
        instanceType,
        zone,
        capacityType,
        ...resolved,
        priceMicroUsdPerHour: listedPrice(offering),
        capacity: type?.capacity ?? {},
        allocatable: type?.allocatable ?? {},
        labels: {
          [labelKeys.instanceType]: instanceType,
          [labelKeys.zone]: zone,
          [labelKeys.capacityType]: capacityType,
          [labelKeys.arch]: 'amd64',
          [labelKeys.os]: 'linux',
          ...(reservation !== undefined && labelsOfReservation(reservation)),
        },
      },
      unavailable,
    };
  }
}
