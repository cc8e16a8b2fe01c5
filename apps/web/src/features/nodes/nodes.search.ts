import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';
import { nodeMapSearch } from './map/node-map.search.js';

/** Filters of the nodes table in the URL. */
export const nodesSearch = z.object({
  q: searchText,
  pool: searchText,
  capacity: searchChoice(['ON_DEMAND', 'SPOT', 'RESERVED']),
  state: searchChoice(['JOINING', 'READY', 'NOT_READY', 'CORDONED', 'TERMINATING']),
  sort: searchText,
  /** The open row. */
  node: searchText,
  /** Names of the selected nodes, with commas. */
  selected: searchText,
  /** The open simulation of a removal. */
  simulation: searchText,
  /** Absent: the table. */
  layout: searchChoice(['map']),
  ...nodeMapSearch.shape,
});

export type NodesSearch = z.infer<typeof nodesSearch>;
