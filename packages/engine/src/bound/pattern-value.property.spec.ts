import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areValuedAtMost, type PricedPodGroup } from './pattern-value.js';

const amount = fc.bigInt({ min: 0n, max: 12n });
const podGroup: fc.Arbitrary<PricedPodGroup> = fc.record({
  dualValue: fc.bigInt({ min: 1n, max: 40n }),
  requests: fc
    .tuple(amount, amount)
    .filter((requests) => requests.some((one) => one > 0n))
    .map((requests) => [...requests]),
  maxPerNode: fc.integer({ min: 1, max: 5 }),
});

/** Returns the value of the best pattern, by evaluating all of them. */
function bestValue(podGroups: readonly PricedPodGroup[], capacity: readonly bigint[]): bigint {
  const [first, ...others] = podGroups;
  if (first === undefined) return 0n;
  let best = 0n;
  for (let count = 0; count <= first.maxPerNode; count++) {
    const left = capacity.map(
      (free, index) => free - BigInt(count) * (first.requests[index] ?? 0n),
    );
    if (left.some((free) => free < 0n)) break;
    const dualValue = BigInt(count) * first.dualValue + bestValue(others, left);
    if (dualValue > best) best = dualValue;
  }
  return best;
}

describe('the value of whole pods on one node', () => {
  it('is bounded exactly by the best pattern, with any dual prices of resources', () => {
    fc.assert(
      fc.property(
        fc.array(podGroup, { maxLength: 4 }),
        fc.tuple(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 0n, max: 40n })),
        fc.tuple(amount, amount),
        (podGroups, capacity, guide) => {
          const best = bestValue(podGroups, capacity);
          expect(areValuedAtMost(best, podGroups, capacity, guide)).toBe(true);
          expect(areValuedAtMost(best - 1n, podGroups, capacity, guide)).toBe(false);
        },
      ),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('is not bounded if there are too many patterns', () => {
    const podGroups = Array.from({ length: 8 }, (_, index) => ({
      dualValue: BigInt(1_000 + index),
      requests: [BigInt(1_001 + 2 * index)],
      maxPerNode: 50,
    }));
    // At most 24 of them fit; their value is at most 24,168.
    expect(areValuedAtMost(24_200n, podGroups, [25_003n], [0n])).toBe(false);
    expect(areValuedAtMost(24_200n, podGroups.slice(0, 2), [25_003n], [0n])).toBe(true);
  });
});
