import * as z from 'zod/mini';
import { searchPeriod } from '../../lib/api/period.js';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const interruptionKinds = [
  'SPOT_INTERRUPTED',
  'REBALANCE_RECOMMENDED',
  'SCHEDULED_CHANGE',
  'INSTANCE_STOPPED',
  'INSTANCE_TERMINATED',
  'CAPACITY_RESERVATION_INTERRUPTED',
] as const;
export const interruptionOutcomes = ['DRAINING', 'DRAINED', 'PODS_LOST', 'NOTED'] as const;

export const interruptionsSearch = z.object({
  cluster: searchText,
  kind: searchChoice(interruptionKinds),
  outcome: searchChoice(interruptionOutcomes),
  period: searchPeriod,
  sort: searchText,
  /** Spot pools have a period and an order of their own. */
  view: searchChoice(['spot-pools']),
  poolSort: searchText,
  /** The open notice. */
  open: searchText,
});
export type InterruptionsSearch = z.infer<typeof interruptionsSearch>;
