import type { PriceOverlayFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';

/** A price that a decision used; it may come from a NodeOverlay or an estimate instead of AWS. */
export interface DecidedPrice {
  readonly price: string | null;
  readonly priceOverlay: PriceOverlayFieldsFragment | null;
  readonly isPriceEstimated?: boolean;
}

/** Returns the AWS price, also when the decision used another one; `null` when unknown. */
export function listedMicroUsd({
  price,
  priceOverlay,
  isPriceEstimated = false,
}: DecidedPrice): number | null {
  if (priceOverlay !== null) return toMicroUsdOrNull(priceOverlay.listedPrice);
  return isPriceEstimated ? null : toMicroUsdOrNull(price);
}
