import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const nodePageSearch = z.object({
  /** The simulated removal that is open beside the page. */
  simulation: searchText,
});
