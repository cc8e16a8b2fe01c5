import {
  type CatalogFacts,
  type InstanceTypeFacts,
  launchableReservations,
  type MarkedOffering,
  type NodeClassResolution,
  type ReservedLaunch,
  type ResolvedCapacityReservation,
  type SpotPrice,
  type ZonalShift,
} from '@kerf/application';
import type { Instant, MicroUsdPerHour } from '@kerf/core';
import { getOrCreate } from '@kerf/core';
import { type CapacityType, type Offering, reservedPrice } from '@kerf/engine';
import { estimatedOnDemandPrice, estimatedSpotPrice } from './estimated-price.js';

/** Input of the offerings of all instance types. */
export interface PackingModel {
  /** Ids of the zones in which the EC2NodeClass has subnets. */
  readonly zoneIdByZone: ReadonlyMap<string, string>;
  /** An on-demand price list has been read. */
  readonly isOnDemandKnown: boolean;
  /** Spot prices have been read. */
  readonly isSpotKnown: boolean;
  readonly spotPrice: (instanceType: string, zone: string) => MicroUsdPerHour | null;
  /** The capacity reservations of each instance type. */
  readonly reservations: ReadonlyMap<string, readonly ResolvedCapacityReservation[]>;
  /** Time until which an offering without capacity is avoided; `null` if it is available. */
  readonly unavailableUntil: (
    instanceType: string,
    zone: string,
    capacityType: CapacityType,
  ) => Instant | null;
  /** Shifts away from zones, by the ids of the zones. */
  readonly shiftByZoneId: ReadonlyMap<string, ZonalShift>;
}

export function createMarket(input: {
  readonly catalog: Pick<CatalogFacts, 'onDemandPricesAt'>;
  readonly resolution: NodeClassResolution;
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: readonly MarkedOffering[];
  readonly reservedLaunches: readonly ReservedLaunch[];
  readonly zonalShifts: readonly ZonalShift[];
}): PackingModel {
  const spot = spotPriceIndex(input.spotPrices);
  return {
    zoneIdByZone: new Map(input.resolution.subnets.map((subnet) => [subnet.zone, subnet.zoneId])),
    isOnDemandKnown: input.catalog.onDemandPricesAt !== null,
    isSpotKnown: input.spotPrices.length > 0,
    spotPrice: (instanceType, zone) => spot.get(instanceType)?.get(zone) ?? null,
    reservations: Map.groupBy(
      launchableReservations(input.resolution, input.reservedLaunches),
      ({ instanceType }) => instanceType,
    ),
    unavailableUntil: marksOf(input.unavailable),
    shiftByZoneId: new Map(input.zonalShifts.map((shift) => [shift.zoneId, shift])),
  };
}

type SpotPriceIndex = ReadonlyMap<string, ReadonlyMap<string, MicroUsdPerHour>>;

/** Built once per list of prices, because all EC2NodeClasses and snapshots use the same one. */
const spotPriceIndexes = new WeakMap<readonly SpotPrice[], SpotPriceIndex>();

function spotPriceIndex(prices: readonly SpotPrice[]): SpotPriceIndex {
  return getOrCreate(spotPriceIndexes, prices, () => {
    const index = new Map<string, Map<string, MicroUsdPerHour>>();
    for (const { instanceType, zone, priceMicroUsdPerHour } of prices) {
      getOrCreate(index, instanceType, () => new Map<string, MicroUsdPerHour>()).set(
        zone,
        priceMicroUsdPerHour,
      );
    }
    return index;
  });
}

/**
 * Indexes the marks. Most marks are about one offering. Two are wider: a zone whose subnet has no
 * free addresses excludes all types, and an account without access to spot excludes all spot
 * offerings.
 */
function marksOf(unavailable: readonly MarkedOffering[]): PackingModel['unavailableUntil'] {
  const latest = new Map<string, Instant>();
  for (const mark of unavailable) {
    for (const key of keysOf(mark)) latest.set(key, Math.max(mark.until, latest.get(key) ?? 0));
  }
  if (latest.size === 0) return () => null;
  return (instanceType, zone, capacityType) => {
    const keys = [offeringKey(instanceType, zone, capacityType), zoneKey(zone), spotKey];
    const marks = keys
      .filter((key) => key !== spotKey || capacityType === 'spot')
      .flatMap((key) => latest.get(key) ?? []);
    return marks.length === 0 ? null : Math.max(...marks);
  };
}

