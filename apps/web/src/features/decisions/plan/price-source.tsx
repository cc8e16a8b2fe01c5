import type { PriceOverlayFieldsFragment } from '../../../gql/graphql.js';
import { formatHourly, toMicroUsdOrNull } from '../../../lib/format/money.js';

/** A price that a decision used; it may come from a NodeOverlay or an estimate instead of AWS. */
interface DecisionPrice {
  readonly price: string | null;
  readonly priceOverlay: PriceOverlayFieldsFragment | null;
  readonly isPriceEstimated?: boolean;
}

/** Returns the AWS price, also when the decision used another one; `null` when unknown. */
export function awsPriceMicroUsd({
  price,
  priceOverlay,
  isPriceEstimated = false,
}: DecisionPrice): number | null {
  if (priceOverlay !== null) return toMicroUsdOrNull(priceOverlay.listedPrice);
  return isPriceEstimated ? null : toMicroUsdOrNull(price);
}

export interface PriceSourceProps {
  readonly offering: DecisionPrice;
}

/** The source of a price that is not from AWS. Such a price is used for decisions, but not billed. */
export function PriceSource({ offering: { priceOverlay, isPriceEstimated } }: PriceSourceProps) {
  if (priceOverlay === null) {
    return isPriceEstimated === true ? (
      <span className="dimmed">estimated from the instance size; AWS price unknown</span>
    ) : null;
  }
  const listed = toMicroUsdOrNull(priceOverlay.listedPrice);
  return (
    <span className="dimmed">
      set by NodeOverlay {priceOverlay.name};{' '}
      {listed === null ? 'AWS price unknown' : `AWS price ${formatHourly(listed)}`}
    </span>
  );
}

const isAwsPrice = ({ priceOverlay, isPriceEstimated }: DecisionPrice): boolean =>
  priceOverlay === null && isPriceEstimated !== true;

/** Returns a column with the source of each price; none when all are from AWS. */
export function priceSourceColumns<Row extends DecisionPrice>(rows: readonly Row[]) {
  return rows.every(isAwsPrice)
    ? []
    : [
        {
          header: 'Price source',
          renderCell: (row: Row) => (isAwsPrice(row) ? 'AWS' : <PriceSource offering={row} />),
        },
      ];
}
