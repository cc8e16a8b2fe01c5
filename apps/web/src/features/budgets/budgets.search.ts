import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const budgetsSearch = z.object({
  cluster: searchText,
  q: searchText,
  sort: searchText,
});
