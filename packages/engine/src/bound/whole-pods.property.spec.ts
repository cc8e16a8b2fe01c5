import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areWorthAtMost, type WorthKind } from './whole-pods.js';

const amount = fc.bigInt({ min: 0n, max: 12n });
const kind: fc.Arbitrary<WorthKind> = fc.record({
  worth: fc.bigInt({ min: 1n, max: 40n }),
  takes: fc
    .tuple(amount, amount)
    .filter((takes) => takes.some((one) => one > 0n))
    .map((takes) => [...takes]),
  most: fc.integer({ min: 1, max: 5 }),
});

/** What the best filling is worth, by trying each. */
function bestWorth(kinds: readonly WorthKind[], room: readonly bigint[]): bigint {
  const [first, ...others] = kinds;
  if (first === undefined) return 0n;
  let best = 0n;
  for (let count = 0; count <= first.most; count++) {
    const left = room.map((free, index) => free - BigInt(count) * (first.takes[index] ?? 0n));
    if (left.some((free) => free < 0n)) break;
    const worth = BigInt(count) * first.worth + bestWorth(others, left);
    if (worth > best) best = worth;
  }
  return best;
}

describe('the worth of whole pods on one node', () => {
  it('is at most what the best filling is worth, and no less, whatever guides the search', () => {
    fc.assert(
      fc.property(
        fc.array(kind, { maxLength: 4 }),
        fc.tuple(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 0n, max: 40n })),
        fc.tuple(amount, amount),
        (kinds, room, guide) => {
          const best = bestWorth(kinds, room);
          expect(areWorthAtMost(best, kinds, room, guide)).toBe(true);
          expect(areWorthAtMost(best - 1n, kinds, room, guide)).toBe(false);
        },
      ),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('is not shown when there are too many fillings to look at', () => {
    const kinds = Array.from({ length: 8 }, (_, index) => ({
      worth: BigInt(1_000 + index),
      takes: [BigInt(1_001 + 2 * index)],
      most: 50,
    }));
    // At most 24 of them fit, which are worth 24,168 at most.
    expect(areWorthAtMost(24_200n, kinds, [25_003n], [0n])).toBe(false);
    expect(areWorthAtMost(24_200n, kinds.slice(0, 2), [25_003n], [0n])).toBe(true);
  });
});
