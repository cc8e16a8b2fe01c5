import type { CostDimension, HistoryDimension } from './cost.search.js';

/** The groupings of costs. */
export const dimensionWords: Readonly<Record<CostDimension | HistoryDimension, string>> = {
  cluster: 'Cluster',
  pool: 'NodePool',
  type: 'Instance type',
  capacity: 'Capacity type',
  family: 'Instance family',
};

/** `Cost by cluster`, `Cost by NodePool`. */
export const costByTitle = (dimension: CostDimension | HistoryDimension): string =>
  `Cost by ${dimension === 'pool' ? dimensionWords[dimension] : dimensionWords[dimension].toLowerCase()}`;
