import type { MicroUsdPerHour } from '@kerf/core';

/** Minimum savings of a consolidation of underutilized nodes; with zeros, anything is enough. */
export interface MinSaving {
  readonly microUsdPerHour: MicroUsdPerHour;
  /** Minimum savings in percent of the price of the removed nodes, 0–100. */
  readonly percent: number;
  /** Minimum savings for each pod that a command moves. */
  readonly perPodMoveMicroUsdPerHour: MicroUsdPerHour;
}
