import { countOf } from '@kerf/core';
import type { ChartMark } from '../../ui/charts/area-chart.js';
import type { CostDimension, HistoryDimension } from './cost.search.js';

export type Kind = ChartMark['kind'];

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

/** The number of events of a kind, for marks and legend. */
export const countText: Readonly<Record<Kind, (count: number) => string>> = {
  decision: (count) => countOf(count, 'completed decision'),
  failure: (count) => countOf(count, 'failed decision'),
  interruption: (count) => countOf(count, 'interruption notice'),
};

/** Returns the label of costs without a value of the dimension. */
export const unnamedGroupLabel = (dimension: CostDimension | HistoryDimension): string =>
  dimension === 'pool' ? 'No NodePool' : 'Unknown';

/** Returns the label of the group that merges small groups. */
export const othersLabel = (count: number): string => `${count} others`;
