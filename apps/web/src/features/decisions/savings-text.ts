import { formatUsd, toMicroUsdOrNull } from '../../lib/format/money.js';

/** The savings ratio, `$0.0123/h per unit`; `null` without one. */
export function savingsRatioText(savingsRatio: string | null): string | null {
  const microUsd = toMicroUsdOrNull(savingsRatio);
  return microUsd === null ? null : `${formatUsd(microUsd, 4)}/h per unit of disruption cost`;
}

/** The gap to the most possible saving in percent; `null` without a bound. */
export function gapText(gapRatio: number | null): string | null {
  if (gapRatio === null) return null;
  const percent = gapRatio * 100;
  // A gap that is rounded to zero would look like none.
  return percent > 0 && percent < 0.05 ? '<0.1%' : `${percent.toFixed(1)}%`;
}
