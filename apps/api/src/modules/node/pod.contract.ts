import type { PodSummary, PodTotals as TotalsRow } from '@kerf/db';
import { toAmounts } from '../../contract/amounts.js';
import type { Pod, PodTotals } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import { componentOf } from '../../rest/resource-of.js';
import { amountResource, list } from '../../rest/wire.js';

export type PodView = Pod;

/** @public The generated types of resolvers import it. */
export interface PodConnectionView extends ConnectionView<PodView> {
  /** Reads only once. */
  readonly readTotals: () => Promise<PodTotals>;
}

export const toPodView = ({
  priceMicroUsdPerHour: price,
  requests,
  ...row
}: PodSummary): PodView => ({ ...row, price, requests: toAmounts(requests) });

export const toPodTotals = ({ priceMicroUsdPerHour: price, ...row }: TotalsRow): PodTotals => ({
  ...row,
  price,
});

export const podResource = componentOf('Pod', { requests: list(amountResource) });
