import type { MicroUsdPerHour } from '@kerf/core';
import { disruptionCostOf, savingsRatioOf } from '@kerf/engine';
import type { DecisionBody } from './decision.js';

/** Savings of a decision and its disruption, at the prices that it used. */
export interface SavingsFigures {
  /**
   * Disruption cost of its nodes; `null` for decisions that are not commands, and for older ones.
   */
  readonly disruptionCost: number | null;
  /** Savings per unit of disruption cost; `null` if the decision does not aim at savings. */
  readonly savingsRatioMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * The cost of the nodes after the decision divided by the least possible within the same budgets,
   * less one; `null` without a bound.
   */
  readonly savingGapRatio: number | null;
}

const none: SavingsFigures = {
  disruptionCost: null,
  savingsRatioMicroUsdPerHour: null,
  savingGapRatio: null,
};

/** Returns the savings figures of a decision. */
export function savingsFiguresOf(body: DecisionBody): SavingsFigures {
  if (body.type !== 'Disrupt') return none;
  const { command } = body;
  return {
    disruptionCost: disruptionCostOf(command),
    savingsRatioMicroUsdPerHour: savingsRatioOf(command),
    savingGapRatio: command.bound?.gapRatio ?? null,
  };
}
