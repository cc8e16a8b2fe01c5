import { type KnownAnswer, knownAnswers } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

/** Prices of the fixtures are rounded to millionths of a dollar. */
const rounding = 1e-4;

describe('the FirstFit baseline and the real Karpenter', () => {
  it.each<KnownAnswer>([...knownAnswers()])('have equal nodes and prices: $name', (answer) => {
    const result = planWithFirstFit(answer.snapshot);
    const [least, most] = answer.karpenter.priceMicroUsdPerHour;
    const price = result.totalPriceMicroUsdPerHour ?? Number.NaN;
    expect(result.unschedulable).toEqual([]);
    expect(result.newNodeClaims).toHaveLength(answer.karpenter.nodes);
    expect(price).toBeGreaterThanOrEqual(least * (1 - rounding));
    expect(price).toBeLessThanOrEqual(most * (1 + rounding));
    expect(price).toBeGreaterThanOrEqual(answer.lowerBoundMicroUsdPerHour * (1 - rounding));
  });
});
