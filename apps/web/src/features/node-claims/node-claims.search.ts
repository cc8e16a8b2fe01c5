import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const nodeClaimsSearch = z.object({
  /** Absent: the active ones. */
  claims: searchChoice(['failed', 'all']),
  claim: searchText,
});

export type NodeClaimsSearch = z.infer<typeof nodeClaimsSearch>;
