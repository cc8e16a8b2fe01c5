import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerDate, serverNow } from './server-clock.js';

describe('serverNow', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T14:00:00Z') });
  });
  afterEach(() => {
    noteServerDate('Sat, 21 Nov 2026 14:00:00 GMT');
    vi.useRealTimers();
  });

  it('follows the clock of the API when the local clock is wrong', () => {
    noteServerDate('Sat, 21 Nov 2026 14:03:00 GMT');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });

  it('ignores less than two seconds, because the header is rounded', () => {
    noteServerDate('Sat, 21 Nov 2026 14:00:01 GMT');
    expect(serverNow()).toBe(Date.now());
  });

  it('keeps the difference when there is no valid date', () => {
    noteServerDate('Sat, 21 Nov 2026 14:03:00 GMT');
    noteServerDate(null);
    noteServerDate('soon');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });
});
