import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

/** Filters of the nodes table in the URL. */
export const nodesSearch = z.object({
  q: searchText,
  pool: searchText,
  capacity: searchChoice(['ON_DEMAND', 'SPOT', 'RESERVED']),
  state: searchChoice(['JOINING', 'READY', 'NOT_READY', 'CORDONED', 'TERMINATING']),
  sort: searchText,
  /** The open row. */
  node: searchText,
});

export type NodesSearch = z.infer<typeof nodesSearch>;
