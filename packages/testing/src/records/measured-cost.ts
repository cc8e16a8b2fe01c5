import type {
  CostSample,
  CostSpanChanges,
  MeasuredCost,
  MeasuredPeriod,
  PendingPodSample,
} from '@kerf/application';

/** Returns the costs of a period, without changes of spans and without pending pods unless they are named. */
export function aMeasuredCost(
  period: MeasuredPeriod,
  samples: readonly CostSample[] = [],
  spans: Partial<CostSpanChanges> = {},
  pendingPods: readonly PendingPodSample[] = [],
): MeasuredCost {
  return { period, samples, pendingPods, spans: { started: [], ended: [], gaps: [], ...spans } };
}
