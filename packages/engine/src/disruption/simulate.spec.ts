import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bufferPods } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { inspectNodes } from './candidate.js';
import { type Simulation, simulateWithout } from './simulate.js';

const at = aSnapshot()
  .at(100_000)
  .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0));

/** A node of 1.9 free CPUs with pods of these milli-CPUs. */
const node = (name: string, ...milliCpus: readonly number[]): NodeBuilder =>
  aNode(name).running(
    ...milliCpus.map((milliCpu, index) =>
      aPod(`${name}-${index}`).requesting({ milliCpu }).running(),
    ),
  );

function without(
  snapshot: ClusterSnapshot,
  names: readonly string[],
  options: Parameters<typeof simulateWithout>[2] = {},
): Simulation {
  const candidates = inspectNodes(snapshot).candidates.filter((one) =>
    names.includes(one.node.name),
  );
  expect(candidates).toHaveLength(names.length);
  return simulateWithout(snapshot, candidates, options);
}

const movesOf = ({ moves }: Simulation): readonly string[] =>
  moves.map(({ pod, from, to }) => `${pod}: ${from} > ${to}`);

describe('simulateWithout', () => {
  it('moves nothing from an empty node', () => {
    const snapshot = at.withNodes(node('a')).build();
    expect(without(snapshot, ['a'])).toEqual({
      unplacedPods: [],
      startingNode: null,
      moves: [],
      newNodeClaims: [],
    });
  });

  it('moves pods to the free capacity of other nodes', () => {
    const snapshot = at.withNodes(node('a', 500, 600), node('b', 700)).build();
    const simulation = without(snapshot, ['a']);
    expect(movesOf(simulation)).toEqual(['default/a-0: a > b', 'default/a-1: a > b']);
    expect(simulation.newNodeClaims).toEqual([]);
  });

  it('does not count the removed nodes in the limits of their NodePool', () => {
    const atLimit = (limits: { milliCpu: number } | { nodes: number }) =>
      aSnapshot()
        .at(100_000)
        .withNodePools(
          aNodePool()
            .withBudget('100%')
            .consolidatingAfter(0)
            .limitedTo(limits, { milliCpu: 4_000, nodes: 2 }),
        )
        .withNodes(node('a', 500), node('b', 1_800))
        .build();
    for (const limits of [{ milliCpu: 4_000 }, { nodes: 2 }]) {
      const { newNodeClaims, unplacedPods } = without(atLimit(limits), ['a']);
      expect([newNodeClaims.length, unplacedPods.length]).toEqual([1, 0]);
    }
    // The usage of other nodes beyond the limit is still counted.
    const { unplacedPods } = without(atLimit({ milliCpu: 2_000 }), ['a']);
    expect(unplacedPods).toHaveLength(1);
  });

  it('moves pods to new nodes, if no other node has free capacity', () => {
    const snapshot = at.withNodes(node('a', 500), node('b', 1_800)).build();
    const simulation = without(snapshot, ['a']);
    expect(simulation.newNodeClaims).toHaveLength(1);
    expect(movesOf(simulation)).toEqual([
      `default/a-0: a > ${simulation.newNodeClaims[0]?.id ?? ''}`,
    ]);
  });

  it('does not move pods to nodes that are removed too', () => {
    const snapshot = at.withNodes(node('a', 500), node('b', 500), node('c', 1_000)).build();
    expect(movesOf(without(snapshot, ['a']))).toHaveLength(1);
    const both = without(snapshot, ['a', 'b']);
    expect(both.moves.map(({ to }) => to)).not.toContain('a');
    expect(both.moves.map(({ to }) => to)).not.toContain('b');
    expect(both.moves).toHaveLength(2);
  });

  it('lists pods that fit nowhere', () => {
    const snapshot = at
      .withNodes(node('a', 500).running(aPod('huge').requesting({ milliCpu: 60_000 }).running()))
      .build();
    const { unplacedPods, moves } = without(snapshot, ['a']);
    expect(unplacedPods.map(({ name }) => name)).toEqual(['huge']);
    expect(moves).toHaveLength(1);
  });

  it('leaves daemons behind', () => {
    const daemon = aPod('agent').requesting({ milliCpu: 900 }).running({ ownerKind: 'DaemonSet' });
    const snapshot = at.withNodes(node('a').running(daemon), node('b', 1_500)).build();
    expect(without(snapshot, ['a'])).toMatchObject({ moves: [], newNodeClaims: [] });
  });

  it('names the starting node that pods would move to, and does not list these moves', () => {
    const snapshot = at.withNodes(node('a', 500), node('b').starting()).build();
    const simulation = without(snapshot, ['a']);
    expect(simulation.startingNode).toBe('b');
    expect(simulation.moves).toEqual([]);
  });

  it('avoids starting nodes on request', () => {
    const snapshot = at.withNodes(node('a', 500), node('b').starting()).build();
    const simulation = without(snapshot, ['a'], { destinations: 'Initialized' });
    expect(simulation.startingNode).toBeNull();
    expect(simulation.newNodeClaims).toHaveLength(1);
  });

  it('names the first by name of several starting nodes', () => {
    const full = at
      .withNodes(node('a', 1_500, 1_500), node('c').starting(), node('b').starting())
      .build();
    expect(without(full, ['a']).startingNode).toBe('b');
  });

  it('does not move pods to nodes that are not consolidatable yet, or that will be removed', () => {
    const waiting = node('b').withClaim({ lastPodEventAt: 99_999 });
    const pool = aNodePool().withBudget('100%').consolidatingAfter(60_000);
    const snapshot = at
      .withNodePools(pool)
      .withNodes(node('a', 500).withClaim({ lastPodEventAt: 0 }), waiting)
      .build();
    expect(without(snapshot, ['a']).newNodeClaims).toHaveLength(1);
    const leaving = node('b').with({
      proposedRemoval: { usesBudgetsOf: ['Empty'] },
    });
    const proposed = at.withNodes(node('a', 500), leaving).build();
    expect(without(proposed, ['a']).newNodeClaims).toHaveLength(1);
  });

  it('leaves capacity to pending pods', () => {
    const pending = aPod('pending').requesting({ milliCpu: 1_500 });
    const snapshot = at.withNodes(node('a', 500), node('b')).withPods(pending).build();
    // The pending pod fits only on `b`, where it leaves 400 of 1,900 milli-CPUs.
    const { newNodeClaims, moves } = without(snapshot, ['a']);
    expect(newNodeClaims.map(({ podUids }) => podUids)).toEqual([['a-0']]);
    expect(moves.map(({ to }) => to)).toEqual(newNodeClaims.map(({ id }) => id));
  });

  it('gives a pending pod on a removed node another one', () => {
    const pending = aPod('pending').requesting({ milliCpu: 1_300 });
    const snapshot = at.withNodes(node('a', 500), node('b', 1_800)).withPods(pending).build();
    const simulation = without(snapshot, ['a']);
    const uids = simulation.newNodeClaims.flatMap(({ podUids }) => podUids);
    expect([...uids].sort()).toEqual(['a-0', 'pending']);
    expect(movesOf(simulation)).toHaveLength(1);
  });

  it('keeps capacity for buffers', () => {
    const unit = { namespace: 'shop', name: 'headroom', replicas: 1, share: null, limits: {} };
    const podSpec = aPod('unit').requesting({ milliCpu: 1_500 }).spec();
    const snapshot = at
      .withNodes(node('a', 500), node('b', 100))
      .withPods(...bufferPods([{ ...unit, podSpec }], 0))
      .build();
    const simulation = without(snapshot, ['a']);
    expect(simulation.unplacedPods).toEqual([]);
    expect(simulation.newNodeClaims).toHaveLength(1);
  });

  it('returns the same for the same nodes, whatever was simulated before', () => {
    const snapshot = at.withNodes(node('a', 500, 300), node('b', 700), node('c', 100, 100)).build();
    const first = without(snapshot, ['a']);
    without(snapshot, ['b', 'c']);
    without(snapshot, ['b'], { destinations: 'Initialized' });
    expect(without(snapshot, ['a'])).toEqual(first);
  });

  it('distributes pods over the cheapest new nodes on request', () => {
    const ten = anInstanceType('ten')
      .with({ milliCpu: 10_000, memoryMib: 65_536, pods: 100 })
      .reserving({})
      .offeredAt({ microUsdPerHour: 100_000 });
    const cpus = [5_000, 4_000, 4_000, 3_000, 2_000, 2_000];
    const snapshot = at
      .withInstanceTypes(ten)
      .withNodes(node('a', ...cpus))
      .build();
    expect(without(snapshot, ['a']).newNodeClaims).toHaveLength(3);
    const cheapest = without(snapshot, ['a'], { newNodes: 'Cheapest' });
    expect(cheapest.newNodeClaims).toHaveLength(2);
    // A known command keeps its nodes.
    const { newNodeClaims: replacements, moves } = cheapest;
    const again = without(snapshot, ['a'], { newNodes: { replacements, moves } });
    expect(again.newNodeClaims.map(({ podUids }) => [...podUids].sort())).toEqual(
      replacements.map(({ podUids }) => [...podUids].sort()),
    );
  });
});
