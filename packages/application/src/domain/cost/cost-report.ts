import type { CostAnalysis } from '@kerf/engine';

/** A cost analysis as it is stored and shown: without its certificate. */
export type CostReport = Omit<CostAnalysis, 'certificate' | 'boundParts' | 'unmeasuredCauses'> &
  /** Absent in reports from before Kerf computed them. */
  Partial<Pick<CostAnalysis, 'boundParts' | 'unmeasuredCauses'>>;

/** Returns how much less the nodes could cost at most when they were analyzed, in micro-USD per hour. */
export const possibleSavingOf = ({
  costMicroUsdPerHour,
  lowerBoundMicroUsdPerHour,
}: CostReport): number => costMicroUsdPerHour - lowerBoundMicroUsdPerHour;
