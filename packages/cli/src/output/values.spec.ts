import { describe, expect, it } from 'vitest';
import { reasonText } from './values.js';

describe('a reason', () => {
  it('has times and amounts of money that people can read', () => {
    const until = Date.parse('2026-11-24T10:00:00Z');
    expect(reasonText({ code: 'CONSOLIDATE_AFTER', data: { until } })).toBe(
      'CONSOLIDATE_AFTER until=2026-11-24T10:00:00.000Z',
    );
    const prices = { priceMicroUsdPerHour: 96_000, bestMicroUsdPerHour: 1_200_000 };
    expect(reasonText({ code: 'NO_CHEAPER_REPLACEMENT', data: prices })).toBe(
      'NO_CHEAPER_REPLACEMENT pricePerHour=$0.0960 bestPerHour=$1.20',
    );
    const rejected = { decisionId: 'dec_1', until };
    expect(reasonText({ code: 'REJECTED', data: rejected })).toContain('decisionId=dec_1');
    expect(reasonText({ code: 'LAUNCH_REFUSED', data: { detail: 'no' } })).toBe(
      'LAUNCH_REFUSED detail=no',
    );
    expect(reasonText({ code: 'POD_DO_NOT_DISRUPT', data: { pod: 'a/b', until: null } })).toBe(
      'POD_DO_NOT_DISRUPT pod=a/b',
    );
  });
});
