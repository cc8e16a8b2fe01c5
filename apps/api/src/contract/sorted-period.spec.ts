import { describe, expect, it } from 'vitest';
import { selectsOnly, sortedPeriod } from './sorted-period.js';

const day = 86_400_000;
const now = 100 * day;
const byPrice = { field: 'PRICE', direction: 'ASC' } as const;

const list = (fields: object = {}) => ({
  order: byPrice,
  timeField: 'PROPOSED_AT' as const,
  fromName: 'proposedFrom',
  isInProgress: false,
  now,
  ...fields,
});

describe('the period of a list that is sorted', () => {
  it('is the last week unless it is given', () => {
    expect(sortedPeriod<'PRICE' | 'PROPOSED_AT'>({ from: null, to: null }, list())).toEqual({
      from: now - 7 * day,
      to: null,
    });
    expect(sortedPeriod<'PRICE' | 'PROPOSED_AT'>({ from: null, to: 50 * day }, list()).from).toBe(
      43 * day,
    );
  });

  it('is at most 31 days long, and the error says how to sort a longer one', () => {
    const period = { from: now - 31 * day, to: null };
    expect(sortedPeriod<'PRICE' | 'PROPOSED_AT'>(period, list())).toEqual(period);
    const longer = { from: now - 31 * day - 1, to: undefined };
    expect(() => sortedPeriod<'PRICE' | 'PROPOSED_AT'>(longer, list())).toThrow(
      'proposedFrom must be at most 31 days before the end of the period to sort by PRICE; sort by PROPOSED_AT for a longer one.',
    );
  });

  it('is any one by time, and of records in progress', () => {
    const ever = { from: null, to: null };
    const byTime = { field: 'PROPOSED_AT' as const, direction: 'DESC' as const };
    expect(sortedPeriod<'PRICE' | 'PROPOSED_AT'>(ever, list({ order: byTime }))).toEqual(ever);
    expect(sortedPeriod<'PRICE' | 'PROPOSED_AT'>(ever, list({ isInProgress: true }))).toEqual(ever);
  });
});

describe('a filter', () => {
  it('selects only states in progress if it names no others', () => {
    expect(selectsOnly(['Open'], ['Open'])).toBe(true);
    expect(selectsOnly(['Open'], ['Open', 'Closed'])).toBe(false);
    expect(selectsOnly(['Open'], null)).toBe(false);
  });
});
