import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { simulateDisruption } from './simulate-disruption.js';

const pool = aNodePool().withBudget('100%').consolidatingAfter(30_000);
const typeAt = (name: string, cpus: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .offeredAt({ microUsdPerHour });
const types = [typeAt('small', 2, 100_000), typeAt('large', 8, 400_000)];
const web = (name: string) => aPod(name).requesting({ milliCpu: 500, memoryMib: 512 });

function node(name: string, cpus: number, price: number | null) {
  const capacity = { cpu: cpus * 1_000, memory: cpus * 4_096 * 1024 ** 2, pods: 20 };
  return aNode(name)
    .with({ capacity, allocatable: capacity })
    .launchedAs(cpus > 2 ? 'large' : 'small', 'zone-a', 'on-demand', price);
}

type Cluster = ReturnType<typeof aSnapshot>;
const clusterOf = (...nodes: readonly ReturnType<typeof node>[]): Cluster =>
  aSnapshot()
    .at(100_000)
    .withNodePools(pool)
    .withInstanceTypes(...types)
    .withNodes(...nodes);
const without = (snapshot: Cluster, ...names: readonly string[]) =>
  simulateDisruption(snapshot.build(), names);
const running = (name: string) => web(name).running({ ownerKind: 'ReplicaSet', ownerName: 'web' });
const codesOf = ({ nodes }: ReturnType<typeof without>) =>
  nodes.map(({ blockers }) => blockers.map(({ block }) => block.code));

describe('a simulated removal of nodes', () => {
  it('moves pods to existing nodes and saves the price of the node', () => {
    const result = without(
      clusterOf(node('n', 8, 400_000).running(running('a'), running('b')), node('m', 2, 100_000)),
      'n',
    );
    expect(result).toMatchObject({
      nodes: [{ nodeName: 'n', nodePool: 'default', priceMicroUsdPerHour: 400_000, blockers: [] }],
      moves: [
        { pod: 'default/a', from: 'n', to: 'm' },
        { pod: 'default/b', from: 'n', to: 'm' },
      ],
      unplaced: [],
      replacements: [],
      costChangeMicroUsdPerHour: -400_000,
      consolidation: { kind: 'Possible', savingMicroUsdPerHour: 400_000 },
    });
  });

  it('removes the nodes together: they do not take the pods of each other', () => {
    const result = without(
      clusterOf(
        node('a', 8, 400_000).running(running('x')),
        node('b', 8, 400_000).running(running('y')),
      ),
      'b',
      'a',
    );
    expect(result.nodes.map(({ nodeName }) => nodeName)).toEqual(['a', 'b']);
    expect(result.moves).toMatchObject([
      { pod: 'default/x', from: 'a', to: 'claim-0001' },
      { pod: 'default/y', from: 'b', to: 'claim-0001' },
    ]);
    expect(result.replacements).toMatchObject([
      { id: 'claim-0001', expected: { instanceType: 'small', priceMicroUsdPerHour: 100_000 } },
    ]);
    expect(result.costChangeMicroUsdPerHour).toBe(-700_000);
  });

  it('does not know the change in cost if a price is unknown', () => {
    const result = without(clusterOf(node('n', 8, null).running(running('a'))), 'n');
    expect(result.replacements).toHaveLength(1);
    expect(result.costChangeMicroUsdPerHour).toBeNull();
    expect(result.consolidation).toEqual({ kind: 'Blocked', block: { code: 'PRICE_UNKNOWN' } });
  });

  it('explains for each NodePool why a pod has no node', () => {
    const huge = aPod('huge')
      .requesting({ milliCpu: 12_000 })
      .running({ ownerKind: 'StatefulSet' });
    const result = without(
      clusterOf(node('n', 16, 400_000).running(huge), node('m', 2, 100_000)),
      'n',
    );
    expect(result.moves).toEqual([]);
    expect(result.unplaced).toMatchObject([
      {
        pod: 'default/huge',
        from: 'n',
        byNodePool: [{ nodePool: 'default', reason: { code: 'RESOURCE_TOO_LARGE' } }],
      },
    ]);
  });

  it('leaves pending pods on their nodes, and moves those that were planned on a removed one', () => {
    const cluster = clusterOf(node('n', 2, 100_000), node('m', 2, 100_000)).withPods(
      web('one').requesting({ milliCpu: 1_500, memoryMib: 512 }),
      web('two').requesting({ milliCpu: 1_500, memoryMib: 512 }),
    );
    const { moves, costChangeMicroUsdPerHour } = without(cluster, 'n');
    expect(moves).toMatchObject([{ from: 'n', to: 'claim-0001' }]);
    expect(costChangeMicroUsdPerHour).toBe(0);
  });

  it('does not count nodes that pending pods need anyway', () => {
    const cluster = clusterOf(node('n', 2, 100_000)).withPods(
      aPod('big').requesting({ milliCpu: 5_000, memoryMib: 1_024 }),
    );
    expect(without(cluster, 'n')).toMatchObject({
      moves: [],
      replacements: [],
      costChangeMicroUsdPerHour: -100_000,
    });
  });

  it('names pending pods that lose their new node to the limit of the NodePool', () => {
    const big = aPod('big').requesting({ milliCpu: 1_800, memoryMib: 512 }).running();
    const cluster = clusterOf(node('n', 2, 100_000).running(big))
      .withNodePools(pool.limitedTo({ milliCpu: 2_000 }))
      .withPods(web('waits').requesting({ milliCpu: 400, memoryMib: 512 }));
    const { moves, unplaced } = without(cluster, 'n');
    expect(moves).toMatchObject([{ pod: 'default/big', from: 'n', to: 'claim-0001' }]);
    expect(unplaced).toMatchObject([
      { pod: 'default/waits', from: null, byNodePool: [{ reason: { code: 'LIMIT_EXCEEDED' } }] },
    ]);
  });

  it('lists pods that no controller creates again', () => {
    const bare = web('bare').running({ ownerKind: 'None' });
    const { nodes } = without(clusterOf(node('n', 2, 100_000).running(bare, running('a'))), 'n');
    expect(nodes).toMatchObject([{ podsWithoutController: ['default/bare'] }]);
  });

  it('replaces nodes of a static NodePool, which take over their pods', () => {
    const cluster = clusterOf(
      node('n', 2, 100_000).running(running('a')),
      node('m', 8, 400_000),
    ).withNodePools(pool.withReplicas(2).with({ usage: { nodes: 2 } }));
    const result = without(cluster, 'n');
    expect(result.replacements).toMatchObject([{ id: 'claim-0001', podUids: [] }]);
    expect(result.moves).toMatchObject([{ pod: 'default/a', from: 'n', to: 'claim-0001' }]);
    expect(result.costChangeMicroUsdPerHour).toBe(0);
    expect(result.consolidation).toBeNull();
    expect(codesOf(result)).toEqual([['STATIC_POOL']]);
  });
});

describe('what blocks the voluntary disruption of a simulated node', () => {
  it('is listed with the time until which it does', () => {
    const recent = node('n', 2, 100_000)
      .running(running('a'))
      .withClaim({ lastPodEventAt: 90_000 });
    const { nodes } = without(clusterOf(recent, node('m', 2, 100_000)), 'n');
    expect(nodes[0]?.blockers).toEqual([
      {
        disruptionReasons: ['Underutilized'],
        block: { code: 'CONSOLIDATE_AFTER', until: 120_000 },
        until: 120_000,
      },
    ]);
  });

  it('does not change what would happen without it', () => {
    const cluster = clusterOf(
      node('n', 2, 100_000).running(running('a')).nominatedUntil(110_000),
      node('m', 2, 100_000),
    ).withPodDisruptionBudgets(
      aPodDisruptionBudget('pdb', { matchLabels: {}, matchExpressions: [] }),
    );
    const result = without(cluster, 'n');
    expect(codesOf(result)).toEqual([['NOMINATED', 'PDB_BLOCKS']]);
    expect(result.nodes[0]?.blockers[0]).toMatchObject({ disruptionReasons: [], until: 110_000 });
    expect(result.moves).toMatchObject([{ pod: 'default/a', to: 'm' }]);
  });

  it('includes a disruption budget that does not allow all of the nodes', () => {
    const cluster = clusterOf(
      node('a', 2, 100_000),
      node('b', 2, 100_000),
      node('c', 2, 100_000),
    ).withNodePools(pool.withBudget('1', { changesAt: 500_000 }));
    const result = without(cluster, 'a', 'b');
    expect(codesOf(result)).toEqual([[], ['BUDGET_EXHAUSTED']]);
    expect(result.nodes[1]?.blockers[0]).toMatchObject({
      disruptionReasons: ['Empty'],
      until: 500_000,
    });
  });

  it('is listed once if it blocks several disruption reasons', () => {
    const drifted = node('n', 2, 100_000)
      .running(web('a').running({ ownerKind: 'ReplicaSet', doNotDisrupt: 'true' }))
      .withClaim({ drifted: 'NodePoolDrifted', driftedAt: 0 });
    const { nodes } = without(clusterOf(drifted), 'n');
    expect(nodes[0]?.blockers).toMatchObject([
      { disruptionReasons: ['Underutilized', 'Drifted'], block: { code: 'POD_DO_NOT_DISRUPT' } },
    ]);
  });
});
