import type { MicroUsdPerHour } from '@kerf/core';
import type { MinSaving } from '../model/cluster-snapshot.js';
import type { Command } from '../model/command.js';
import type { DisruptionBlock } from '../model/reason.js';
import { type Candidate, priceOf } from './candidate.js';

/**
 * Returns a blocker if the command saves less than is required, or if that is unknown; `null` if it
 * saves enough.
 * @param priceMicroUsdPerHour of the nodes that it removes; `null` if unknown
 */
export function minSavingBlock(
  required: MinSaving,
  { moves, savingMicroUsdPerHour: saving }: Pick<Command, 'moves' | 'savingMicroUsdPerHour'>,
  priceMicroUsdPerHour: MicroUsdPerHour | null,
): DisruptionBlock | null {
  const { microUsdPerHour, percent, perPodMoveMicroUsdPerHour } = required;
  const isAnyEnough = microUsdPerHour === 0 && percent === 0 && perPodMoveMicroUsdPerHour === 0;
  if (isAnyEnough) return null;
  if (saving === null || priceMicroUsdPerHour === null) return { code: 'PRICE_UNKNOWN' };
  const minSaving = Math.max(
    microUsdPerHour,
    Math.ceil((priceMicroUsdPerHour * percent) / 100),
    moves.length * perPodMoveMicroUsdPerHour,
  );
  return saving >= minSaving
    ? null
    : {
        code: 'SAVING_TOO_SMALL',
        savingMicroUsdPerHour: saving,
        minSavingMicroUsdPerHour: minSaving,
        pods: moves.length,
      };
}

/** Returns false if moving the pods of the node costs more than the node. */
export function isWorthMoving(
  { perPodMoveMicroUsdPerHour }: MinSaving,
  candidate: Pick<Candidate, 'node' | 'reschedulable'>,
): boolean {
  const price = priceOf(candidate);
  return (
    perPodMoveMicroUsdPerHour === 0 ||
    (price !== null && candidate.reschedulable.length * perPodMoveMicroUsdPerHour <= price)
  );
}

/**
 * Returns what the command saves less the price of the pods that it moves, in micro-USD per hour;
 * `null` if it is unknown.
 */
export function netSaving(
  { perPodMoveMicroUsdPerHour }: MinSaving,
  { moves, savingMicroUsdPerHour }: Pick<Command, 'moves' | 'savingMicroUsdPerHour'>,
): MicroUsdPerHour | null {
  return savingMicroUsdPerHour === null
    ? null
    : savingMicroUsdPerHour - moves.length * perPodMoveMicroUsdPerHour;
}
