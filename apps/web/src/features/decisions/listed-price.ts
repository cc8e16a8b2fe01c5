import type { PriceOverlayFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';

/** A price that was decided by, and what it stands in for where a NodeOverlay made it. */
export interface MaybeOverlaid {
  readonly price: string | null;
  readonly priceOverlay: PriceOverlayFieldsFragment | null;
}

/** What the cloud asks, whatever was decided by; `null` when unknown. */
export const listedMicroUsd = ({ price, priceOverlay }: MaybeOverlaid): number | null =>
  toMicroUsdOrNull(priceOverlay === null ? price : priceOverlay.listedPrice);
