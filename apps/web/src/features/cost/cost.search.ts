import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/search-schema.js';

export const costCuts = ['cluster', 'pool', 'type', 'capacity'] as const;
export type CostCut = (typeof costCuts)[number];

export const historyCuts = ['cluster', 'pool', 'capacity', 'family'] as const;
export type HistoryCut = (typeof historyCuts)[number];

export const historyRanges = ['6h', '24h', '7d', '30d', '90d', '1y'] as const;
export type HistoryRange = (typeof historyRanges)[number];

export const costSearch = z.object({
  cluster: searchText,
  /** Absent: what runs now. */
  view: searchChoice(['history']),
  by: searchChoice(costCuts),
  /** Of the history. */
  cut: searchChoice(historyCuts),
  range: searchChoice(historyRanges),
  pool: searchText,
  capacity: searchChoice(['ON_DEMAND', 'SPOT', 'RESERVED']),
});
export type CostSearch = z.infer<typeof costSearch>;
