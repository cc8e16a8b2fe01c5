import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const fleetSearch = z.object({
  q: searchText,
  sort: searchText,
  /** `account`, `region`, `team` or `tag:key`; absent for one list. */
  group: searchText,
});
