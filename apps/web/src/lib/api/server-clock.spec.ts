import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNow, updateServerClock } from './server-clock.js';

describe('serverNow', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T14:00:00Z') });
  });
  afterEach(() => {
    updateServerClock('Sat, 21 Nov 2026 14:00:00 GMT');
    vi.useRealTimers();
  });

  it('returns the time of the API when the local clock is wrong', () => {
    updateServerClock('Sat, 21 Nov 2026 14:03:00 GMT');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });

  it('ignores less than two seconds, because the header is rounded', () => {
    updateServerClock('Sat, 21 Nov 2026 14:00:01 GMT');
    expect(serverNow()).toBe(Date.now());
  });

  it('keeps the difference when there is no valid date', () => {
    updateServerClock('Sat, 21 Nov 2026 14:03:00 GMT');
    updateServerClock(null);
    updateServerClock('soon');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });
});
