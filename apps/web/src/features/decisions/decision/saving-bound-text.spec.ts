import { describe, expect, it } from 'vitest';
import { savingBoundText } from './saving-bound-text.js';

const bound = (saving: string | null, mostSaving: string, gapRatio: number) =>
  savingBoundText({ savingBound: { saving, mostSaving, gapRatio } });

describe('the text of a saving bound', () => {
  it('has the saving, the most that is possible, and the gap', () => {
    expect(bound('300000', '500000', 0.125)).toBe(
      '$0.3000/h; no decision within the budgets saves more than $0.5000/h (gap 12.5%)',
    );
  });

  it('says that nothing more can be saved', () => {
    expect(bound('300000', '300000', 0)).toBe('$0.3000/h, the most possible within the budgets');
  });

  it('says nothing without a bound or a price', () => {
    expect(savingBoundText({ savingBound: null })).toBeUndefined();
    expect(bound(null, '1', 0)).toBeUndefined();
  });
});
