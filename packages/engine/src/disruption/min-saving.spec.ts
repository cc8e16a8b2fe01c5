import { aNode, aNodePool, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command, PodMove } from '../model/command.js';
import type { MinSaving } from '../model/min-saving.js';
import { inspectNodes, toCommandCandidate } from './candidate.js';
import {
  isWorthMoving,
  minSavingBlock,
  netSaving,
  requiredSaving,
  requiredSavingOf,
  savesMore,
} from './min-saving.js';

const none: MinSaving = { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 0 };
const pool = (name: string, minSaving: Partial<MinSaving> = {}) =>
  aNodePool(name).withDisruption({ minSaving }).build();
const movesOf = (count: number): readonly PodMove[] =>
  Array.from({ length: count }, (_, index) => ({
    podUid: `p${index}`,
    pod: `default/p${index}`,
    from: 'n',
    to: 'm',
  }));
const saving = (savingMicroUsdPerHour: number | null, pods = 0) => ({
  moves: movesOf(pods),
  savingMicroUsdPerHour,
});

describe('requiredSaving', () => {
  it('is that of the cluster without NodePools, or if they have none', () => {
    const cluster = { microUsdPerHour: 5, percent: 6, perPodMoveMicroUsdPerHour: 7 };
    const expected = {
      ...cluster,
      sources: { microUsdPerHour: null, percent: null, perPodMoveMicroUsdPerHour: null },
    };
    expect(requiredSaving(cluster, [])).toEqual(expected);
    expect(requiredSaving(cluster, [pool('a'), pool('b')])).toEqual(expected);
  });

  it('is the value of the NodePool, also if it is lower than that of the cluster, or 0', () => {
    const cluster = { ...none, microUsdPerHour: 50, percent: 10 };
    expect(requiredSaving(cluster, [pool('a', { microUsdPerHour: 20, percent: 0 })])).toMatchObject(
      {
        microUsdPerHour: 20,
        percent: 0,
        sources: { microUsdPerHour: 'a', percent: 'a', perPodMoveMicroUsdPerHour: null },
      },
    );
  });

  it('is of each value the highest of the NodePools', () => {
    const required = requiredSaving(none, [
      pool('a', { microUsdPerHour: 20, perPodMoveMicroUsdPerHour: 1 }),
      pool('b', { microUsdPerHour: 10, percent: 5 }),
    ]);
    expect(required).toEqual({
      microUsdPerHour: 20,
      percent: 5,
      perPodMoveMicroUsdPerHour: 1,
      sources: { microUsdPerHour: 'a', percent: 'b', perPodMoveMicroUsdPerHour: 'a' },
    });
  });

  it('is that of the cluster for a NodePool without a value, if it is higher than the others', () => {
    const cluster = { ...none, microUsdPerHour: 30 };
    expect(requiredSaving(cluster, [pool('a', { microUsdPerHour: 20 }), pool('b')])).toMatchObject({
      microUsdPerHour: 30,
      sources: { microUsdPerHour: null },
    });
  });

  it('names the first NodePool of equal values', () => {
    const pools = [pool('a', { percent: 5 }), pool('b', { percent: 5 })];
    expect(requiredSaving(none, pools).sources.percent).toBe('a');
  });
});

describe('minSavingBlock', () => {
  const required = (changes: Partial<MinSaving>) => requiredSaving({ ...none, ...changes }, []);

  it('allows any saving without a minimum, also an unknown or negative one', () => {
    for (const amount of [null, 0, -5]) {
      expect(minSavingBlock(required({}), saving(amount), null)).toBeNull();
    }
  });

  it('needs a known saving and price with a minimum', () => {
    const some = required({ percent: 1 });
    expect(minSavingBlock(some, saving(null), 100)).toEqual({ code: 'PRICE_UNKNOWN' });
    expect(minSavingBlock(some, saving(50), null)).toEqual({ code: 'PRICE_UNKNOWN' });
  });

  it('allows exactly the minimum', () => {
    expect(minSavingBlock(required({ microUsdPerHour: 50 }), saving(50), 100)).toBeNull();
    expect(minSavingBlock(required({ microUsdPerHour: 50 }), saving(49, 3), 100)).toEqual({
      code: 'SAVING_TOO_SMALL',
      savingMicroUsdPerHour: 49,
      minSavingMicroUsdPerHour: 50,
      pods: 3,
    });
  });

  it('rounds a percentage of the price up', () => {
    // 10 % of 101 are 10.1.
    expect(minSavingBlock(required({ percent: 10 }), saving(10), 101)).toMatchObject({
      minSavingMicroUsdPerHour: 11,
    });
    expect(minSavingBlock(required({ percent: 10 }), saving(11), 101)).toBeNull();
  });

  it('counts each pod that moves', () => {
    const perMove = required({ perPodMoveMicroUsdPerHour: 7 });
    expect(minSavingBlock(perMove, saving(21, 3), 100)).toBeNull();
    expect(minSavingBlock(perMove, saving(20, 3), 100)).toMatchObject({
      minSavingMicroUsdPerHour: 21,
    });
    expect(minSavingBlock(perMove, saving(0, 0), 100)).toBeNull();
  });

  it('requires the highest of all values and names its NodePool', () => {
    const values = requiredSaving({ ...none, microUsdPerHour: 10 }, [
      pool('a', { percent: 20 }),
      pool('b', { perPodMoveMicroUsdPerHour: 6 }),
    ]);
    // 10 of the cluster, 20 of NodePool a, 6 per pod of NodePool b.
    const ofMoves = { minSavingMicroUsdPerHour: 24, nodePool: 'b' };
    expect(minSavingBlock(values, saving(9, 4), 100)).toMatchObject(ofMoves);
    const ofPercent = { minSavingMicroUsdPerHour: 20, nodePool: 'a' };
    expect(minSavingBlock(values, saving(9, 3), 100)).toMatchObject(ofPercent);
    expect(minSavingBlock(values, saving(9, 1), 30)).not.toHaveProperty('nodePool');
  });
});

