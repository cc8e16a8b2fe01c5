import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { CapacityType } from '../../model/offering.js';
import { inspectNodes } from '../candidate.js';
import { consolidate } from './consolidation.js';

const at = aSnapshot()
  .at(100_000)
  .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
  .withInstanceTypes(
    anInstanceType('cheap').offeredAt({ microUsdPerHour: 60_000 }),
    anInstanceType('t2').offeredAt({ microUsdPerHour: 100_000 }),
  );

/** A node of 1.9 free CPUs with pods of these milli-CPUs. */
function node(
  name: string,
  price: number | null,
  milliCpus: readonly number[],
  as: CapacityType = 'on-demand',
): NodeBuilder {
  return aNode(name)
    .launchedAs('t2', 'zone-a', as, price)
    .running(
      ...milliCpus.map((milliCpu, index) =>
        aPod(`${name}-${index}`).requesting({ milliCpu }).running(),
      ),
    );
}

function consolidated(
  snapshot: typeof at,
  names: readonly string[],
  options: Partial<Parameters<typeof consolidate>[2]> = {},
) {
  const built = snapshot.build();
  const candidates = inspectNodes(built).candidates.filter((one) => names.includes(one.node.name));
  expect(candidates).toHaveLength(names.length);
  const method = names.length > 1 ? 'MultiNodeConsolidation' : 'SingleNodeConsolidation';
  return consolidate(built, candidates, { method, ...options });
}

