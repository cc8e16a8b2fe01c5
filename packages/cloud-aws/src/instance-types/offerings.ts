import type {
  CatalogFacts,
  InstanceTypeFacts,
  NodeClassResolution,
  SpotPrice,
  UnavailableOffering,
} from '@kerf/application';
import type { MicroUsdPerHour } from '@kerf/core';
import type { CapacityType, Offering } from '@kerf/engine';
import { estimatedOnDemandPrice, estimatedSpotPrice } from './estimated-price.js';

/** What offerings of all types are made from. */
export interface Market {
  /** Zones that the class has subnets in, with their ids. */
  readonly zoneIdByZone: ReadonlyMap<string, string>;
  /** An on-demand price list has been read. */
  readonly isOnDemandKnown: boolean;
  /** Spot prices have been read. */
  readonly isSpotKnown: boolean;
  readonly spotPrice: (instanceType: string, zone: string) => MicroUsdPerHour | null;
  readonly hasRoom: (instanceType: string, zone: string, capacityType: CapacityType) => boolean;
}

export function createMarket(input: {
  readonly catalog: Pick<CatalogFacts, 'onDemandPricesAt'>;
  readonly resolution: NodeClassResolution;
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: readonly UnavailableOffering[];
}): Market {
  const spot = spotPriceIndex(input.spotPrices);
  return {
    zoneIdByZone: new Map(input.resolution.subnets.map((subnet) => [subnet.zone, subnet.zoneId])),
    isOnDemandKnown: input.catalog.onDemandPricesAt !== null,
    isSpotKnown: input.spotPrices.length > 0,
    spotPrice: (instanceType, zone) => spot.get(instanceType)?.get(zone) ?? null,
    hasRoom: roomCheck(input.unavailable),
  };
}

type SpotPriceIndex = ReadonlyMap<string, ReadonlyMap<string, MicroUsdPerHour>>;

/** Built once per list of prices: every class and every snapshot asks for the same one. */
const spotPriceIndexes = new WeakMap<readonly SpotPrice[], SpotPriceIndex>();

function spotPriceIndex(prices: readonly SpotPrice[]): SpotPriceIndex {
  const known = spotPriceIndexes.get(prices);
  if (known !== undefined) return known;
  const index = new Map<string, Map<string, MicroUsdPerHour>>();
  for (const { instanceType, zone, priceMicroUsdPerHour } of prices) {
    const zones = index.get(instanceType) ?? new Map<string, MicroUsdPerHour>();
    index.set(instanceType, zones.set(zone, priceMicroUsdPerHour));
  }
  spotPriceIndexes.set(prices, index);
  return index;
}

/**
 * Most refusals are about one offering. Two are not: a zone whose subnet has no addresses left
 * takes no type, and an account that may not use spot gets none anywhere.
 */
function roomCheck(unavailable: readonly UnavailableOffering[]): Market['hasRoom'] {
  const offerings = new Set(
    unavailable.map((one) => offeringKey(one.instanceType, one.zone, one.capacityType)),
  );
  const zonesWithoutAddresses = new Set(
    unavailable
      .filter((one) => one.code === 'InsufficientFreeAddressesInSubnet')
      .map((one) => one.zone),
  );
  const spotRefused = unavailable.some(
    (one) => one.code === 'AuthFailure.ServiceLinkedRoleCreationNotPermitted',
  );
  return (instanceType, zone, capacityType) =>
    !zonesWithoutAddresses.has(zone) &&
    !(spotRefused && capacityType === 'spot') &&
    !offerings.has(offeringKey(instanceType, zone, capacityType));
}

const offeringKey = (instanceType: string, zone: string, capacityType: CapacityType): string =>
  `${instanceType}/${zone}/${capacityType}`;

/** Where and how a type can be bought: its zones that the class has subnets in × its usage classes. */
export function offeringsOf(facts: InstanceTypeFacts, market: Market): readonly Offering[] {
  return facts.zones.flatMap((zone) => {
    const zoneId = market.zoneIdByZone.get(zone);
    if (zoneId === undefined) return [];
    return facts.usageClasses.map((capacityType) => ({
      zone,
      zoneId: zoneId === '' ? null : zoneId,
      capacityType,
      ...priceOf(facts, market, { zone, capacityType }),
      available: market.hasRoom(facts.name, zone, capacityType),
      reservationId: null,
      reservationCapacity: 0,
    }));
  });
}

/**
 * A list that was read and does not name a type leaves it without a price, as in Karpenter. While no
 * list has been read, types are compared by an estimate: by none, they would be bought in no order.
 */
function priceOf(
  facts: InstanceTypeFacts,
  market: Market,
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
