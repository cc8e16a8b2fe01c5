import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/search-schema.js';

export const costCuts = ['cluster', 'pool', 'type', 'capacity'] as const;
export type CostCut = (typeof costCuts)[number];

export const costSearch = z.object({
  cluster: searchText,
  by: searchChoice(costCuts),
});