describe('consolidate', () => {
  it('deletes a node whose pods fit on others, and saves its price', () => {
    const snapshot = at.withNodes(node('a', 100_000, [500]), node('b', 100_000, [900]));
    expect(consolidated(snapshot, ['a'])).toMatchObject({
      method: 'SingleNodeConsolidation',
      reason: 'Underutilized',
      candidates: [{ nodeName: 'a' }],
      replacements: [],
      moves: [{ from: 'a', to: 'b' }],
      savingMicroUsdPerHour: 100_000,
    });
  });

  it('deletes a node whose price is unknown, with an unknown saving', () => {
    const snapshot = at.withNodes(node('a', null, [500]), node('b', 100_000, [900]));
    expect(consolidated(snapshot, ['a'])).toMatchObject({
      replacements: [],
      savingMicroUsdPerHour: null,
    });
  });

  it('replaces a node by a cheaper one, if its pods fit on no other', () => {
    const snapshot = at.withNodes(node('a', 100_000, [500]), node('b', 100_000, [1_900]));
    expect(consolidated(snapshot, ['a'])).toMatchObject({
      replacements: [{ instanceTypes: [{ name: 'cheap' }] }],
      savingMicroUsdPerHour: 40_000,
    });
  });

  it('does not replace a node whose price is unknown', () => {
    expect(consolidated(at.withNodes(node('a', null, [500])), ['a'])).toEqual({
      code: 'PRICE_UNKNOWN',
    });
  });

  it('finds no cheaper replacement for the cheapest node', () => {
    expect(consolidated(at.withNodes(node('a', 60_000, [500])), ['a'])).toMatchObject({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 60_000,
      bestMicroUsdPerHour: 60_000,
    });
  });

  it('names the first of the pods that fit nowhere', () => {
    const snapshot = at.withNodes(node('a', 100_000, [60_000, 500, 50_000]));
    expect(consolidated(snapshot, ['a'])).toEqual({
      code: 'PODS_UNSCHEDULABLE',
      pods: 2,
      pod: 'default/a-0',
    });
  });

  it('waits for a starting node that the pods would move to', () => {
    const snapshot = at.withNodes(node('a', 100_000, [500]), node('b', 100_000, []).starting());
    expect(consolidated(snapshot, ['a'])).toEqual({
      code: 'DESTINATION_NOT_READY',
      nodeName: 'b',
    });
  });

  it('does not wait for a starting node when a command is validated', () => {
    const snapshot = at.withNodes(node('a', 100_000, [500]), node('b', 100_000, []).starting());
    expect(consolidated(snapshot, ['a'], { known: 'Anew' })).toMatchObject({
      replacements: [{ instanceTypes: [{ name: 'cheap' }] }],
    });
  });

  it('requires at most one new node, unless several are searched for and allowed', () => {
    const snapshot = at
      .withInstanceTypes(anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 }))
      .withNodes(node('a', 100_000, [1_000]), node('b', 100_000, [1_000]));
    expect(consolidated(snapshot, ['a', 'b'])).toEqual({
      code: 'MULTIPLE_REPLACEMENTS',
      nodes: 2,
    });
    const several = { newNodes: 'Cheapest' } as const;
    expect(consolidated(snapshot, ['a', 'b'], several)).toMatchObject({ nodes: 2 });
    const allowed = snapshot.withSettings({ maxReplacements: 2 });
    expect(consolidated(allowed, ['a', 'b'])).toMatchObject({ nodes: 2 });
    expect(consolidated(allowed, ['a', 'b'], several)).toMatchObject({
      replacements: [{}, {}],
      savingMicroUsdPerHour: 160_000,
    });
  });

  it('does not launch several nodes if one of them is for pending pods', () => {
    const snapshot = at
      .withInstanceTypes(anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 }))
      .withSettings({ maxReplacements: 3 })
      .withPods(aPod('pending').requesting({ milliCpu: 1_900 }))
      .withNodes(node('a', 100_000, [1_000]), node('b', 100_000, [1_000]));
    expect(consolidated(snapshot, ['a', 'b'], { newNodes: 'Cheapest' })).toEqual({
      code: 'MULTIPLE_REPLACEMENTS',
      nodes: 3,
    });
  });

  it('does not replace several nodes by one of a type that one of them has', () => {
    const snapshot = at
      .withInstanceTypes(anInstanceType('t2').offeredAt({ microUsdPerHour: 100_000 }))
      .withNodes(node('a', 100_000, [500]), node('b', 100_000, [500]));
    // One node of 100,000 would replace 200,000, but keeping either node is as good.
    expect(consolidated(snapshot, ['a', 'b'])).toMatchObject({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 100_000,
    });
    // A single node is compared with its own price only.
    const one = at.withNodes(node('a', 100_000, [500]));
    expect(consolidated(one, ['a'])).toMatchObject({ savingMicroUsdPerHour: 40_000 });
  });

  it('counts nodes as spot only if all of them are', () => {
    const spot = at.withNodes(node('a', 100_000, [500], 'spot'), node('b', 100_000, [500], 'spot'));
    const pool = aNodePool().withBudget('100%').consolidatingAfter(0).allowingAllCapacityTypes();
    expect(consolidated(spot.withNodePools(pool), ['a', 'b'])).toEqual({
      code: 'SPOT_TO_SPOT_DISABLED',
    });
    const mixed = at.withNodes(node('a', 100_000, [500], 'spot'), node('b', 100_000, [500]));
    expect(consolidated(mixed.withNodePools(pool), ['a', 'b'])).toMatchObject({
      replacements: [{ expected: { capacityType: 'spot' } }],
    });
  });

  it('has to save the minimum of the cluster', () => {
    const snapshot = at.withNodes(node('a', 100_000, [500]));
    const least = (microUsdPerHour: number) =>
      snapshot.withSettings({
        minSaving: { microUsdPerHour, percent: 0, perPodMoveMicroUsdPerHour: 0 },
      });
    expect(consolidated(least(40_000), ['a'])).toMatchObject({ savingMicroUsdPerHour: 40_000 });
    expect(consolidated(least(40_001), ['a'])).toEqual({
      code: 'SAVING_TOO_SMALL',
      savingMicroUsdPerHour: 40_000,
      minSavingMicroUsdPerHour: 40_001,
      pods: 1,
    });
  });

  it('has to reach the score of a NodePool with the policy Balanced', () => {
    const balanced = aNodePool()
      .withBudget('100%')
      .consolidatingAfter(0)
      .withDisruption({ consolidationPolicy: 'Balanced' });
    // 40,000 of 100,000 are saved for all of the disruption: a score of 0.4.
    expect(
      consolidated(at.withNodePools(balanced).withNodes(node('a', 100_000, [500])), ['a']),
    ).toEqual({ code: 'SCORE_TOO_LOW', nodePool: 'default', score: 0.4, minScore: 0.5 });
  });

  it('sorts the moves of a command by node and pod', () => {
    const snapshot = at.withNodes(
      node('a', 100_000, [100, 100]),
      node('b', 100_000, [100]),
      node('c', 100_000, [100]),
    );
    const command = consolidated(snapshot, ['a', 'b']);
    expect('code' in command ? command : command.moves.map(({ pod }) => pod)).toEqual([
      'default/a-0',
      'default/a-1',
      'default/b-0',
    ]);
  });
});
