import * as z from 'zod/mini';
import { searchPeriod } from '../../lib/api/period.js';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const nodeClaimsSearch = z.object({
  /** Absent: the active ones. */
  claims: searchChoice(['failed', 'all']),
  claim: searchText,
  period: searchPeriod,
  /** The order of the NodeClaims; `sort` is that of the nodes. */
  claimSort: searchText,
});

export type NodeClaimsSearch = z.infer<typeof nodeClaimsSearch>;
