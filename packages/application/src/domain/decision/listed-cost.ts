import type { MicroUsdPerHour } from '@kerf/core';
import { type Command, listedPrice, type PlannedNodeClaim } from '@kerf/engine';

/**
 * What is paid for planned nodes at the cloud's own prices, whatever NodeOverlays made of them for the
 * plan; `null` when one is unknown.
 */
export function listedCost(
  claims: readonly Pick<PlannedNodeClaim, 'expected'>[],
): MicroUsdPerHour | null {
  return total(claims.map(({ expected }) => listedPrice(expected)));
}

/** What a command saves at the cloud's own prices; `null` when one is unknown. */
export function listedSaving({ candidates, replacements }: Command): MicroUsdPerHour | null {
  const before = total(candidates.map(listedPrice));
  const after = listedCost(replacements);
  return before === null || after === null ? null : before - after;
}

/** `null` when one of the prices is unknown. */
export function total(prices: readonly (MicroUsdPerHour | null)[]): MicroUsdPerHour | null {
  return prices.reduce<MicroUsdPerHour | null>(
    (sum, price) => (sum === null || price === null ? null : sum + price),
    0,
  );
}
