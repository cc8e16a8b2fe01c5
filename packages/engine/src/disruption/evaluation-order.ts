import type { Instant } from '@kerf/core';
import type { EvaluationCursor } from '../model/command.js';

/** The part of a candidate that the order depends on. */
interface Evaluable {
  readonly nodeClaim: { readonly id: string };
}

/** The cursor before the first evaluation of a cluster. */
export const noEvaluations: EvaluationCursor = { evaluations: 0, lastByClaim: {} };

/**
 * Returns at most `count` candidates: those that were never simulated first, then those whose
 * simulation is the oldest; among equals, the order of the list. So each candidate is simulated
 * within ⌈candidates ÷ count⌉ evaluations, whatever the time between them.
 */
export function nextToEvaluate<Item extends Evaluable>(
  candidates: readonly Item[],
  { lastByClaim }: EvaluationCursor,
  count: number,
): readonly Item[] {
  if (candidates.length <= count) return candidates;
  const last = ({ nodeClaim }: Item): number => lastByClaim[nodeClaim.id]?.evaluation ?? 0;
  return candidates.toSorted((a, b) => last(a) - last(b)).slice(0, count);
}

/** Returns the cursor after an evaluation; NodeClaims that are no candidates any more are removed. */
export function advanceCursor(
  cursor: EvaluationCursor,
  candidates: readonly Evaluable[],
  evaluated: ReadonlySet<string>,
  at: Instant,
): EvaluationCursor {
  const evaluation = cursor.evaluations + 1;
  return {
    evaluations: evaluation,
    lastByClaim: Object.fromEntries(
      candidates.flatMap(({ nodeClaim: { id } }) => {
        const last = evaluated.has(id) ? { evaluation, at } : cursor.lastByClaim[id];
        return last === undefined ? [] : [[id, last] as const];
      }),
    ),
  };
}
