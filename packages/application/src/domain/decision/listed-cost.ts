import type { MicroUsdPerHour } from '@kerf/core';
import { type Command, isReboot, listedPrice, type PlannedNodeClaim } from '@kerf/engine';

/**
 * Returns the cost of planned nodes at the cloud's own prices, without NodeOverlays; `null` when a
 * price is unknown.
 */
export function listedCost(
  claims: readonly Pick<PlannedNodeClaim, 'expected'>[],
): MicroUsdPerHour | null {
  return total(claims.map(({ expected }) => listedPrice(expected)));
}

/** Returns the saving of a command at the cloud's own prices; `null` when a price is unknown. */
export function listedSaving(command: Command): MicroUsdPerHour | null {
  const { candidates, replacements } = command;
  if (isReboot(command)) return 0;
  const before = total(candidates.map(listedPrice));
  const after = listedCost(replacements);
  return before === null || after === null ? null : before - after;
}

/** Returns the sum of the prices; `null` when one of them is unknown. */
export function total(prices: readonly (MicroUsdPerHour | null)[]): MicroUsdPerHour | null {
  return prices.reduce<MicroUsdPerHour | null>(
    (sum, price) => (sum === null || price === null ? null : sum + price),
    0,
  );
}
