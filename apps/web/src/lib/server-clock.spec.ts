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

  it('follows the API’s clock when this computer’s is off', () => {
    noteServerDate('Sat, 21 Nov 2026 14:03:00 GMT');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });

  it('takes less than two seconds for the header’s rounding', () => {
    noteServerDate('Sat, 21 Nov 2026 14:00:01 GMT');
    expect(serverNow()).toBe(Date.now());
  });

  it('keeps what it knew when there is no date to read', () => {
    noteServerDate('Sat, 21 Nov 2026 14:03:00 GMT');
    noteServerDate(null);
    noteServerDate('soon');
    expect(serverNow()).toBe(Date.parse('2026-11-21T14:03:00Z'));
  });
});
