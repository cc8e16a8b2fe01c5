import { describe, expect, it } from 'vitest';
import { countdownWords, reasonEndsAt } from './reason-sentence.js';

describe('reasonEndsAt', () => {
  it('returns when a reason ends by itself', () => {
    const until = Date.parse('2026-11-21T14:02:00Z');
    expect(reasonEndsAt({ data: { until } })).toBe(until);
    expect(reasonEndsAt({ data: { pod: 'a/b', until: null } })).toBeNull();
    expect(reasonEndsAt({ data: {} })).toBeNull();
  });
});

describe('countdownWords', () => {
  it('say what happens at the end, if the code tells', () => {
    expect(countdownWords({ code: 'REJECTED' })).toBe('can be proposed again in');
    expect(countdownWords({ code: 'NOMINATED' })).toBe('for another');
  });
});
