import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const fleetGroupings = ['account', 'region', 'team'] as const;

export const fleetSearch = z.object({
  q: searchText,
  sort: searchText,
  /** Absent for one list. */
  group: searchChoice(fleetGroupings),
});
