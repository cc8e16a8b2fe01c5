import type { CostCut, HistoryCut } from './cost.search.js';

/** The groupings of costs. */
export const cutWords: Readonly<Record<CostCut | HistoryCut, string>> = {
  cluster: 'Cluster',
  pool: 'NodePool',
  type: 'Instance type',
  capacity: 'Capacity type',
  family: 'Instance family',
};

/** `Cost by cluster`, `Cost by NodePool`. */
export const costByTitle = (cut: CostCut | HistoryCut): string =>
  `Cost by ${cut === 'pool' ? cutWords[cut] : cutWords[cut].toLowerCase()}`;
