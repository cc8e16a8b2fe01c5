import type { CostSample, CostSpanChanges, MeasuredCost, MeasuredPeriod } from '@kerf/application';

/** Returns the costs of a period, without changes of spans unless they are named. */
export function aMeasuredCost(
  period: MeasuredPeriod,
  samples: readonly CostSample[] = [],
  spans: Partial<CostSpanChanges> = {},
): MeasuredCost {
  return { period, samples, spans: { started: [], ended: [], gaps: [], ...spans } };
}
