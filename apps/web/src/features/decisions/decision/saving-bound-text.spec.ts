import { describe, expect, it } from 'vitest';
import { achievedText, mostSavingText, proofText } from './saving-bound-text.js';

const most = (saving: string | null, mostSaving: string) =>
  mostSavingText({ savingBound: { saving, mostSaving, gapRatio: 0 } });

describe('the most possible saving', () => {
  it('is an upper limit', () => {
    expect(most('0.3', '0.5')).toBe('at most $0.5000/h within the budgets');
  });

  it('says that nothing more can be saved', () => {
    expect(most('0.3', '0.3')).toBe('$0.3000/h: no decision within the budgets saves more');
  });

  it('has no text without a bound or a price', () => {
    expect(mostSavingText({ savingBound: null })).toBeNull();
    expect(most(null, '1')).toBeNull();
  });
});

describe('the achieved saving', () => {
  it('is compared with what was promised', () => {
    expect(achievedText({ achievedSaving: '0.09', costChange: '-0.1' })).toBe(
      '$65.70/month of $73.00/month promised (90%)',
    );
  });

  it('stands alone if nothing was promised, and has no text until it is known', () => {
    expect(achievedText({ achievedSaving: '0.1', costChange: null })).toBe('$73.00/month');
    expect(achievedText({ achievedSaving: null, costChange: '-1' })).toBeNull();
  });
});

describe('the check of a proof', () => {
  const check = { isProved: true, problem: null, nodes: 14, offers: 120, podGroups: 1 };

  it('names the number of nodes and offers that the proof covers', () => {
    expect(proofText(check)).toBe(
      'checked from the stored proof: 14 running nodes, 120 launchable nodes, 1 group of pods',
    );
  });

  it('says why nothing is proved', () => {
    const problem = 'No proof is stored with this decision.';
    expect(proofText({ ...check, isProved: false, problem })).toBe(`not proved. ${problem}`);
    expect(proofText(null)).toBe('not found');
  });
});
