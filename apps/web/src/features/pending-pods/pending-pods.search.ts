import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const pendingPodsSearch = z.object({
  cluster: searchText,
  q: searchText,
  /** The team that owns the namespace or the cluster. */
  team: searchText,
  /** The open group: `cluster id/namespace/kind/name`. */
  owner: searchText,
});

export type PendingPodsSearch = z.infer<typeof pendingPodsSearch>;
