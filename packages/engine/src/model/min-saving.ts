import type { MicroUsdPerHour } from '@kerf/core';

/** What the consolidation of underutilized nodes has to save; with zeros, anything is enough. */
export interface MinSaving {
  readonly microUsdPerHour: MicroUsdPerHour;
  /** Of the price of the nodes that a command removes, 0–100. */
  readonly percent: number;
  /** For each pod that a command moves. */
  readonly perPodMoveMicroUsdPerHour: MicroUsdPerHour;
}
