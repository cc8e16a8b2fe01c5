import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceCursor, nextToEvaluate, noEvaluations } from './evaluation-order.js';

const candidatesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ nodeClaim: { id: `claim-${from + index}` } }));

/** Returns what evaluations at these times simulate, in order. */
function evaluate(
  candidates: readonly { readonly nodeClaim: { readonly id: string } }[],
  count: number,
  times: readonly number[],
): readonly (readonly string[])[] {
  let cursor = noEvaluations;
  return times.map((at) => {
    const chosen = nextToEvaluate(candidates, cursor, count).map(({ nodeClaim }) => nodeClaim.id);
    cursor = advanceCursor(cursor, candidates, new Set(chosen), at);
    return chosen;
  });
}

describe('the order in which consolidation evaluates candidates', () => {
  it('reaches every candidate within ⌈candidates ÷ count⌉ evaluations, whatever the times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 15 }),
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 0, max: 30 }),
        (total, count, times, from) => {
          const rounds = Math.ceil(total / count);
          const start = Math.min(from, times.length - rounds);
          const seen = evaluate(candidatesOf(total), count, times).slice(start, start + rounds);
          expect(new Set(seen.flat()).size).toBe(total);
        },
      ),
    );
  });

  it('reaches a new candidate with the next evaluation', () => {
    const before = candidatesOf(10);
    let cursor = advanceCursor(noEvaluations, before, new Set(), 0);
    for (let evaluation = 0; evaluation < 7; evaluation += 1) {
      const chosen = nextToEvaluate(before, cursor, 3).map(({ nodeClaim }) => nodeClaim.id);
      cursor = advanceCursor(cursor, before, new Set(chosen), evaluation);
    }
    const after = [...before, ...candidatesOf(1, 10)];
    expect(nextToEvaluate(after, cursor, 3)[0]?.nodeClaim.id).toBe('claim-10');
  });

  it('removes NodeClaims that are no candidates any more', () => {
    const cursor = advanceCursor(
      noEvaluations,
      candidatesOf(2),
      new Set(['claim-0', 'claim-1']),
      5,
    );
    expect(advanceCursor(cursor, candidatesOf(1), new Set(), 6)).toEqual({
      evaluations: 2,
      lastByClaim: { 'claim-0': { evaluation: 1, at: 5 } },
    });
  });
});
