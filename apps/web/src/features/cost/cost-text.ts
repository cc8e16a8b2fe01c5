import { countOf } from '@kerf/core';
import type { CostShareKind } from '../../gql/graphql.js';
import { formatHourly } from '../../lib/format/money.js';
import type { ChartMark } from '../../ui/charts/area-chart.js';
import type { AllocationDimension, CostDimension, HistoryDimension } from './cost.search.js';

export type Kind = ChartMark['kind'];

/** The groupings of costs. */
export const dimensionWords: Readonly<
  Record<CostDimension | HistoryDimension | AllocationDimension, string>
> = {
  cluster: 'Cluster',
  pool: 'NodePool',
  type: 'Instance type',
  capacity: 'Capacity type',
  family: 'Instance family',
  namespace: 'Namespace',
  team: 'Team',
  label: 'Label',
  owner: 'Owner',
};

/** `Cost by cluster`, `Cost by NodePool`. */
export const costByTitle = (
  dimension: CostDimension | HistoryDimension | AllocationDimension,
): string =>
  `Cost by ${dimension === 'pool' ? dimensionWords[dimension] : dimensionWords[dimension].toLowerCase()}`;

/** Returns the largest group in words, with its share of the total, e.g. `42.1%`. */
export const highestCostText = (
  { label, microUsd }: { readonly label: string; readonly microUsd: number },
  share: string,
): string => `Highest cost: ${label}, ${formatHourly(microUsd)} (${share} of the total)`;

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

/** Labels of the parts of an allocated cost that are no group. */
export const shareKindWords: Readonly<Record<Exclude<CostShareKind, 'PODS' | 'OTHER'>, string>> = {
  IDLE: 'Idle: requested by no pod',
  HIDDEN: 'Pods that you may not see',
  OTHER_TEAMS: 'Teams that you may not see',
  NOT_RECORDED: 'Labels not recorded yet',
  UNKNOWN: 'Unknown',
};

/** Labels of pods without a value of the grouping. */
export const withoutGroupWords: Readonly<Record<AllocationDimension, string>> = {
  namespace: 'No namespace',
  team: 'No team',
  label: 'Without the label',
  owner: 'Pods without an owner',
};
