import type { NodeClassResolution, ResolvedCapacityReservation } from '@kerf/application';
import { compareText } from '@kerf/core';
import type { ExpectedOffering, InstanceType, ReservationType } from '@kerf/engine';

/** Reserved offerings that one fleet request may launch: one kind, one reservation per pool. */
export interface ReservedOfferings {
  readonly reservationType: ReservationType;
  /** Never empty. */
  readonly offerings: readonly ExpectedOffering[];
}

/** An offering with its reservation. */
interface Reserved {
  readonly offering: ExpectedOffering;
  readonly reservation: ResolvedCapacityReservation;
  /** Instances that may still be launched into it. */
  readonly free: number;
}

/**
 * Returns the reserved offerings of one fleet request; `null` if there are none. One request has one
 * market: the kind of reservation with the cheapest offering, and `default` if prices are equal. One
 * capacity block is taken. Otherwise, the reservation with the most free instances is taken in
 * each zone, for each instance type. Reservations that the EC2NodeClass no longer selects, and those
 * that end, are left out. Source: karpenter-provider-aws pkg/providers/instance/filter @v1.14.1.
 */
export function narrowToReservations(
  offerings: readonly ExpectedOffering[],
  { capacityReservations = [] }: Pick<NodeClassResolution, 'capacityReservations'>,
  instanceTypes: readonly InstanceType[],
): ReservedOfferings | null {
  const known = new Map(capacityReservations.map((reservation) => [reservation.id, reservation]));
  const free = freeInstances(instanceTypes);
  const usable = offerings
    .flatMap((offering) => {
      const reservation = known.get(offering.reservationId ?? '');
      return reservation?.state !== 'active'
        ? []
        : [{ offering, reservation, free: free.get(reservation.id) ?? 0 }];
    })
    .toSorted(byPrice);
  const [cheapest] = usable;
  if (cheapest === undefined) return null;
  const reservationType = cheapest.reservation.type;
  const ofType = usable.filter(({ reservation }) => reservation.type === reservationType);
  const chosen = reservationType === 'capacity-block' ? [cheapest] : mostFreePerPool(ofType);
  return { reservationType, offerings: chosen.map(({ offering }) => offering) };
}

function freeInstances(instanceTypes: readonly InstanceType[]): ReadonlyMap<string, number> {
  return new Map(
    instanceTypes.flatMap(({ offerings }) =>
      offerings.flatMap(({ reservationId, reservationCapacity }) =>
        reservationId === null ? [] : [[reservationId, reservationCapacity] as const],
      ),
    ),
  );
}

const kinds: readonly ReservationType[] = ['default', 'capacity-block'];

const byPrice = (a: Reserved, b: Reserved): number =>
  a.offering.priceMicroUsdPerHour - b.offering.priceMicroUsdPerHour ||
  kinds.indexOf(a.reservation.type) - kinds.indexOf(b.reservation.type) ||
  b.free - a.free ||
  compareText(a.reservation.id, b.reservation.id);

/** A pool is an instance type in a zone. */
function mostFreePerPool(usable: readonly Reserved[]): readonly Reserved[] {
  const mostFreeLast = usable.toSorted((a, b) => a.free - b.free);
  return [
    ...new Map(
      mostFreeLast.map((one) => [`${one.offering.instanceType}/${one.offering.zone}`, one]),
    ).values(),
  ];
}
