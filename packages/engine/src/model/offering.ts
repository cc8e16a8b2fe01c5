import type { Instant, MicroUsdPerHour } from '@kerf/core';

export const capacityTypes = ['reserved', 'spot', 'on-demand'] as const;
export type CapacityType = (typeof capacityTypes)[number];

/** Where and how one instance type can be bought. */
export interface Offering {
  readonly zone: string;
  readonly zoneId: string | null;
  readonly capacityType: CapacityType;
  /** `null`: no price is known; such an offering is never launched. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * Set when the price is only an estimate that puts offerings in an order, because no price list could
   * be read: what the offering costs is unknown.
   */
  readonly isPriceEstimated?: true;
  /** Set when the price is a NodeOverlay's and not the cloud's. */
  readonly priceOverlay?: PriceOverlay;
  readonly available: boolean;
  /** When an offering without capacity is tried again; absent: not known, or it is available. */
  readonly unavailableUntil?: Instant;
  readonly reservationId: string | null;
  /** Free places in the reservation; 0 without one. */
  readonly reservationCapacity: number;
}

/** Where a price that is not the cloud's comes from. */
export interface PriceOverlay {
  /** The NodeOverlay that decides. */
  readonly name: string;
  /** What the cloud asks; `null`: unknown. */
  readonly listedMicroUsdPerHour: MicroUsdPerHour | null;
}

/** A price that is decided by, and what it stands in for when a NodeOverlay made it. */
export interface MaybeOverlaid {
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly isPriceEstimated?: true;
  readonly priceOverlay?: PriceOverlay;
}

/** What the cloud asks, whatever is decided by; `null`: unknown. */
export function listedPrice(offering: MaybeOverlaid): MicroUsdPerHour | null {
  const { priceMicroUsdPerHour, priceOverlay, isPriceEstimated } = offering;
  if (priceOverlay !== undefined) return priceOverlay.listedMicroUsdPerHour;
  return isPriceEstimated === true ? null : priceMicroUsdPerHour;
}
