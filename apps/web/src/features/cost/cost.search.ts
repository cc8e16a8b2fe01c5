import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const costDimensions = ['cluster', 'pool', 'type', 'capacity'] as const;
export type CostDimension = (typeof costDimensions)[number];

export const historyDimensions = ['cluster', 'pool', 'capacity', 'family'] as const;
export type HistoryDimension = (typeof historyDimensions)[number];

export const historyRanges = ['6h', '24h', '7d', '30d', '90d', '1y'] as const;
export type HistoryRange = (typeof historyRanges)[number];

export const costSearch = z.object({
  cluster: searchText,
  /** Absent for the current cost. */
  view: searchChoice(['history']),
  by: searchChoice(costDimensions),
  /** The grouping of the cost over time. */
  dimension: searchChoice(historyDimensions),
  range: searchChoice(historyRanges),
  pool: searchText,
  /** The team that owns the NodePool or the cluster. */
  team: searchText,
  capacity: searchChoice(['ON_DEMAND', 'SPOT', 'RESERVED']),
});
export type CostSearch = z.infer<typeof costSearch>;
