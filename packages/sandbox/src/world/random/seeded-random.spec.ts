import { describe, expect, it } from 'vitest';
import { hexDigits, letterDigits, seededRandom, seededRandomBetween } from './seeded-random.js';

describe('noise', () => {
  it('is the same for the same seed and words, and differs with any of them', () => {
    expect(seededRandom(1, 'a', 2)).toBe(seededRandom(1, 'a', 2));
    expect(
      new Set([
        seededRandom(1, 'a', 2),
        seededRandom(2, 'a', 2),
        seededRandom(1, 'b', 2),
        seededRandom(1, 'a', 3),
      ]).size,
    ).toBe(4);
  });

  it('is uniform, also for words that differ in the last letter only', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) =>
      seededRandom(7, 'capacity', `us-east-1a/m5.large${index}`),
    );
    const buckets = Map.groupBy(numbers, (number) => Math.floor(number * 10));
    expect(buckets.size).toBe(10);
    for (const { length } of buckets.values()) {
      expect(Math.abs(length - 1000)).toBeLessThan(150);
    }
  });

  it('stays within its bounds', () => {
    for (let index = 0; index < 1_000; index += 1) {
      const value = seededRandomBetween([5, 6], 7, index);
      expect(value >= 5 && value < 6).toBe(true);
    }
  });
});

describe('ids', () => {
  it('have the length and the letters that AWS uses', () => {
    expect(hexDigits(17, 'a')).toMatch(/^[0-9a-f]{17}$/);
    expect(letterDigits(17, 'a')).toMatch(/^[A-Z2-7]{17}$/);
  });
});
