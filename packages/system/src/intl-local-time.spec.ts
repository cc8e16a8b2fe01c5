import { describe, expect, it } from 'vitest';
import { intlLocalTime } from './intl-local-time.js';

describe('intlLocalTime', () => {
  it.each([
    ['2026-01-05T23:30:00Z', 'Europe/Berlin', { weekday: 'Tue', hour: 0 }],
    ['2026-07-05T22:30:00Z', 'Europe/Berlin', { weekday: 'Mon', hour: 0 }],
    ['2026-01-05T23:30:00Z', 'America/New_York', { weekday: 'Mon', hour: 18 }],
    ['2026-01-05T23:30:00Z', 'UTC', { weekday: 'Mon', hour: 23 }],
    ['2026-01-05T23:30:00Z', 'Mars/Base', null],
  ])('%s in %s', (at, zone, local) => {
    expect(intlLocalTime.at(Date.parse(at), zone)).toEqual(local);
  });
});
