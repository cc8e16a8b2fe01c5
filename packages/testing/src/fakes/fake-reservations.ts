import {
  type InstanceTypeResolution,
  launchableReservations,
  type NodeClassResolution,
  type ResolvedCapacityReservation,
} from '@kerf/application';
import { type Instant, labelKeys, reservationLabels } from '@kerf/core';
import type { InstanceType, Offering } from '@kerf/engine';

/** A capacity reservation of the fake cloud. */
export interface FakeReservation {
  readonly id: string;
  readonly instanceType: string;
  readonly zone: string;
  /** Number of instances that it holds capacity for. */
  readonly total: number;
  readonly type?: 'default' | 'capacity-block';
  /** Default: no end. */
  readonly endsAt?: Instant;
  /** Whether EC2NodeClasses select it; default: yes. */
  readonly isSelected?: boolean;
}

/** The part of an instance that is about its reservation. */
interface ReservedInstance {
  readonly reservationId: string | null;
}

const blockExpiryMs = 40 * 60_000;

/** Returns true until the reservation has ended. */
export const isActive = ({ endsAt = Infinity }: FakeReservation, now: Instant): boolean =>
  now < endsAt;

/** Returns the reservations that an EC2NodeClass resolves to. */
export function resolveReservations(
  reservations: readonly FakeReservation[],
  instances: readonly ReservedInstance[],
  now: Instant,
): readonly ResolvedCapacityReservation[] {
  return reservations
    .filter(({ isSelected = true }) => isSelected)
    .map(({ id, instanceType, zone, total, type = 'default', endsAt = null }) => ({
      id,
      ownerId: '111122223333',
      instanceType,
      zone,
      type,
      matchCriteria: 'targeted',
      interruptible: false,
      state: stateOf(type, endsAt, now),
      endsAt,
      freeInstances: total - instances.filter(({ reservationId }) => reservationId === id).length,
    }));
}

function stateOf(
  type: ResolvedCapacityReservation['type'],
  endsAt: Instant | null,
  now: Instant,
): ResolvedCapacityReservation['state'] {
  if (endsAt === null || now < endsAt - (type === 'capacity-block' ? blockExpiryMs : 0)) {
    return 'active';
  }
  return now < endsAt ? 'expiring' : 'ended';
}

/** Adds the offerings of the reservations of an instance type. */
export function withReserved(
  type: InstanceType,
  resolution: NodeClassResolution,
  launches: InstanceTypeResolution['reservedLaunches'],
): InstanceType {
  const own = launchableReservations(resolution, launches).filter(
    ({ instanceType }) => instanceType === type.name,
  );
  if (own.length === 0) return type;
  return {
    ...type,
    labels: {
      ...type.labels,
      [labelKeys.capacityType]: ['on-demand', 'spot', 'reserved'],
      [reservationLabels.id]: own.map(({ id }) => id),
    },
    offerings: [...type.offerings, ...own.map(reservedOffering)],
  };
}

function reservedOffering({
  id,
  zone,
  type,
  freeInstances,
}: ResolvedCapacityReservation): Offering {
  return {
    zone,
    zoneId: null,
    capacityType: 'reserved',
    priceMicroUsdPerHour: 1,
    available: true,
    reservationId: id,
    reservationType: type,
    reservationCapacity: freeInstances,
  };
}

/** Returns the labels of a node in the reservation. */
export const labelsOfReservation = ({
  id,
  type = 'default',
}: FakeReservation): Readonly<Record<string, string>> => ({
  [reservationLabels.id]: id,
  [reservationLabels.type]: type,
  [reservationLabels.interruptible]: 'false',
});
