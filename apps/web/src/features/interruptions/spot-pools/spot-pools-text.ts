import { joinWords } from '@kerf/core';
import type { SpotPoolFieldsFragment } from '../../../gql/graphql.js';
import { formatShare } from '../../../lib/format/quantity.js';

export type SpotPool = SpotPoolFieldsFragment;

/** `75%`, or `unknown`. */
export const shareText = (share: number | null): string =>
  share === null ? 'unknown' : formatShare(share, 1);

/** `50% of 4`, or `unknown`: the nodes that were interrupted, of those that ran. */
export function ratioText({ interruptedRatio, ranNodes }: SpotPool): string {
  if (ranNodes === 0) return 'no nodes';
  if (interruptedRatio === null || ranNodes === null) return 'unknown';
  return `${formatShare(interruptedRatio, 1)} of ${ranNodes}`;
}

/** Returns the spot pool with most nodes now; `undefined` without spot nodes. */
export function largestPool(pools: readonly SpotPool[]): SpotPool | undefined {
  const [largest] = pools.filter(({ nodes }) => nodes > 0).toSorted((a, b) => b.nodes - a.nodes);
  return largest;
}

/** `m5.large in us-east-1a has 75% of the spot nodes, 75% of their cost and 90% of their pods`. */
export function concentrationText(pool: SpotPool): string {
  const { instanceType, zone, nodeShare, priceShare, podShare } = pool;
  const shares = [
    [nodeShare, 'of the spot nodes'],
    [priceShare, 'of their cost'],
    [podShare, 'of their pods'],
  ] as const;
  const known = shares.flatMap(([share, of]) =>
    share === null ? [] : `${formatShare(share, 1)} ${of}`,
  );
  return `${instanceType} in ${zone} has ${joinWords(known)}`;
}
