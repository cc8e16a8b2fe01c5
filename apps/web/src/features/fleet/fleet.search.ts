import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const fleetSearch = z.object({
  q: searchText,
  sort: searchText,
});
