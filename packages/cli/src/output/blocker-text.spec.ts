import { describe, expect, it } from 'vitest';
import { blockerText } from './blocker-text.js';

describe('a blocker of a node', () => {
  it('is a sentence with its data and its code', () => {
    expect(blockerText({ code: 'PDB_BLOCKS', data: { pdb: 'shop/web', pod: 'shop/web-1' } })).toBe(
      'PodDisruptionBudget shop/web allows no eviction of pod shop/web-1 (PDB_BLOCKS)',
    );
    const prices = { priceMicroUsdPerHour: 96_000, bestMicroUsdPerHour: 90_000 };
    expect(blockerText({ code: 'NO_CHEAPER_REPLACEMENT', data: prices })).toContain(
      'the node costs $0.0960 per hour, a replacement at least $0.0900',
    );
    const until = Date.parse('2026-11-24T10:00:00Z');
    expect(blockerText({ code: 'CONSOLIDATE_AFTER', data: { until } })).toContain(
      'consolidatable from 2026-11-24T10:00:00.000Z',
    );
  });

  it('is its code with its data if it is not about a node', () => {
    expect(blockerText({ code: 'LAUNCH_REFUSED', data: { detail: 'no' } })).toBe(
      'LAUNCH_REFUSED detail=no',
    );
  });
});