const node = (name: string, price: number | null, pods: number) =>
  aNode(name)
    .launchedAs('t2', 'zone-a', 'on-demand', price)
    .running(...Array.from({ length: pods }, (_, index) => aPod(`${name}-${index}`).running()));

const snapshotWith = (minSaving: Partial<MinSaving>) =>
  aSnapshot()
    .withNodes(node('n', 100, 4))
    .withSettings({ minSaving: { ...none, ...minSaving } })
    .build();

describe('isWorthMoving', () => {
  const isWorth = (perPodMoveMicroUsdPerHour: number, price: number | null, pods: number) => {
    const [candidate] = inspectNodes(
      aSnapshot()
        .withNodes(node('n', price, pods))
        .build(),
    ).candidates;
    return (
      candidate !== undefined && isWorthMoving({ ...none, perPodMoveMicroUsdPerHour }, candidate)
    );
  };

  it('is true without a price of moves, also for nodes whose price is unknown', () => {
    expect(isWorth(0, null, 9)).toBe(true);
  });

  it('is true as long as the pods cost no more to move than the node', () => {
    expect(isWorth(25, 100, 4)).toBe(true);
    expect(isWorth(25, 99, 4)).toBe(false);
    expect(isWorth(25, 0, 0)).toBe(true);
  });

  it('has the price of moves of its NodePool, not that of the cluster', () => {
    const own = pool('default', { perPodMoveMicroUsdPerHour: 30 });
    const snapshot = aSnapshot()
      .withNodePools(own)
      .withNodes(node('n', 100, 4))
      .build();
    const [candidate] = inspectNodes(snapshot).candidates;
    expect(candidate && isWorthMoving(none, candidate)).toBe(false);
  });

  it('is false if the price is unknown', () => {
    expect(isWorth(1, null, 1)).toBe(false);
  });
});

describe('the savings of a command less the price of its moves', () => {
  const snapshot = snapshotWith({ perPodMoveMicroUsdPerHour: 10 });
  const { candidates } = inspectNodes(snapshot);
  const command = (
    savingMicroUsdPerHour: number | null,
    pods: number,
  ): Pick<Command, 'candidates' | 'moves' | 'savingMicroUsdPerHour'> => ({
    candidates: candidates.map(toCommandCandidate),
    ...saving(savingMicroUsdPerHour, pods),
  });

  it('are its savings if it moves no pods', () => {
    expect(netSaving(snapshot, command(50, 0))).toBe(50);
  });

  it('are less by each move, and may be negative', () => {
    expect(netSaving(snapshot, command(50, 3))).toBe(20);
    expect(netSaving(snapshot, command(50, 6))).toBe(-10);
  });

  it('are unknown if its savings are', () => {
    expect(netSaving(snapshot, command(null, 3))).toBeNull();
  });

  it('use the price of moves of the NodePools whose nodes are removed', () => {
    const pools = [
      pool('default', { perPodMoveMicroUsdPerHour: 2 }),
      pool('other', { perPodMoveMicroUsdPerHour: 99 }),
    ];
    const given = { ...snapshot, nodePools: pools };
    expect(requiredSavingOf(given, command(50, 3)).perPodMoveMicroUsdPerHour).toBe(2);
    expect(netSaving(given, command(50, 3))).toBe(44);
  });

  it('decide which of two commands saves more', () => {
    expect(savesMore(snapshot, command(50, 0), command(70, 3))).toBe(true);
    expect(savesMore(snapshot, command(50, 1), command(40, 0))).toBe(false);
  });

  it('are more than those of no command, if they are known', () => {
    expect(savesMore(snapshot, command(-5, 0), null)).toBe(true);
    expect(savesMore(snapshot, command(null, 0), null)).toBe(false);
  });

  it('are never more than others if one of them is unknown', () => {
    expect(savesMore(snapshot, command(null, 0), command(1, 0))).toBe(false);
    expect(savesMore(snapshot, command(50, 0), command(null, 0))).toBe(false);
  });
});
