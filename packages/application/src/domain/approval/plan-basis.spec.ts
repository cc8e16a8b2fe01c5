import { describe, expect, it } from 'vitest';
import { type PlanBasis, planChange } from './plan-basis.js';

const seen: PlanBasis = {
  nodes: [{ nodeName: 'node-a', nodeClaimId: 'ncl_a', priceMicroUsdPerHour: 100_000 }],
  pods: [{ uid: 'u1', pod: 'shop/web-1' }],
  replacements: [],
  headroom: { 'shop/web': 2 },
  savingMicroUsdPerHour: 100_000,
};

describe('planChange', () => {
  it('is null for the plan that people saw, or a better one', () => {
    expect(planChange(seen, seen)).toBeNull();
    expect(
      planChange(seen, { ...seen, headroom: { 'shop/web': 3 }, savingMicroUsdPerHour: 200_000 }),
    ).toBeNull();
    expect(planChange(seen, { ...seen, savingMicroUsdPerHour: 96_000 })).toBeNull();
    const waiting: PlanBasis = { ...seen, pods: [{ uid: 'u1', pod: 'shop/web-1', waits: true }] };
    expect(planChange(waiting, waiting)).toBeNull();
    expect(planChange(waiting, seen)).toBeNull();
  });

  it.each<readonly [string, Partial<PlanBasis>, object]>([
    [
      'a pod that is new',
      { pods: [...seen.pods, { uid: 'u2', pod: 'shop/web-2' }] },
      { podsAdded: ['shop/web-2'] },
    ],
    ['a pod that is gone', { pods: [] }, { podsGone: ['shop/web-1'] }],
    [
      'a node with the same name that is another one',
      { nodes: [{ nodeName: 'node-a', nodeClaimId: 'ncl_b', priceMicroUsdPerHour: null }] },
      { nodesAdded: ['node-a'], nodesGone: ['node-a'] },
    ],
    [
      'a pod that has lost its place',
      { pods: [{ uid: 'u1', pod: 'shop/web-1', waits: true }] },
      { podsAdded: [], podsWaiting: ['shop/web-1'] },
    ],
    ['less headroom', { headroom: { 'shop/web': 1 } }, { budgetsLower: ['shop/web'] }],
    ['a lower saving', { savingMicroUsdPerHour: 94_000 }, { savingAfterMicroUsdPerHour: 94_000 }],
    ['an unknown saving', { savingMicroUsdPerHour: null }, { savingAfterMicroUsdPerHour: null }],
  ])('names %s', (_, change, expected) => {
    expect(planChange(seen, { ...seen, ...change })).toMatchObject(expected);
  });
});
