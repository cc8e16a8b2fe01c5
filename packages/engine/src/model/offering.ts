import type { Instant, MicroUsdPerHour } from '@kerf/core';

/** Lists the capacity types. Source: karpenter apis/v1/labels.go @v1.14.1. */
export const capacityTypes = ['reserved', 'spot', 'on-demand'] as const;
/** How an instance is paid for, one of {@link capacityTypes}. */
export type CapacityType = (typeof capacityTypes)[number];

/** The kinds of capacity reservations; a capacity block is prepaid and ends at a fixed time. */
export type ReservationType = 'default' | 'capacity-block';

/** An instance type in one zone and capacity type, with its price. */
export interface Offering {
  readonly zone: string;
  readonly zoneId: string | null;
  readonly capacityType: CapacityType;
  /** `null`: the price is unknown, and the offering is never launched. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  /** Set if the price is an estimate, because no price list was available: it only ranks offerings. */
  readonly isPriceEstimated?: true;
  /** Set if a NodeOverlay changed the price. */
  readonly priceOverlay?: PriceOverlay;
  /** False while EC2 is not asked for it; a full reservation is available, see {@link isLaunchable}. */
  readonly available: boolean;
  /** When an unavailable offering is tried again; absent if unknown or available. */
  readonly unavailableUntil?: Instant;
  /** Set if it is unavailable because traffic is shifted away from its zone. */
  readonly isShifted?: true;
  readonly reservationId: string | null;
  /** Absent without a reservation. */
  readonly reservationType?: ReservationType;
  /** Free instances of the reservation; 0 without one. */
  readonly reservationCapacity: number;
}

/** Returns true for an offering of a capacity reservation without free instances. */
export function isFullReservation({
  reservationId,
  reservationCapacity,
}: Pick<Offering, 'reservationId' | 'reservationCapacity'>): boolean {
  return reservationId !== null && reservationCapacity === 0;
}

/**
 * Returns true if an instance may be launched with the offering now. Being available and having free
 * instances are two facts: a full reservation is available with 0. Source: Karpenter 1.15, core pull
 * request 3312.
 */
export function isLaunchable(offering: Offering): boolean {
  return offering.available && !isFullReservation(offering);
}

/** The NodeOverlay that changed a price, and the price before. */
export interface PriceOverlay {
  /** Name of the NodeOverlay. */
  readonly name: string;
  /** Price of the cloud; `null` if unknown. */
  readonly listedMicroUsdPerHour: MicroUsdPerHour | null;
}

/** A price that decisions use, with the original one if a NodeOverlay changed it. */
export interface MaybeOverlaid {
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly isPriceEstimated?: true;
  readonly priceOverlay?: PriceOverlay;
}

/** Returns the price of the cloud in micro-USD per hour, without NodeOverlays; `null` if unknown. */
export function listedPrice(offering: MaybeOverlaid): MicroUsdPerHour | null {
  const { priceMicroUsdPerHour, priceOverlay, isPriceEstimated } = offering;
  if (priceOverlay !== undefined) return priceOverlay.listedMicroUsdPerHour;
  return isPriceEstimated === true ? null : priceMicroUsdPerHour;
}

/**
 * Prices are whole micro-USD: a larger divisor makes types of different size equally expensive, and a
 * smaller one makes large reservations more expensive than small Spot instances.
 */
const reservedPriceDivisor = 100_000;

/**
 * Returns the price of a node in a capacity reservation, in micro-USD per hour: almost nothing,
 * because the reservation is paid for whether or not nodes use it.
 * @param onDemand price of the instance type; larger types stay more expensive; `null` if unknown
 * @remarks Differs: Karpenter divides by ten millions, and has fractions of a micro-USD. Source:
 * karpenter-provider-aws pkg/providers/instancetype/offering @v1.14.1.
 */
export function reservedPrice(onDemand: MicroUsdPerHour | null): MicroUsdPerHour {
  return Math.max(1, Math.ceil((onDemand ?? 0) / reservedPriceDivisor));
}

/**
 * Returns the number that orders offerings of equal prices: the on-demand price of the type for
 * reservations, since those of similar types cost the same; infinite if it is unknown; 0 for others.
 * @param all of the instance type
 */
export function priceTieBreak(
  { capacityType }: Pick<Offering, 'capacityType'>,
  all: readonly Offering[],
): number {
  if (capacityType !== 'reserved') return 0;
  const prices = all
    .filter((offering) => offering.capacityType === 'on-demand')
    .flatMap((offering) => listedPrice(offering) ?? []);
  return Math.min(...prices);
}
