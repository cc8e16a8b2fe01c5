import { formatHourly, toMicroUsd, toMicroUsdOrNull } from '../../../lib/format/money.js';
import type { DecisionDetails } from '../decisions.queries.js';

/** Says how near the savings are to the most that is possible; nothing without a bound. */
export function savingBoundText({ savingBound }: Pick<DecisionDetails, 'savingBound'>) {
  const saving = toMicroUsdOrNull(savingBound?.saving ?? null);
  if (savingBound === null || saving === undefined || saving === null) return undefined;
  const most = toMicroUsd(savingBound.mostSaving);
  if (most <= saving) return `${formatHourly(saving)}, the most possible within the budgets`;
  const gap = `${(savingBound.gapRatio * 100).toFixed(1)}%`;
  return `${formatHourly(saving)}; no decision within the budgets saves more than ${formatHourly(most)} (gap ${gap})`;
}
