import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const costDimensions = ['cluster', 'pool', 'type', 'capacity'] as const;
export type CostDimension = (typeof costDimensions)[number];

/** Groupings whose groups are divided by owner. */
export const groupDimensions = ['namespace', 'team', 'label'] as const;
export type GroupDimension = (typeof groupDimensions)[number];

/** Groupings of the current cost by the pods on the nodes. */
export const allocationDimensions = [...groupDimensions, 'owner'] as const;
export type AllocationDimension = (typeof allocationDimensions)[number];

export const historyDimensions = ['cluster', 'pool', 'capacity', 'family', 'type'] as const;
export type HistoryDimension = (typeof historyDimensions)[number];

export const historyRanges = ['6h', '24h', '7d', '30d', '90d', '1y'] as const;
export type HistoryRange = (typeof historyRanges)[number];

/** How long ago the cost is compared with; absent: a day. */
export const changePeriods = ['1h', '6h', '7d', '30d'] as const;
export type ChangePeriod = (typeof changePeriods)[number];

export const costSearch = z.object({
  cluster: searchText,
  /** Absent for the current cost. */
  view: searchChoice(['history', 'changes']),
  since: searchChoice(changePeriods),
  /** The times that are compared, RFC 3339; only without `since`. */
  from: searchText,
  to: searchText,
  by: searchChoice([...costDimensions, ...allocationDimensions]),
  /** Key of the label that costs are grouped by. */
  label: searchText,
  /** Only the pods of one group: the one with `key` of the grouping `of`. */
  of: searchChoice(groupDimensions),
  key: searchText,
  /** The grouping of the cost over time. */
  dimension: searchChoice(historyDimensions),
  range: searchChoice(historyRanges),
  pool: searchText,
  /** The team that owns the NodePool or the cluster. */
  team: searchText,
  capacity: searchChoice(['ON_DEMAND', 'SPOT', 'RESERVED']),
});
export type CostSearch = z.infer<typeof costSearch>;
