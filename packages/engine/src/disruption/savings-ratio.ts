import type { MicroUsdPerHour } from '@kerf/core';
import type { Command } from '../model/command.js';
import { aimsAtSavings } from '../model/node-pool.js';

/**
 * Returns the disruption cost of a command: the sum of those of its nodes. Source: karpenter
 * disruption/helpers.go, ReschedulingCost @v1.14.1.
 * @returns `null` if it is not recorded for a node
 */
export function disruptionCostOf({ candidates }: Pick<Command, 'candidates'>): number | null {
  return candidates.reduce<number | null>(
    (sum, { disruptionCost }) =>
      sum === null || disruptionCost === undefined ? null : sum + disruptionCost,
    0,
  );
}

/**
 * Returns the savings ratio of a command: what it saves per unit of disruption cost, rounded to
 * micro-USD per hour.
 * @returns `null` if the saving or the disruption cost is unknown, and for commands that do not aim
 * at savings
 */
export function savingsRatioOf(
  command: Pick<Command, 'candidates' | 'reason' | 'savingMicroUsdPerHour'>,
): MicroUsdPerHour | null {
  const { reason, savingMicroUsdPerHour: saving } = command;
  const cost = disruptionCostOf(command);
  if (!aimsAtSavings(reason) || saving === null || cost === null || cost === 0) return null;
  return Math.round(saving / cost);
}
