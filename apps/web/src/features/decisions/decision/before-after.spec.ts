import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { DecisionDetailsDocument } from '../../../gql/graphql.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { toBeforeAfter } from './before-after.js';

const prices = { price: '0.1122', isPriceEstimated: false, priceOverlay: null };

/** Returns a recorded decision; nodes that it launches have a known price. */
function decisionOf(id: string): DecisionDetails {
  const { decision } = recordedAnswer(DecisionDetailsDocument, { id });
  if (decision === null) throw new TypeError('The recording has the decision.');
  return {
    ...decision,
    plannedClaims: decision.plannedClaims.map((claim) => ({
      ...claim,
      expected: { ...claim.expected, ...prices },
    })),
  };
}

describe('toBeforeAfter', () => {
  it('shows removed nodes before, and none after', () => {
    const decision = decisionOf(recorded.emptyDecision);
    const candidates = decision.candidates.flatMap((node) => [node, { ...node, nodeName: 'ip-2' }]);
    const { before, after } = toBeforeAfter({ ...decision, candidates });
    expect(before.segments.map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
    expect(before.segments.reduce((sum, { ratio }) => sum + ratio, 0)).toBeCloseTo(1);
    expect(after).toEqual({ text: 'no nodes', segments: [] });
  });

  it('shows launched nodes after', () => {
    const { before, after } = toBeforeAfter(decisionOf(recorded.provisionDecision));
    expect(before.text).toBe('no nodes');
    expect(after.text).toBe('1 node, $0.1122/h');
  });

  it('uses AWS prices, also when the decision used a NodeOverlay price', () => {
    const decision = decisionOf(recorded.provisionDecision);
    const plannedClaims = decision.plannedClaims.map((claim) => ({
      ...claim,
      expected: { ...claim.expected, priceOverlay: { name: 'deal', listedPrice: '0.2' } },
    }));
    expect(toBeforeAfter({ ...decision, plannedClaims }).after.text).toBe('1 node, $0.2000/h');
  });

  it('shows an estimated price as unknown', () => {
    const decision = decisionOf(recorded.provisionDecision);
    const plannedClaims = decision.plannedClaims.map((claim) => ({
      ...claim,
      expected: { ...claim.expected, isPriceEstimated: true },
    }));
    expect(toBeforeAfter({ ...decision, plannedClaims }).after.text).toBe('1 node, price unknown');
  });

  it('shows an unknown total when a price is unknown', () => {
    const decision = decisionOf(recorded.emptyDecision);
    const candidates = decision.candidates.flatMap((node) => [{ ...node, price: null }, node]);
    const { before } = toBeforeAfter({ ...decision, candidates });
    expect(before.text).toBe('2 nodes, price unknown');
    expect(before.segments[0]?.label).toContain('price unknown');
    expect(before.segments[0]?.ratio).toBeGreaterThan(0);
  });
});
