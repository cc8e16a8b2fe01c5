import { formatHourly, toMicroUsdOrNull } from '../../lib/format/money.js';
import type { DecidedPrice } from './listed-price.js';

export interface PriceSourceProps {
  readonly offering: DecidedPrice;
}

/** Whose price it is, when it is not the cloud's: such a one decides, and nobody is billed for it. */
export function PriceSource({ offering: { priceOverlay, isPriceEstimated } }: PriceSourceProps) {
  if (priceOverlay === null) {
    return isPriceEstimated === true ? (
      <span className="dimmed">estimated from its size; AWS’s price was not known</span>
    ) : null;
  }
  const listed = toMicroUsdOrNull(priceOverlay.listedPrice);
  return (
    <span className="dimmed">
      set by NodeOverlay {priceOverlay.name};{' '}
      {listed === null ? 'AWS names no price' : `AWS asks ${formatHourly(listed)}`}
    </span>
  );
}

const isOfCloud = ({ priceOverlay, isPriceEstimated }: DecidedPrice): boolean =>
  priceOverlay === null && isPriceEstimated !== true;

/** A column that tells whose price each row's is; none where all are the cloud's. */
export function priceSourceColumns<Row extends DecidedPrice>(rows: readonly Row[]) {
  return rows.every(isOfCloud)
    ? []
    : [
        {
          header: 'Price',
          renderCell: (row: Row) => (isOfCloud(row) ? 'AWS’s' : <PriceSource offering={row} />),
        },
      ];
}
