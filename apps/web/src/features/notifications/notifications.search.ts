import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const notificationsSearch = z.object({
  /** The open delivery. */
  delivery: searchText,
});
