import type { SchedulingResult } from '@kerf/engine';

/** Returns the engine's result for no pods; `fields` replace parts of it. */
export function aSchedulingResult(fields: Partial<SchedulingResult> = {}): SchedulingResult {
  return {
    engineVersion: '1',
    newNodeClaims: [],
    existingNodes: [],
    unschedulable: [],
    totalPriceMicroUsdPerHour: 0,
    cost: null,
    ...fields,
  };
}