function keysOf({ instanceType, zone, capacityType, code }: MarkedOffering): readonly string[] {
  return [
    offeringKey(instanceType, zone, capacityType),
    ...(code === 'InsufficientFreeAddressesInSubnet' ? [zoneKey(zone)] : []),
    ...(code === 'AuthFailure.ServiceLinkedRoleCreationNotPermitted' ? [spotKey] : []),
  ];
}

const zoneKey = (zone: string): string => `zone/${zone}`;
const spotKey = 'spot';
const offeringKey = (instanceType: string, zone: string, capacityType: CapacityType): string =>
  `${instanceType}/${zone}/${capacityType}`;

/**
 * Returns the offerings of an instance type: zones with subnets of the EC2NodeClass × usage
 * classes, and one for each of its capacity reservations in these zones.
 */
export function offeringsOf(facts: InstanceTypeFacts, market: PackingModel): readonly Offering[] {
  return [...marketOfferings(facts, market), ...reservedOfferings(facts, market)];
}

function reservedOfferings(facts: InstanceTypeFacts, market: PackingModel): readonly Offering[] {
  return (market.reservations.get(facts.name) ?? []).flatMap((reservation) => {
    const { id, zone, type, freeInstances } = reservation;
    const zoneId = market.zoneIdByZone.get(zone);
    if (zoneId === undefined) return [];
    const capacityType = 'reserved';
    return [
      {
        zone,
        zoneId: zoneId === '' ? null : zoneId,
        capacityType,
        priceMicroUsdPerHour: reservedPrice(facts.onDemandMicroUsdPerHour),
        ...availability(market, { instanceType: facts.name, zone, capacityType }),
        reservationId: id,
        reservationType: type,
        reservationCapacity: freeInstances,
      },
    ];
  });
}

function marketOfferings(facts: InstanceTypeFacts, market: PackingModel): readonly Offering[] {
  return facts.zones.flatMap((zone) => {
    const zoneId = market.zoneIdByZone.get(zone);
    if (zoneId === undefined) return [];
    return facts.usageClasses.map((capacityType) => ({
      zone,
      zoneId: zoneId === '' ? null : zoneId,
      capacityType,
      ...priceOf(facts, market, { zone, capacityType }),
      ...availability(market, { instanceType: facts.name, zone, capacityType }),
      reservationId: null,
      reservationCapacity: 0,
    }));
  });
}

type Availability = Pick<Offering, 'available' | 'unavailableUntil' | 'isShifted'>;

/** Returns whether the offering is avoided, for lack of capacity or because of a zonal shift. */
function availability(
  market: PackingModel,
  where: Pick<MarkedOffering, 'instanceType' | 'zone' | 'capacityType'>,
): Availability {
  const markedUntil = market.unavailableUntil(where.instanceType, where.zone, where.capacityType);
  const shift = market.shiftByZoneId.get(market.zoneIdByZone.get(where.zone) ?? '');
  if (shift === undefined) {
    return markedUntil === null
      ? { available: true }
      : { available: false, unavailableUntil: markedUntil };
  }
  const { until } = shift;
  return {
    available: false,
    isShifted: true,
    ...(until === null ? {} : { unavailableUntil: Math.max(until, markedUntil ?? until) }),
  };
}

/**
 * Returns the price. As in Karpenter, a type that is missing in the price list has no price. While
 * no list has been read, an estimate orders the types.
 */
function priceOf(
  facts: InstanceTypeFacts,
  market: PackingModel,
  where: Pick<Offering, 'zone' | 'capacityType'>,
): Pick<Offering, 'priceMicroUsdPerHour' | 'isPriceEstimated'> {
  const isSpot = where.capacityType === 'spot';
  if (isSpot ? market.isSpotKnown : market.isOnDemandKnown) {
    return {
      priceMicroUsdPerHour: isSpot
        ? market.spotPrice(facts.name, where.zone)
        : facts.onDemandMicroUsdPerHour,
    };
  }
  const onDemand = facts.onDemandMicroUsdPerHour ?? estimatedOnDemandPrice(facts);
  return {
    priceMicroUsdPerHour: isSpot ? estimatedSpotPrice(onDemand) : onDemand,
    isPriceEstimated: true,
  };
}
