import { describe, expect, it } from 'vitest';
import { minSavingText } from './node-pool-text.js';

const none = {
  minSaving: null,
  minSavingPercent: null,
  podMovePrice: null,
};

describe('minSavingText', () => {
  it('has each value that the NodePool sets', () => {
    const all = {
      minSaving: '0.05',
      minSavingPercent: 7.5,
      podMovePrice: '0.001',
    };
    expect(minSavingText(all)).toBe(
      '$0.0500/h; 7.5% of the price of removed nodes; $0.0010/h for each moved pod',
    );
    expect(minSavingText({ ...none, minSavingPercent: 0 })).toBe(
      '0% of the price of removed nodes',
    );
  });

  it('is absent where the settings of the cluster apply', () => {
    expect(minSavingText(none)).toBeNull();
  });
});
