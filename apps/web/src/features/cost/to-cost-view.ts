import { assertNever } from '@kerf/core';
import type { CostNowQuery, ShareFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import type { CostDimension } from './cost.search.js';
import { highestCostText, othersLabel, unnamedGroupLabel } from './cost-text.js';
import { groupHue } from './group-hue.js';

type CostNow = CostNowQuery['costNow'];

/** One row of the table, and one bar. */
interface CostRow {
  readonly key: string;
  readonly label: string;
  readonly nodes: number;
  readonly unpricedNodes: number;
  readonly microUsd: number;
  /** Whether all of its nodes have an unknown price: the cost is unknown, not 0. */
  readonly isUnknown: boolean;
  /** Share of the total of known prices, e.g. `42.1%`. */
  readonly share: string;
  readonly hue: number;
}

export interface CostView {
  readonly rows: readonly CostRow[];
  /** The chart's rows: the largest ones, and the rest in one. */
  readonly bars: readonly CostRow[];
  readonly summary: string;
}

const barsShown = 12;

/** Returns the cost by group, most expensive first. */
export function toCostView(cost: CostNow, dimension: CostDimension): CostView {
  const totalMicroUsd = toMicroUsd(cost.total);
  const rows = sharesOf(cost, dimension)
    .map((share) => toRow(share, dimension, totalMicroUsd))
    .sort((a, b) => b.microUsd - a.microUsd || a.label.localeCompare(b.label))
    .map((row) => ({ ...row, hue: barHue(dimension, row.key) }));
  const [first] = rows;
  return {
    rows,
    bars: mergeSmallGroups(
      rows.filter(({ isUnknown }) => !isUnknown),
      totalMicroUsd,
    ),
    summary: first === undefined ? 'No running nodes' : highestCostText(first, first.share),
  };
}

function sharesOf(cost: CostNow, dimension: CostDimension): readonly ShareFieldsFragment[] {
  switch (dimension) {
    case 'cluster':
      return cost.byCluster;
    case 'pool':
      return cost.byNodePool;
    case 'type':
      return cost.byInstanceType;
    case 'capacity':
      return cost.byCapacityType;
    default:
      return assertNever(dimension);
  }
}

function toRow(
  share: ShareFieldsFragment,
  dimension: CostDimension,
  totalMicroUsd: number,
): Omit<CostRow, 'hue'> {
  const microUsd = toMicroUsd(share.price);
  const isUnknown = share.nodes > 0 && share.unpricedNodes === share.nodes;
  return {
    key: share.key,
    label: labelOf(share, dimension),
    nodes: share.nodes,
    unpricedNodes: share.unpricedNodes,
    microUsd,
    isUnknown,
    share: isUnknown ? '–' : formatShare(microUsd, totalMicroUsd, 1),
  };
}

function labelOf({ key, label }: ShareFieldsFragment, dimension: CostDimension): string {
  if (key === '') return unnamedGroupLabel(dimension);
  if (dimension !== 'capacity') return label;
  return isCapacityType(key) ? capacityTypeWords[key] : label;
}

const isCapacityType = (key: string): key is keyof typeof capacityTypeWords =>
  Object.hasOwn(capacityTypeWords, key);

/** All clusters have one color, because their names are beside the bars. */
const barHue = (dimension: CostDimension, key: string): number =>
  groupHue(dimension === 'cluster' ? 'type' : dimension, key);

function mergeSmallGroups(rows: readonly CostRow[], totalMicroUsd: number): readonly CostRow[] {
  if (rows.length <= barsShown) return rows;
  const rest = rows.slice(barsShown - 1);
  const microUsd = sum(rest, (row) => row.microUsd);
  return [
    ...rows.slice(0, barsShown - 1),
    {
      key: '…',
      label: othersLabel(rest.length),
      nodes: sum(rest, (row) => row.nodes),
      unpricedNodes: sum(rest, (row) => row.unpricedNodes),
      microUsd,
      isUnknown: false,
      share: formatShare(microUsd, totalMicroUsd, 1),
      hue: groupHue('pool', ''),
    },
  ];
}

const sum = (rows: readonly CostRow[], value: (row: CostRow) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);
