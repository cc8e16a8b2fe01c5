import * as z from 'zod/mini';
import { activitySearch } from '../features/events/activity.search.js';
import { nodeClaimsSearch } from '../features/node-claims/node-claims.search.js';
import { nodesSearch } from '../features/nodes/nodes.search.js';
import { searchChoice, searchText } from '../lib/browser/search-schema.js';

export const clusterTabs = ['nodes', 'pending', 'claims', 'pools', 'events', 'settings'] as const;

/** The URL parameters of a cluster page, for all of its tabs. */
export const clusterSearch = z.extend(nodesSearch, {
  tab: searchChoice(clusterTabs),
  ...nodeClaimsSearch.shape,
  owner: searchText,
  open: searchText,
  view: searchChoice(['manifest', 'revisions']),
  ...activitySearch.shape,
});

export type ClusterSearch = z.infer<typeof clusterSearch>;
