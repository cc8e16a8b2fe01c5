import { describe, expect, it } from 'vitest';
import { gapText, savingsRatioText } from './savings-text.js';

describe('the savings ratio', () => {
  it('is dollars per hour and unit of disruption cost', () => {
    expect(savingsRatioText('0.012345')).toBe('$0.0123/h per unit of disruption cost');
  });

  it('has no text if a decision does not aim at savings', () => {
    expect(savingsRatioText(null)).toBeNull();
  });
});

describe('the gap to the most possible saving', () => {
  it.each([
    [0, '0.0%'],
    [0.0003, '<0.1%'],
    [0.0005, '0.1%'],
    [0.125, '12.5%'],
    [null, null],
  ])('of %s is %s', (gapRatio, text) => {
    expect(gapText(gapRatio)).toBe(text);
  });
});
