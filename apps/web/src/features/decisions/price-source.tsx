import type { PriceOverlayFieldsFragment } from '../../gql/graphql.js';
import { formatHourly, toMicroUsdOrNull } from '../../lib/format/money.js';
import type { MaybeOverlaid } from './listed-price.js';

/** Whose price it is, when it is not the cloud's: such a one decides, and nobody is billed for it. */
export function PriceSource({ overlay }: { readonly overlay: PriceOverlayFieldsFragment | null }) {
  if (overlay === null) return null;
  const listed = toMicroUsdOrNull(overlay.listedPrice);
  return (
    <span className="dimmed">
      set by NodeOverlay {overlay.name};{' '}
      {listed === null ? 'AWS names no price' : `AWS asks ${formatHourly(listed)}`}
    </span>
  );
}

/** A column that tells whose price each row's is; none where all are the cloud's. */
export function priceSourceColumns<Row extends MaybeOverlaid>(rows: readonly Row[]) {
  return rows.some(({ priceOverlay }) => priceOverlay !== null)
    ? [
        {
          header: 'Price',
          renderCell: ({ priceOverlay }: Row) =>
            priceOverlay === null ? 'AWS’s' : <PriceSource overlay={priceOverlay} />,
        },
      ]
    : [];
}
