import { countOf } from '@kerf/core';
import type { SavingProofQuery } from '../../../gql/graphql.js';
import {
  formatHourly,
  formatMonthly,
  toMicroUsd,
  toMicroUsdOrNull,
} from '../../../lib/format/money.js';
import type { DecisionDetails } from '../decisions.queries.js';

/** The most that any decision within the same budgets saves; `null` without a bound. */
export function mostSavingText({ savingBound }: Pick<DecisionDetails, 'savingBound'>) {
  const saving = toMicroUsdOrNull(savingBound?.saving);
  if (savingBound === null || saving === null) return null;
  const most = toMicroUsd(savingBound.mostSaving);
  return most <= saving
    ? `${formatHourly(saving)}: no decision within the budgets saves more`
    : `at most ${formatHourly(most)} within the budgets`;
}

/** Returns the achieved savings, with the promised ones; `null` until they are known. */
export function achievedText({
  achievedSaving,
  costChange,
}: Pick<DecisionDetails, 'achievedSaving' | 'costChange'>): string | null {
  const achieved = toMicroUsdOrNull(achievedSaving);
  if (achieved === null) return null;
  const change = toMicroUsdOrNull(costChange);
  if (change === null) return formatMonthly(achieved);
  const promised = 0 - change;
  const part = promised <= 0 ? '' : ` (${Math.round((100 * achieved) / promised)}%)`;
  return `${formatMonthly(achieved)} of ${formatMonthly(promised)} promised${part}`;
}

/** The result of checking the bound from its stored proof. */
export function proofText(check: SavingProofQuery['savingProof']): string {
  if (check === null) return 'not found';
  const { isProved, problem, nodes, offers, podGroups } = check;
  return isProved
    ? `checked from the stored proof: ${countOf(nodes, 'running node')}, ${countOf(offers, 'launchable node')}, ${countOf(podGroups, 'group')} of pods`
    : `not proved. ${problem ?? ''}`.trim();
}
