import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bufferPods } from '../buffers/buffer-pods.js';
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

  it('does not count the nodes in the limits of their NodePool, as consolidation does', () => {
    const cluster = clusterOf(node('n', 2, 100_000).running(running('a')));
    const atLimit = (usage: { milliCpu: number; nodes: number }) =>
      without(cluster.withNodePools(pool.limitedTo({ milliCpu: 2_000, nodes: 1 }, usage)), 'n');
    const alone = atLimit({ milliCpu: 2_000, nodes: 1 });
    expect(alone).toMatchObject({ unplaced: [], replacements: [{ nodePool: 'default' }] });
    // The usage of other nodes is still counted.
    const beyond = atLimit({ milliCpu: 4_000, nodes: 2 });
    expect(beyond).toMatchObject({ unplaced: [{}], replacements: [] });
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

  it('lists a new node that evicted pods share with pending ones', () => {
    const cluster = clusterOf(
      node('n', 2, 100_000).running(web('a').requesting({ milliCpu: 1_500 }).running()),
    ).withPods(web('pending').requesting({ milliCpu: 5_000 }));
    const result = without(cluster, 'n');
    expect(result.replacements).toMatchObject([{ podUids: ['pending', 'a'] }]);
    expect(result.moves).toMatchObject([{ pod: 'default/a', to: 'claim-0001' }]);
    expect(result.costChangeMicroUsdPerHour).toBe(-100_000);
  });

  it('names pending pods that lose their new node to the limit of the NodePool', () => {
    const big = aPod('big').requesting({ milliCpu: 1_800, memoryMib: 512 }).running();
    // Its own NodePool may not launch another one.
    const full = aNodePool('full').limitedTo({ milliCpu: 0 }, { milliCpu: 2_000 });
    const cluster = clusterOf(node('n', 2, 100_000).inPool('full').running(big))
      .withNodePools(pool.limitedTo({ milliCpu: 2_000 }), full)
      .withPods(web('waits').requesting({ milliCpu: 400, memoryMib: 512 }));
    const { moves, unplaced } = without(cluster, 'n');
    expect(moves).toMatchObject([{ pod: 'default/big', from: 'n', to: 'claim-0001' }]);
    expect(unplaced).toMatchObject([
      {
        pod: 'default/waits',
        from: null,
        byNodePool: [
          { nodePool: 'full', reason: { code: 'LIMIT_EXCEEDED' } },
          { nodePool: 'default', reason: { code: 'LIMIT_EXCEEDED' } },
        ],
      },
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

describe('a simulated removal of nodes of a static NodePool', () => {
  const fixed = (replicas: number, nodes: number) =>
    aNodePool('fixed').withBudget('100%').withReplicas(replicas).with({ usage: { nodes } });
  const fixedNode = (name: string, ...pods: readonly ReturnType<typeof running>[]) =>
    node(name, 2, 100_000)
      .inPool('fixed')
      .running(...pods);
  const both = (replicas: number, nodes: readonly ReturnType<typeof node>[]) =>
    clusterOf(...nodes).withNodePools(pool, fixed(replicas, 2));

  it('replaces each node by its own new one, after the new nodes that other pods need', () => {
    const cluster = both(2, [
      node('a', 2, 100_000).running(running('a')),
      fixedNode('y', running('y-2'), running('y-1')),
      fixedNode('z', running('z'), web('logs').running({ ownerKind: 'DaemonSet' })),
    ]);
    const result = without(cluster, 'z', 'y', 'a');
    expect(result.replacements.map(({ id, nodePool }) => [id, nodePool])).toEqual([
      ['claim-0001', 'default'],
      ['claim-0002', 'fixed'],
      ['claim-0003', 'fixed'],
    ]);
    expect(result.moves.map(({ pod, from, to }) => [pod, from, to])).toEqual([
      ['default/a', 'a', 'claim-0001'],
      ['default/y-1', 'y', 'claim-0002'],
      ['default/y-2', 'y', 'claim-0002'],
      ['default/z', 'z', 'claim-0003'],
    ]);
    expect(result.costChangeMicroUsdPerHour).toBe(0);
  });

  it('replaces only as many as the NodePool lacks then: pods of the others go elsewhere', () => {
    const nodes = [fixedNode('y', running('y')), fixedNode('z', running('z'))];
    const cluster = both(1, [...nodes, node('m', 2, 100_000)]);
    expect(without(cluster, 'z')).toMatchObject({
      moves: [{ pod: 'default/z', to: 'm' }],
      replacements: [],
      costChangeMicroUsdPerHour: -100_000,
    });
    expect(without(cluster, 'y', 'z')).toMatchObject({
      moves: [
        { pod: 'default/y', to: 'claim-0001' },
        { pod: 'default/z', to: 'm' },
      ],
      replacements: [{ nodePool: 'fixed' }],
      costChangeMicroUsdPerHour: -100_000,
    });
  });

  it('replaces none if more nodes run than the NodePool has, whatever is removed', () => {
    const cluster = clusterOf(fixedNode('z', running('z')), node('m', 2, 100_000)).withNodePools(
      pool,
      fixed(1, 5),
    );
    expect(without(cluster, 'z')).toMatchObject({ replacements: [], moves: [{ to: 'm' }] });
  });

  it('names the pods that wait for a node that cannot be launched, and why', () => {
    const cluster = both(2, [
      fixedNode('y', running('y-2'), running('y-1')),
      fixedNode('z', running('z')),
      node('m', 8, 400_000),
    ]).withInstanceTypesOf('fixed');
    const result = without(cluster, 'y');
    expect(result).toMatchObject({ moves: [], replacements: [] });
    expect(result.unplaced).toMatchObject([
      { podUid: 'y-1', pod: 'default/y-1', from: 'y', byNodePool: [], reasons: [{}] },
      { podUid: 'y-2', pod: 'default/y-2', from: 'y', byNodePool: [], reasons: [{}] },
    ]);
    expect(result.costChangeMicroUsdPerHour).toBe(-100_000);
  });

  it('moves pending pods that were planned on such a node with the others', () => {
    const cluster = clusterOf(fixedNode('z', running('z')))
      .withNodePools(pool, fixed(1, 1))
      .withPods(web('pending'));
    expect(without(cluster, 'z')).toMatchObject({
      moves: [
        { pod: 'default/pending', from: 'z', to: 'claim-0001' },
        { pod: 'default/z', from: 'z', to: 'claim-0002' },
      ],
      replacements: [{ nodePool: 'default' }, { nodePool: 'fixed' }],
    });
  });

  it('says nothing about consolidation', () => {
    const cluster = both(1, [fixedNode('z', running('z')), node('m', 2, 100_000)]);
    expect(without(cluster, 'z').consolidation).toBeNull();
  });
});

describe('pods that are not evicted', () => {
  const filling = (name: string) => web(name).requesting({ milliCpu: 1_500, memoryMib: 512 });

  it('stay where they are: daemons, and pods that have ended or are about to', () => {
    const result = without(
      clusterOf(
        node('n', 2, 100_000).running(
          web('daemon').running({ ownerKind: 'DaemonSet' }),
          web('done').running({ isTerminal: true }),
          web('ending').running({ isTerminating: true }),
        ),
      ),
      'n',
    );
    expect(result).toMatchObject({ moves: [], unplaced: [], replacements: [] });
    expect(result.nodes).toMatchObject([{ daemonPods: 1, podsWithoutController: [] }]);
  });

  it('keep the capacity that they have a place on, if they are pending', () => {
    const cluster = clusterOf(
      node('m', 2, 100_000),
      node('n', 2, 100_000).running(filling('evicted').running()),
    ).withPods(filling('pending'));
    expect(without(cluster, 'n').moves).toMatchObject([
      { pod: 'default/evicted', from: 'n', to: 'claim-0001' },
    ]);
  });

  it('are not listed if they fit nowhere anyway', () => {
    const cluster = clusterOf(node('n', 2, 100_000).running(running('a'))).withPods(
      aPod('huge').requesting({ milliCpu: 50_000 }),
    );
    expect(without(cluster, 'n').unplaced).toEqual([]);
  });

  it('give way if they are virtual pods of a buffer, which neither move nor wait', () => {
    const unit = { namespace: 'shop', name: 'spare', replicas: 1, share: null, limits: {} };
    const podSpec = filling('unit').spec();
    const cluster = clusterOf(
      node('m', 2, 100_000),
      node('n', 2, 100_000).running(filling('evicted').running()),
    ).withPods(...bufferPods([{ ...unit, podSpec }], 0));
    // The buffer then gets a new node of its own.
    const result = without(cluster, 'n');
    expect(result.moves).toMatchObject([{ pod: 'default/evicted', from: 'n', to: 'm' }]);
    expect(result.replacements).toMatchObject([{ podUids: ['capacity-buffer/shop/spare/0'] }]);
    const limited = cluster.withNodePools(pool.limitedTo({ milliCpu: 1_000 }));
    expect(without(limited, 'n')).toMatchObject({ moves: [{ to: 'm' }], unplaced: [] });
    const onRemoved = clusterOf(node('n', 2, 100_000)).withPods(
      ...bufferPods([{ ...unit, podSpec }], 0),
    );
    expect(without(onRemoved, 'n').moves).toEqual([]);
  });
});

describe('the result of a simulated removal', () => {
  const big = (name: string) => aPod(name).requesting({ milliCpu: 1_500, memoryMib: 512 });

  it('moves no pods to nodes that leave the cluster anyway', () => {
    const leaving = node('leaving', 8, 400_000).with({
      proposedRemoval: { usesBudgetsOf: ['Underutilized'] },
    });
    const result = without(clusterOf(node('n', 2, 100_000).running(running('a')), leaving), 'n');
    expect(result.moves).toMatchObject([{ to: 'claim-0001' }]);
  });

  it('sorts moves by the name of the pod, and equal names by uid', () => {
    const twins = ['2', '1'].map((uid) => ({ ...running('twin'), uid }));
    const cluster = clusterOf(
      node('n', 2, 100_000).running(running('z'), ...twins, running('a')),
      node('m', 8, 400_000),
    );
    expect(without(cluster, 'n').moves.map(({ pod, podUid }) => [pod, podUid])).toEqual([
      ['default/a', 'a'],
      ['default/twin', '1'],
      ['default/twin', '2'],
      ['default/z', 'z'],
    ]);
  });

  it('sorts pods without a controller by name', () => {
    const bare = (name: string) => web(name).running({ ownerKind: 'None' });
    const daemon = web('logs').running({ ownerKind: 'DaemonSet' });
    const { nodes } = without(
      clusterOf(node('n', 2, 100_000).running(bare('b'), bare('a'), daemon)),
      'n',
    );
    expect(nodes[0]?.podsWithoutController).toEqual(['default/a', 'default/b']);
  });

  it('has an unknown change in cost if the price of a new node is estimated', () => {
    const offering = anOffering('zone-a', 'on-demand', 100_000, { isPriceEstimated: true });
    const small = typeAt('small', 2, 100_000).offered(offering);
    const cluster = clusterOf(node('n', 2, 100_000).running(running('a')));
    const result = without(cluster.withInstanceTypes(small), 'n');
    expect(result.replacements).toHaveLength(1);
    expect(result.costChangeMicroUsdPerHour).toBeNull();
  });

  it('is about consolidation only if all nodes are candidates with pods to move', () => {
    const spare = node('spare', 8, 400_000).with({ doNotDisrupt: 'true' });
    const a = node('a', 2, 100_000).running(running('a'));
    const b = node('b', 2, 100_000).running(running('b'));
    const of = (nodes: readonly ReturnType<typeof node>[], ...names: readonly string[]) =>
      without(clusterOf(...nodes, spare), ...names).consolidation;
    expect(of([a, b], 'a', 'b')).toEqual({ kind: 'Possible', savingMicroUsdPerHour: 200_000 });
    expect(of([a, b], 'a')).toEqual({ kind: 'Possible', savingMicroUsdPerHour: 100_000 });
    expect(of([a, node('empty', 2, 100_000)], 'a', 'empty')).toBeNull();
    expect(of([a, b.with({ doNotDisrupt: 'true' })], 'a', 'b')).toBeNull();
  });

  it('is frozen, at the time of the snapshot, and equal for every order of the nodes', () => {
    const nodes = [
      node('a', 2, 100_000).running(big('x').running()),
      node('b', 2, 100_000).running(big('y').running()),
    ] as const;
    const result = without(clusterOf(...nodes), 'a', 'b');
    expect(Object.isFrozen(result) && Object.isFrozen(result.moves)).toBe(true);
    expect(result.evaluatedAt).toBe(100_000);
    expect(JSON.stringify(without(clusterOf(...nodes.toReversed()), 'b', 'a', 'b'))).toBe(
      JSON.stringify(result),
    );
  });

  it('needs nodes of the snapshot', () => {
    expect(() => without(clusterOf(node('a', 2, 100_000)), 'a', 'gone')).toThrow(
      'a node to remove is not in the snapshot',
    );
  });

  it('leaves out nodes that Kerf does not manage, whose pods move all the same', () => {
    const foreign = node('n', 2, 100_000).unmanaged().running(running('a'));
    const result = without(clusterOf(foreign, node('m', 2, 100_000)), 'n');
    expect(result).toMatchObject({
      nodes: [],
      moves: [{ from: 'n', to: 'm' }],
      consolidation: null,
    });
  });
});

describe('a blocker of the voluntary disruption of a simulated node', () => {
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

  it('does not change the result of the removal', () => {
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
