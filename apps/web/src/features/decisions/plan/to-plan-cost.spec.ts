import { describe, expect, it } from 'vitest';
import type { DecisionDetails } from '../decisions.queries.js';
import { toPlanCost } from './to-plan-cost.js';

type Given = NonNullable<DecisionDetails['planCost']>;

const planCost = (more: Partial<Given> = {}): Given => ({
  cost: '0.7193',
  lowerBound: '0.537354',
  firstFitCost: '0.734',
  firstFitNodeCount: 4,
  nodeCharge: '0.025',
  method: 'GREEDY',
  diversity: '0',
  gapParts: { offeringPremium: '0.066419', unusedCapacity: '0.115527', placementPremium: '0' },
  ...more,
});

describe('the cost of a plan', () => {
  it.each([
    ['0.7193', '0.537354', 'At most 33.9% above the cheapest possible plan.'],
    ['1.002', '1', 'At most 0.20% above the cheapest possible plan.'],
    ['1.002001', '1', 'At most 0.21% above the cheapest possible plan.'],
    ['1', '0', 'The distance to the cheapest possible plan is unknown.'],
    ['500', '500', 'Proven optimal: no plan costs less.'],
    ['0', '0', 'No nodes to launch.'],
  ])('compares a cost of %s with a bound of %s: %s', (cost, lowerBound, headline) => {
    expect(toPlanCost(planCost({ cost, lowerBound }), 6).headline).toBe(headline);
  });

  it.each<[string, Partial<Given>, number]>([
    ['Karpenter’s plan would cost $0.0647/h more (11.4%) with 4 nodes instead of 6.', {}, 6],
    [
      'Karpenter’s plan would cost $0.0353/h less (5.3%) with 4 nodes instead of 2; including the per-node penalty $0.0147/h more (2.0%).',
      {},
      2,
    ],
    ['Karpenter’s plan would cost $0.0147/h more (2.4%) with the same number of nodes.', {}, 4],
    ['Karpenter’s plan costs the same; no cheaper plan was found.', { firstFitCost: '0.7193' }, 4],
    ['', { cost: '0' }, 0],
  ])('compares with Karpenter’s plan: %s', (words, more, nodes) => {
    expect(toPlanCost(planCost(more), nodes).comparison).toBe(words);
  });

  it('separates the per-node penalty from the price', () => {
    expect(toPlanCost(planCost(), 6).rows).toMatchObject([
      { launched: null, microUsd: 537_354 },
      { launched: { nodes: 6, priceMicroUsd: 569_300 }, microUsd: 719_300 },
      { launched: { nodes: 4, priceMicroUsd: 634_000 }, microUsd: 734_000, ratio: 1 },
    ]);
    expect(toPlanCost(planCost({ cost: '0' }), 0).rows).toEqual([]);
  });

  it('has parts that add up to the gap', () => {
    expect(toPlanCost(planCost(), 6).gapRows).toMatchObject([
      { name: 'Unused capacity', microUsd: 115_527, share: '21.5%' },
      {
        name: 'Node prices above the dual value of their capacity',
        microUsd: 66_419,
        share: '12.4%',
      },
      { name: 'Pods on less suitable nodes', microUsd: 0, share: '0.0%', ratio: 0 },
      { name: 'Gap', microUsd: 181_946, share: '33.9%', ratio: 1 },
    ]);
  });

  it('has parts that add up when exhaustive search raised the bound', () => {
    const { gapRows } = toPlanCost(planCost({ lowerBound: '0.6' }), 6);
    expect(gapRows.at(-2)).toMatchObject({ microUsd: 119_300 - 181_946 });
    expect(gapRows.at(-1)).toMatchObject({ name: 'Gap', microUsd: 119_300, share: '19.9%' });
  });

  it('has no parts without a gap or a bound', () => {
    expect(toPlanCost(planCost({ lowerBound: '0.7193' }), 6).gapRows).toEqual([]);
    expect(toPlanCost(planCost({ lowerBound: '0' }), 6).gapRows).toEqual([]);
  });
});
