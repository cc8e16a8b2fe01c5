import { countOf } from '@kerf/core';
import { formatHourly } from '../../../lib/format/money.js';
import { type BarSegment, StackedBar } from '../../../ui/charts/stacked-bar.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { awsPriceMicroUsd } from '../plan/price-source.js';
import classes from './decision-page.module.css';

/** The nodes of the decision before and after, by price and type. */
export function BeforeAfter({ decision }: { readonly decision: DecisionDetails }) {
  const { before, after } = toBeforeAfter(decision);
  return (
    <div className={classes['bars']}>
      <SideRow name="Before" side={before} />
      <SideRow name="After" side={after} />
    </div>
  );
}

function SideRow({ name, side }: { readonly name: string; readonly side: Side }) {
  return (
    <>
      <span className="dimmed">{name}</span>
      <StackedBar label={`${name}: ${side.text}`} segments={side.segments} />
      <span className={`num ${classes['sideText']}`}>{side.text}</span>
    </>
  );
}

/** One of two bars: the nodes of a decision before or after. */
interface Side {
  /** `3 nodes, $0.288/h`. */
  readonly text: string;
  readonly segments: readonly BarSegment[];
}

interface PricedNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly microUsd: number | null;
}

/** Returns removed and launched nodes, both bars on the same scale. */
export function toBeforeAfter(decision: DecisionDetails): {
  readonly before: Side;
  readonly after: Side;
} {
  const removed = decision.candidates.map((candidate) => ({
    id: candidate.nodeName,
    name: candidate.nodeName,
    type: candidate.instanceType ?? 'unknown type',
    microUsd: awsPriceMicroUsd(candidate),
  }));
  const launched = decision.plannedClaims.map(({ plannedId, nodeClaim, expected }) => ({
    id: plannedId,
    name: nodeClaim?.nodeName ?? plannedId,
    type: expected.instanceType,
    microUsd: awsPriceMicroUsd(expected),
  }));
  const types = [...new Set([...removed, ...launched].map(({ type }) => type))].sort();
  const scale = Math.max(weightOf(removed), weightOf(launched), 1);
  return {
    before: toSide(removed, { types, scale, isRemoved: true }),
    after: toSide(launched, { types, scale, isRemoved: false }),
  };
}

/** The width of a node with an unknown price: that of an average price. */
const fallbackMicroUsd = 100_000;

const weightOf = (nodes: readonly PricedNode[]): number =>
  nodes.reduce((sum, { microUsd }) => sum + (microUsd ?? fallbackMicroUsd), 0);

function toSide(
  nodes: readonly PricedNode[],
  { types, scale, isRemoved }: { types: readonly string[]; scale: number; isRemoved: boolean },
): Side {
  const total = nodes.reduce<number | null>(
    (sum, { microUsd }) => (sum === null || microUsd === null ? null : sum + microUsd),
    0,
  );
  const price = total === null ? 'price unknown' : formatHourly(total);
  return {
    text: nodes.length === 0 ? 'no nodes' : `${countOf(nodes.length, 'node')}, ${price}`,
    segments: nodes.map(({ id, name, type, microUsd }) => ({
      id,
      label: `${name}: ${type}, ${microUsd === null ? 'price unknown' : formatHourly(microUsd)}`,
      ratio: (microUsd ?? fallbackMicroUsd) / scale,
      hue: types.indexOf(type),
      isRemoved,
    })),
  };
}
