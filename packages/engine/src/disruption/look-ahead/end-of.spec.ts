import { aNode, aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import { evaluate } from '../evaluate.js';
import { noEvaluations } from '../evaluation-order.js';
import { consolidated } from './consolidated.js';
import { endOf, isCheaperEnd } from './end-of.js';

const node = (name: string, price: number | null, pods = 0) =>
  aNode(name)
    .launchedAs('t2', 'zone-a', 'on-demand', price)
    .running(
      ...Array.from({ length: pods }, (_, index) =>
        aPod(`${name}-${index}`).requesting({ milliCpu: 400 }).running(),
      ),
    );

/** Nodes of which one evaluation may remove one. */
const slow = aSnapshot()
  .at(100_000)
  .withNodePools(aNodePool().withBudget('1').consolidatingAfter(0))
  .withInstanceTypes(anInstanceType('t2'));

function planOf(snapshot: ClusterSnapshot) {
  const effort = { simulations: 0 };
  return evaluate(snapshot, { cursor: noEvaluations, effort, widens: true, regroups: true }).plan;
}

const end = (snapshot: ClusterSnapshot) => endOf(snapshot, planOf(snapshot), { widens: true });

describe('endOf', () => {
  it('is the cluster itself if there is nothing to do', () => {
    const kept = node('a', 100_000).with({ doNotDisrupt: 'true' });
    expect(end(slow.withNodes(kept).build())).toEqual({
      costMicroUsdPerHour: 100_000,
      podsMoved: 0,
    });
  });

  it('continues after the first command, until no command is left', () => {
    const empty = slow.withNodes(node('a', 100_000), node('b', 100_000), node('c', 100_000));
    expect(end(empty.build())).toEqual({ costMicroUsdPerHour: 0, podsMoved: 0 });
  });

  it('counts the moves of pods, also those that move twice, and their price', () => {
    const busy = slow.withNodes(node('a', 100_000, 1), node('b', 100_000, 1)).withSettings({
      minSaving: { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 70 },
    });
    expect(end(busy.build())).toEqual({ costMicroUsdPerHour: 100_070, podsMoved: 1 });
  });

  it('counts only known prices', () => {
    const kept = node('a', null).with({ doNotDisrupt: 'true' });
    expect(end(slow.withNodes(kept).build()).costMicroUsdPerHour).toBe(0);
  });
});

describe('isCheaperEnd', () => {
  const anEnd = (costMicroUsdPerHour: number, podsMoved: number) => ({
    costMicroUsdPerHour,
    podsMoved,
  });

  it('prefers the lower cost, whatever moves', () => {
    expect(isCheaperEnd(anEnd(99, 9), anEnd(100, 1))).toBe(true);
    expect(isCheaperEnd(anEnd(100, 1), anEnd(99, 9))).toBe(false);
  });

  it('prefers fewer moved pods at the same cost', () => {
    expect(isCheaperEnd(anEnd(100, 1), anEnd(100, 2))).toBe(true);
    expect(isCheaperEnd(anEnd(100, 2), anEnd(100, 2))).toBe(false);
    expect(isCheaperEnd(anEnd(100, 3), anEnd(100, 2))).toBe(false);
  });
});

describe('consolidated', () => {
  const three = slow.withNodes(node('a', 100_000), node('b', 100_000), node('c', 100_000)).build();
  const horizon = { maxEvaluations: 10, maxSimulations: 1_000 };

  it('is the cluster itself if there is nothing to do', () => {
    const kept = slow.withNodes(node('a', 1).with({ doNotDisrupt: 'true' })).build();
    const { snapshot, removed, isSettled } = consolidated(kept, horizon);
    expect(snapshot).toBe(kept);
    expect({ removed: removed.size, isSettled }).toEqual({ removed: 0, isSettled: true });
  });

  it('removes one node after the other', () => {
    const { snapshot, removed, isSettled } = consolidated(three, horizon);
    expect(snapshot.nodes).toEqual([]);
    expect([...removed].sort()).toEqual(['a', 'b', 'c']);
    expect(isSettled).toBe(true);
  });

  it('stops at the horizon, without being settled', () => {
    const two = consolidated(three, { ...horizon, maxEvaluations: 2 });
    expect(two.snapshot.nodes).toHaveLength(1);
    expect(two.isSettled).toBe(false);
    const none = consolidated(three, { ...horizon, maxSimulations: 0 });
    expect(none.snapshot).toBe(three);
    expect(none.isSettled).toBe(false);
  });
});
