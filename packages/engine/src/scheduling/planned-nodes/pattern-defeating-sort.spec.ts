import { describe, expect, it } from 'vitest';
import { patternDefeatingSort } from './pattern-defeating-sort.js';

/** Sorts the positions by their values and returns them in the new order. */
function sortPositions(length: number, valueOf: (position: number) => number): number[] {
  const positions = Array.from({ length }, (_, index) => index);
  patternDefeatingSort(
    {
      isLess: (a, b) => valueOf(positions[a] ?? -1) < valueOf(positions[b] ?? -1),
      swap: (a, b) => {
        [positions[a], positions[b]] = [positions[b] ?? -1, positions[a] ?? -1];
      },
    },
    length,
  );
  return positions;
}

function checksum(positions: readonly number[]): number {
  return positions.reduce(
    (sum, position, index) => (sum * 31 + (index + 1) * (position + 1)) % 1_000_000_007,
    0,
  );
}

type Shape =
  | 'squares'
  | 'manySquares'
  | 'falling'
  | 'fallingRuns'
  | 'pipe'
  | 'saw'
  | 'grown'
  | 'fallingEnds';
const shapes: Record<Shape, (length: number) => (index: number) => number> = {
  squares: () => (index) => (index * index * 7 + index * 3) % 11,
  manySquares: () => (index) => (index * index * 7 + index * 3) % 97,
  falling: (length) => (index) => length - index,
  fallingRuns: (length) => (index) => Math.floor((length - index) / 3),
  pipe: (length) => (index) => (index < Math.floor(length / 2) ? index : length - index),
  saw: () => (index) => index % 17,
  grown: (length) => (index) => (index === Math.floor(length / 4) ? 2 : 1),
  // Descending at all samples; the first four are equal, and so are the last four.
  fallingEnds: (length) => (index) => length - Math.min(Math.max(index, 3), length - 4),
};

/** Results of `sort.Slice` of Go 1.26 for the same lists; the sums depend on the order of equal items. */
const sums: Record<number, readonly number[]> = {
  13: [151256492, 913683188, 585528101, 977969268, 18335569, 759631182, 627941392, 584645327],
  50: [652459275, 41440737, 307979517, 123421589, 571946650, 105207145, 616079662, 307979517],
  64: [522252859, 567241358, 49142042, 562649892, 83635496, 523678416, 600314106, 49142042],
  200: [329404064, 962277577, 483884771, 395936003, 390385526, 469623010, 919713985, 483884771],
  1000: [270776465, 680257387, 749741726, 673253512, 895362365, 679043713, 478182402, 749741726],
  5000: [812385973, 757099469, 562307087, 221342301, 284103680, 28621692, 96897425, 562307087],
};

const cases = Object.entries(sums).flatMap(([length, expected]) =>
  Object.entries(shapes).map(([shape, make], index) => ({
    length: Number(length),
    shape,
    valueOf: make(Number(length)),
    expected: expected[index],
  })),
);

describe('the sort of Go', () => {
  it.each(cases)('orders equal items as Go does: $length of $shape', (item) => {
    expect(checksum(sortPositions(item.length, item.valueOf))).toBe(item.expected);
  });

  it('orders an adversarial list, which reaches the fallback, as Go does', () => {
    const valueOf = adversary(300, 225);
    // Equal items only among the greater ones: with earlier ones, the fallback is not reached.
    const quartered = (item: number) =>
      valueOf(item) < 100 ? valueOf(item) : 75 + Math.floor(valueOf(item) / 4);
    expect(checksum(sortPositions(300, quartered))).toBe(51534302);
  });
});

/**
 * Decides each comparison as late as possible, so that every partition is as unbalanced as possible.
 * Source: M. D. McIlroy, A Killer Adversary for Quicksort, 1999.
 * @param least the item that is decided first, so that the list does not seem sorted
 */
function adversary(length: number, least: number): (item: number) => number {
  const values = new Map([[least, 0]]);
  const items = Array.from({ length }, (_, index) => index);
  let candidate = 0;
  patternDefeatingSort(
    {
      isLess: (a, b) => {
        const [left, right] = [items[a] ?? -1, items[b] ?? -1];
        if (!values.has(left) && !values.has(right)) {
          values.set(left === candidate ? left : right, values.size);
        }
        if (!values.has(left)) candidate = left;
        else if (!values.has(right)) candidate = right;
        return (values.get(left) ?? Infinity) < (values.get(right) ?? Infinity);
      },
      swap: (a, b) => {
        [items[a], items[b]] = [items[b] ?? -1, items[a] ?? -1];
      },
    },
    length,
  );
  return (item) => values.get(item) ?? length;
}
