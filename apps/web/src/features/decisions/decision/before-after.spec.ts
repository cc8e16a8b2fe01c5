import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../../dev/world/world.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { toBeforeAfter } from './before-after.js';

/** Returns a decision of the development fleet as the API returns it. */
function decisionOf(id: string): DecisionDetails {
  const found = createWorld({ now: 0 }).decisions.find((decision) => decision.id === id);
  return JSON.parse(JSON.stringify(found));
}

describe('toBeforeAfter', () => {
  it('shows removed nodes before, and none after', () => {
    const { before, after } = toBeforeAfter(decisionOf('dec_empty_waiting'));
    expect(before.segments.map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
    expect(before.segments.reduce((sum, { ratio }) => sum + ratio, 0)).toBeCloseTo(1);
    expect(after).toEqual({ text: 'no nodes', segments: [] });
  });

  it('shows launched nodes after', () => {
    const { before, after } = toBeforeAfter(decisionOf('dec_provision_done'));
    expect(before.text).toBe('no nodes');
    expect(after.text).toBe('1 node, $0.1122/h');
  });

  it('uses AWS prices, also when the decision used a NodeOverlay price', () => {
    const decision = decisionOf('dec_provision_done');
    const plannedClaims = decision.plannedClaims.map((claim) => ({
      ...claim,
      expected: { ...claim.expected, priceOverlay: { name: 'deal', listedPrice: '200000' } },
    }));
    expect(toBeforeAfter({ ...decision, plannedClaims }).after.text).toBe('1 node, $0.2000/h');
  });

  it('shows an estimated price as unknown', () => {
    const decision = decisionOf('dec_provision_done');
    const plannedClaims = decision.plannedClaims.map((claim) => ({
      ...claim,
      expected: { ...claim.expected, isPriceEstimated: true },
    }));
    expect(toBeforeAfter({ ...decision, plannedClaims }).after.text).toBe('1 node, price unknown');
  });

  it('shows an unknown total when a price is unknown', () => {
    const decision = decisionOf('dec_empty_waiting');
    const [first, ...others] = decision.candidates;
    const unpriced = first === undefined ? [] : [{ ...first, price: null }];
    const { before } = toBeforeAfter({ ...decision, candidates: [...unpriced, ...others] });
    expect(before.text).toBe('2 nodes, price unknown');
    expect(before.segments[0]?.label).toContain('price unknown');
    expect(before.segments[0]?.ratio).toBeGreaterThan(0);
  });
});
