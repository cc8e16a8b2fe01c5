import { describe, expect, it } from 'vitest';
import { deliveryRetryMs } from './notification-delivery.js';

describe('deliveryRetryMs', () => {
  it('doubles from ten seconds to two hours, and halves at most by chance', () => {
    const longest = [1, 2, 3, 11, 50].map((attempts) => deliveryRetryMs(attempts, null, 1));
    expect(longest).toEqual([10_000, 20_000, 40_000, 7_200_000, 7_200_000]);
    expect(deliveryRetryMs(1, null, 0)).toBe(5_000);
  });

  it('respects a longer Retry-After up to a day', () => {
    expect(deliveryRetryMs(1, 60_000, 0)).toBe(60_000);
    expect(deliveryRetryMs(1, 1_000, 0)).toBe(5_000);
    expect(deliveryRetryMs(1, 99 * 86_400_000, 0)).toBe(86_400_000);
  });
});
