import * as z from 'zod/mini';
import { searchChoice } from '../../../lib/browser/search-schema.js';

/** Facts that the colors of the map show. */
export const mapColors = ['pool', 'capacity', 'age', 'disruption', 'waste'] as const;
export type MapColor = (typeof mapColors)[number];

/** Facts by which the nodes of the map are grouped. */
export const mapGroups = ['pool', 'zone', 'cluster'] as const;
export type MapGroup = (typeof mapGroups)[number];

/** The requests that fill the box of a node. */
export const mapFills = ['larger', 'cpu', 'memory'] as const;
export type MapFill = (typeof mapFills)[number];

/** The choices of the map in the URL; absent ones are the first of their lists. */
export const nodeMapSearch = z.object({
  color: searchChoice(mapColors),
  group: searchChoice(mapGroups),
  fill: searchChoice(mapFills),
});

export type NodeMapSearch = z.infer<typeof nodeMapSearch>;
