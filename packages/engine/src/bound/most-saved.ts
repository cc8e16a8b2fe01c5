// Method: Lagrangian relaxation (see RunningBound.mostSaved). bigint, in units of the certificate.

import { compareNumbers, type MicroUsdPerHour } from '@kerf/core';
import { unit } from './pattern-check.js';

/** A node that may be removed. */
export interface RemovalTerms {
  readonly price: bigint;
  /** Dual prices of its pods. */
  readonly value: bigint;
  /** Upper bound of the dual prices of pods that fit into its free capacity. */
  readonly free: bigint;
}

/** Nodes of which only a number may be removed. */
export interface RemovalChoice {
  readonly terms: readonly RemovalTerms[];
  readonly allowed: number;
}

/** Number of values of the multiplier that are tried. */
const multiplierSteps = 16n;

/**
 * Returns an upper bound of what the removal of some of these nodes saves, in micro-USD per hour,
 * rounded up. For each multiplier from 0 to 1, that part of the dual prices of pods is kept, and the
 * best nodes are chosen one by one; the lowest of these bounds is returned.
 * @param free upper bound of the dual prices of pods that fit into the free capacity of all nodes
 */
export function mostSavedOf(choices: readonly RemovalChoice[], free: bigint): MicroUsdPerHour {
  let least: bigint | null = null;
  for (let part = 0n; part <= multiplierSteps; part += 1n) {
    const total = choices.reduce(
      (sum, { terms, allowed }) =>
        sum +
        sumOfHighest(
          terms.map(
            ({ price, value, free: own }) => price * multiplierSteps - part * (value + own),
          ),
          allowed,
        ),
      part * free,
    );
    if (least === null || total < least) least = total;
  }
  const divisor = unit * multiplierSteps;
  return Number(((least ?? 0n) + divisor - 1n) / divisor);
}

function sumOfHighest(values: readonly bigint[], count: number): bigint {
  return values
    .filter((value) => value > 0n)
    .sort((a, b) => compareNumbers(b, a))
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0n);
}
