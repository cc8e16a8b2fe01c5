import type { PriceOverlayFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';

/** A price that was decided by, and what it stands in for where it is not the cloud's. */
export interface DecidedPrice {
  readonly price: string | null;
  readonly priceOverlay: PriceOverlayFieldsFragment | null;
  readonly isPriceEstimated?: boolean;
}

/** What the cloud asks, whatever was decided by; `null` when unknown. */
export function listedMicroUsd({
  price,
  priceOverlay,
  isPriceEstimated = false,
}: DecidedPrice): number | null {
  if (priceOverlay !== null) return toMicroUsdOrNull(priceOverlay.listedPrice);
  return isPriceEstimated ? null : toMicroUsdOrNull(price);
}
