import { describe, expect, it } from 'vitest';
import { advanceCursor, nextToEvaluate, noEvaluations } from './evaluation-order.js';

const all = ['a', 'b', 'c'].map((id) => ({ nodeClaim: { id } }));
const idsOf = (items: typeof all) => items.map(({ nodeClaim }) => nodeClaim.id);
const cursorOf = (evaluations: Readonly<Record<string, number>>) => ({
  evaluations: 9,
  lastByClaim: Object.fromEntries(
    Object.entries(evaluations).map(([id, evaluation]) => [id, { evaluation, at: 0 }]),
  ),
});
const next = (evaluations: Readonly<Record<string, number>>, count: number) =>
  idsOf([...nextToEvaluate(all, cursorOf(evaluations), count)]);

describe('nextToEvaluate', () => {
  it('returns all candidates in their order if that are no more than the count', () => {
    expect(next({ a: 2, b: 1 }, 3)).toEqual(['a', 'b', 'c']);
    expect(next({ a: 2, b: 1 }, 4)).toEqual(['a', 'b', 'c']);
  });

  it('takes candidates without a simulation first, then the oldest simulations', () => {
    expect(next({ a: 2, b: 1 }, 2)).toEqual(['c', 'b']);
    expect(next({ a: 1, b: 3, c: 2 }, 2)).toEqual(['a', 'c']);
  });

  it('keeps the order among equals', () => {
    expect(next({ a: 1, b: 1, c: 1 }, 2)).toEqual(['a', 'b']);
    expect(next({}, 1)).toEqual(['a']);
  });
});

describe('advanceCursor', () => {
  it('records the evaluation of those that were simulated, and keeps that of the others', () => {
    const first = advanceCursor(noEvaluations, all, new Set(['a', 'b']), 5);
    expect(first).toEqual({
      evaluations: 1,
      lastByClaim: { a: { evaluation: 1, at: 5 }, b: { evaluation: 1, at: 5 } },
    });
    expect(advanceCursor(first, all, new Set(['b']), 7)).toEqual({
      evaluations: 2,
      lastByClaim: { a: { evaluation: 1, at: 5 }, b: { evaluation: 2, at: 7 } },
    });
  });
});
