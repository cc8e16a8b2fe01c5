import type { PodSummary, PodTotals as TotalsRow } from '@kerf/db';
import { toAmounts } from '../../contract/amounts.js';
import type { Pod, PodTotals } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import { resourceOf } from '../../rest/resource-of.js';
import { amountResource, components, list } from '../../rest/wire.js';

export type PodLazy = (typeof podLazy)[number];
export type PodView = Omit<Pod, PodLazy>;

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

/** Fields that are read when they are requested. */
const podLazy = ['node', 'pending'] as const;

export const podResource = resourceOf('Pod', { requests: list(amountResource) }, podLazy).register(
  components,
  { id: 'Pod' },
);
