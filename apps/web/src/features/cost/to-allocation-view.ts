import type { CostAllocationQuery } from '../../gql/graphql.js';
import { otherHue } from '../../lib/format/hues.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import type { AllocationDimension } from './cost.search.js';
import type { CostBar } from './cost-bars.js';
import { highestCostText, othersLabel, shareKindWords, withoutGroupWords } from './cost-text.js';

type Allocation = CostAllocationQuery['costAllocation'];
type Share = Allocation['shares'][number];

/** One row of the table. */
export interface AllocationRow extends Share {
  /** Unique among the rows. */
  readonly id: string;
  readonly label: string;
  readonly microUsd: number;
  /** Whether all of its pods are on nodes of unknown price: the cost is unknown, not 0. */
  readonly isUnknown: boolean;
  /** Share of the total of known prices, e.g. `42.1%`. */
  readonly portion: string;
}

export interface AllocationView {
  readonly rows: readonly AllocationRow[];
  /** The chart's rows: the largest ones, and the rest in one. */
  readonly bars: readonly CostBar[];
  readonly summary: string;
}

const groupsShown = 12;
const groupsHue = 0;

/** Returns the cost by group of pods, as the API sorts it: groups first, what is idle last. */
export function toAllocationView(cost: Allocation, dimension: AllocationDimension): AllocationView {
  const totalMicroUsd = toMicroUsd(cost.total);
  const rows = cost.shares.map((share) => toRow(share, dimension, totalMicroUsd));
  const [first] = rows;
  const known = rows.filter(({ isUnknown }) => !isUnknown);
  return {
    rows,
    bars: toBars(known),
    summary: first === undefined ? 'No running pods' : highestCostText(first, first.portion),
  };
}

/** Returns bars of the largest groups, of the others in one, and of what is no group, e.g. idle. */
function toBars(rows: readonly AllocationRow[]): readonly CostBar[] {
  const groups = rows.filter(({ kind }) => kind === 'PODS' || kind === 'OTHER');
  const shown = groups.length > groupsShown ? groups.slice(0, groupsShown - 1) : groups;
  const merged = groups.slice(shown.length);
  const others = {
    id: '…',
    label: othersLabel(merged.reduce((sum, row) => sum + row.groups, 0)),
    microUsd: merged.reduce((sum, { microUsd }) => sum + microUsd, 0),
    hue: otherHue,
  };
  return [
    ...shown.map(toBar),
    ...(merged.length === 0 ? [] : [others]),
    ...rows.filter(({ kind }) => kind !== 'PODS' && kind !== 'OTHER').map(toBar),
  ];
}

/** The idle part may be less than 0 by a rounding, which no bar shows. */
const toBar = ({ id, label, microUsd, kind }: AllocationRow): CostBar => ({
  id,
  label,
  microUsd: Math.max(0, microUsd),
  hue: kind === 'PODS' ? groupsHue : otherHue,
});

function toRow(share: Share, dimension: AllocationDimension, totalMicroUsd: number): AllocationRow {
  const { kind, key, clusterName, namespace, ownerKind } = share;
  const microUsd = toMicroUsd(share.price);
  const isUnknown = share.pods > 0 && share.unpricedPods === share.pods;
  return {
    ...share,
    id: [kind, clusterName ?? '', namespace ?? '', ownerKind ?? '', key].join('/'),
    label: labelOf(share, dimension),
    microUsd,
    isUnknown,
    portion: isUnknown ? '–' : formatShare(microUsd, totalMicroUsd, 1),
  };
}

function labelOf({ kind, key, groups, ownerKind }: Share, dimension: AllocationDimension): string {
  if (kind === 'OTHER') return othersLabel(groups);
  if (kind !== 'PODS') return shareKindWords[kind];
  if (key === '') return withoutGroupWords[dimension];
  return dimension === 'owner' ? `${ownerKind} ${key}` : key;
}
