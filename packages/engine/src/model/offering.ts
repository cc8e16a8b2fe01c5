import type { MicroUsdPerHour } from '@kerf/core';

export const capacityTypes = ['reserved', 'spot', 'on-demand'] as const;
export type CapacityType = (typeof capacityTypes)[number];

/** Where and how one instance type can be bought. */
export interface Offering {
  readonly zone: string;
  readonly zoneId: string | null;
  readonly capacityType: CapacityType;
  /** `null`: no price is known; such an offering is never bought and never guessed. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly available: boolean;
  readonly reservationId: string | null;
  /** Free places in the reservation; 0 without one. */
  readonly reservationCapacity: number;
}
