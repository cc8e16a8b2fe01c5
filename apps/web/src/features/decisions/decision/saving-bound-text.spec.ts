import { describe, expect, it } from 'vitest';
import { achievedText, mostSavingText } from './saving-bound-text.js';

const most = (saving: string | null, mostSaving: string) =>
  mostSavingText({ savingBound: { saving, mostSaving, gapRatio: 0 } });

describe('the most possible saving', () => {
  it('is an upper limit', () => {
    expect(most('300000', '500000')).toBe('at most $0.5000/h within the budgets');
  });

  it('says that nothing more can be saved', () => {
    expect(most('300000', '300000')).toBe('$0.3000/h: no decision within the budgets saves more');
  });

  it('has no text without a bound or a price', () => {
    expect(mostSavingText({ savingBound: null })).toBeNull();
    expect(most(null, '1')).toBeNull();
  });
});

describe('the achieved saving', () => {
  it('is compared with what was promised', () => {
    expect(achievedText({ achievedSaving: '90000', costChange: '-100000' })).toBe(
      '$65.70/month of $73.00/month promised (90%)',
    );
  });

  it('stands alone if nothing was promised, and has no text until it is known', () => {
    expect(achievedText({ achievedSaving: '100000', costChange: null })).toBe('$73.00/month');
    expect(achievedText({ achievedSaving: null, costChange: '-1' })).toBeNull();
  });
});
