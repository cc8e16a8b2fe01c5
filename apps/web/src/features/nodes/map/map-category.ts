import { hueOfCapacityType, hueOfName, otherHue } from '../../../lib/format/hues.js';
import { capacityTypeWords } from '../../../lib/format/words.js';
import { nodeBadges } from '../nodes-text.js';
import type { MapNode } from './map-node.js';
import type { MapColor } from './node-map.search.js';

export const mapColorWords: Readonly<Record<MapColor, string>> = {
  pool: 'NodePool',
  capacity: 'Capacity type',
  age: 'Age',
  disruption: 'Disruption state',
  waste: 'Waste',
};

/** A group of nodes with one color. */
export interface MapCategory {
  readonly label: string;
  /** Name of a color token, e.g. `--hue-1`. */
  readonly token: string;
  /** Strength of the color, between 0 and 1. */
  readonly strength: number;
}

const category = (label: string, token: string, strength = 1): MapCategory => ({
  label,
  token,
  strength,
});
const hueToken = (hue: number): string => `--hue-${hue + 1}`;

const hourMs = 3_600_000;
const ages = [
  { belowMs: hourMs, category: category('up to 1 hour', '--hue-1', 0.25) },
  { belowMs: 24 * hourMs, category: category('up to 1 day', '--hue-1', 0.45) },
  { belowMs: 7 * 24 * hourMs, category: category('up to 7 days', '--hue-1', 0.65) },
  { belowMs: 30 * 24 * hourMs, category: category('up to 30 days', '--hue-1', 0.82) },
] as const;
const oldest = category('more than 30 days', '--hue-1');

/** By the share of the price. */
const wastes = [
  { below: 0.1, category: category('below 10% of the price', '--hue-2') },
  { below: 0.25, category: category('10 to 25%', '--hue-2', 0.5) },
  { below: 0.5, category: category('25 to 50%', '--hue-3', 0.45) },
  { below: 0.75, category: category('50 to 75%', '--hue-3', 0.75) },
] as const;
const mostWaste = category('75% and more', '--hue-3');
const unknownPrice = category('price unknown', hueToken(otherHue), 0.6);

const disruptions = {
  terminating: category(nodeBadges.TERMINATING.label, '--hue-4'),
  joining: category(nodeBadges.JOINING.label, '--hue-7'),
  notReady: category(nodeBadges.NOT_READY.label, '--bar-full'),
  cordoned: category(nodeBadges.CORDONED.label, '--hue-3'),
  unmanaged: category('Not managed', hueToken(otherHue), 0.6),
  blocked: category('Blocked', '--hue-1', 0.55),
  free: category('Nothing blocks disruption', '--hue-2'),
} as const;

const notManaged = category('Not managed', hueToken(otherHue));

/** Returns the category of a node. @param now milliseconds since 1970 */
export function categoryOf(node: MapNode, color: MapColor, now: number): MapCategory {
  switch (color) {
    case 'pool':
      return node.nodePool === null
        ? notManaged
        : category(node.nodePool, hueToken(hueOfName(node.nodePool)));
    case 'capacity':
      return category(
        capacityTypeWords[node.capacityType],
        hueToken(hueOfCapacityType(node.capacityType)),
      );
    case 'age':
      return ages.find(({ belowMs }) => now - node.createdAt < belowMs)?.category ?? oldest;
    case 'disruption':
      return disruptionOf(node);
    default:
      return wasteOf(node);
  }
}

function disruptionOf({ state, nodeClaimId, blockers }: MapNode): MapCategory {
  if (state === 'TERMINATING') return disruptions.terminating;
  if (state === 'JOINING') return disruptions.joining;
  if (state === 'NOT_READY') return disruptions.notReady;
  if (state === 'CORDONED') return disruptions.cordoned;
  if (nodeClaimId === null) return disruptions.unmanaged;
  return blockers.length > 0 ? disruptions.blocked : disruptions.free;
}

function wasteOf({ priceMicroUsd, wasteMicroUsd }: MapNode): MapCategory {
  if (priceMicroUsd === null || wasteMicroUsd === null) return unknownPrice;
  const share = priceMicroUsd === 0 ? 0 : wasteMicroUsd / priceMicroUsd;
  return wastes.find(({ below }) => share < below)?.category ?? mostWaste;
}

/** Categories in the order of their scales; others by their number of nodes. */
const scaleOrder: readonly MapCategory[] = [
  ...ages.map(({ category: each }) => each),
  oldest,
  ...wastes.map(({ category: each }) => each),
  mostWaste,
  unknownPrice,
  ...Object.values(disruptions),
];

export interface LegendEntry extends MapCategory {
  readonly nodes: number;
}

/** Returns the legend: the categories that nodes have. */
export function toLegend(categories: readonly MapCategory[]): readonly LegendEntry[] {
  const byLabel = Map.groupBy(categories, ({ label }) => label);
  const entries = [...byLabel.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, nodes: group.length })),
  );
  const rank = ({ label }: MapCategory) => scaleOrder.findIndex((each) => each.label === label);
  return entries.toSorted(
    (a, b) => rank(a) - rank(b) || b.nodes - a.nodes || a.label.localeCompare(b.label),
  );
}
