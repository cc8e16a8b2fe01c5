import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.js';

const capMs = 300_000;

describe('the delay before another attempt', () => {
  it('doubles from a second up to the cap', () => {
    const longest = Array.from({ length: 12 }, (_, attempt) =>
      retryDelayMs(attempt + 1, capMs, () => 1),
    );
    expect(longest).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
      300_000,
    ]);
    expect(retryDelayMs(1_000_000, capMs, () => 1)).toBe(capMs);
  });

  it('is between half of it and all of it', () => {
    expect([0, 0.5, 1].map((chance) => retryDelayMs(4, capMs, () => chance))).toEqual([
      4_000, 6_000, 8_000,
    ]);
    const drawn = new Set(Array.from({ length: 50 }, () => retryDelayMs(4, capMs)));
    expect(drawn.size).toBeGreaterThan(25);
    expect([...drawn].every((ms) => ms >= 4_000 && ms <= 8_000)).toBe(true);
  });

  it('stays below a cap that is shorter than a second', () => {
    expect(retryDelayMs(7, 200, () => 1)).toBe(200);
  });
});
