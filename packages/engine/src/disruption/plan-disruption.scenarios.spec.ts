import {
  aNode,
  aNodePool,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  type NodeBuilder,
  podsWith,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DisruptionBlock } from '../model/reason.js';
import { planDisruption } from './plan-disruption.js';

const daemon = aPod('logs').running({ ownerKind: 'DaemonSet' });
const anyNumber = aNodePool().withBudget('100%');
const priced = (name: string, price: number | null) =>
  aNode(name).launchedAs('t2', 'zone-a', 'on-demand', price);
const clusterOf = (...nodes: readonly NodeBuilder[]): SnapshotBuilder =>
  aSnapshot()
    .at(100_000)
    .withNodePools(anyNumber)
    .withNodes(...nodes);

const blockedNodes: Record<
  string,
  { readonly given: SnapshotBuilder; readonly expect: readonly DisruptionBlock[] }
> = {
  'a decision holds it': {
    given: clusterOf(aNode('n').terminating().withClaim({ decisionId: 'dec_1' })),
    expect: [{ code: 'IN_DECISION', decisionId: 'dec_1' }],
  },
  'it is terminating': {
    given: clusterOf(aNode('n').terminating()),
    expect: [{ code: 'TERMINATING' }],
  },
  'it is not initialized': {
    given: clusterOf(aNode('n').starting()),
    expect: [{ code: 'NOT_INITIALIZED' }],
  },
  'a pod is nominated to it': {
    given: clusterOf(aNode('n').nominatedUntil(100_001)),
    expect: [{ code: 'NOMINATED', until: 100_001 }],
  },
  'it has the annotation do-not-disrupt': {
    given: clusterOf(aNode('n').with({ doNotDisrupt: 'true' })),
    expect: [{ code: 'NODE_DO_NOT_DISRUPT' }],
  },
  'it has no NodePool: its NodeClaim is standalone': {
    given: clusterOf(aNode('n').withClaim({ nodePool: null, drifted: 'NodePoolDrifted' })),
    expect: [{ code: 'WITHOUT_NODE_POOL' }],
  },
  'its NodePool does not exist': {
    given: clusterOf(aNode('n').inPool('gone')),
    expect: [{ code: 'NODE_POOL_UNKNOWN', nodePool: 'gone' }],
  },
  'its NodePool has no instance types': {
    given: clusterOf(aNode('n')).withInstanceTypes(),
    expect: [{ code: 'NO_INSTANCE_TYPES', nodePool: 'default' }],
  },
  'one daemon has do-not-disrupt, and a PodDisruptionBudget blocks another': {
    given: clusterOf(
      aNode('n').running(
        aPod('logs').running({ ownerKind: 'DaemonSet', doNotDisrupt: 'true' }),
        daemon,
      ),
    ).withPodDisruptionBudgets(aPodDisruptionBudget('b', podsWith({ app: 'web' }))),
    expect: [
      { code: 'POD_DO_NOT_DISRUPT', pod: 'default/logs', until: null },
      { code: 'PDB_BLOCKS', pdb: 'default/b', pod: 'default/logs' },
    ],
  },
  'a pod runs on it': {
    given: clusterOf(aNode('n').running(aPod().running())).withNodePools(
      anyNumber.withDisruption({ consolidationPolicy: 'WhenEmpty' }),
    ),
    expect: [{ code: 'NOT_EMPTY', pods: 1 }],
  },
  'its NodePool does not consolidate': {
    given: clusterOf(aNode('n')).withNodePools(anyNumber.consolidatingAfter(null)),
    expect: [{ code: 'CONSOLIDATION_DISABLED', nodePool: 'default' }],
  },
  'its NodePool is static': {
    given: clusterOf(aNode('n')).withNodePools(anyNumber.withReplicas(1)),
    expect: [{ code: 'STATIC_POOL', nodePool: 'default', replicas: 1 }],
  },
  'it is not consolidatable yet': {
    given: clusterOf(aNode('n').withClaim({ lastPodEventAt: 90_000 })).withNodePools(
      anyNumber.consolidatingAfter(30_000),
    ),
    expect: [{ code: 'CONSOLIDATE_AFTER', until: 120_000 }],
  },
  'it was initialized recently': {
    given: clusterOf(aNode('n').withClaim({ initializedAt: 99_000 })).withNodePools(
      anyNumber.consolidatingAfter(30_000),
    ),
    expect: [{ code: 'CONSOLIDATE_AFTER', until: 129_000 }],
  },
  'the disruption budget is used up': {
    given: clusterOf(aNode('n')).withNodePools(anyNumber.andBudget('0', { reasons: ['Empty'] })),
    expect: [
      { code: 'BUDGET_EXHAUSTED', nodePool: 'default', reason: 'Empty', allowed: 0, budget: 1 },
    ],
  },
};

describe('a node is blocked because', () => {
  it.each(Object.entries(blockedNodes))('%s', (_sentence, { given, expect: reasons }) => {
    expect(planDisruption(given.build())).toMatchObject({
      commands: [],
      blocked: [{ nodeName: 'n', reasons }],
    });
  });
});

describe('emptiness', () => {
  it('deletes all empty nodes that the budgets allow, in one command, the most expensive first', () => {
    const snapshot = clusterOf(
      priced('a', 100_000).running(daemon),
      priced('b', 300_000).running(aPod('done').running({ isTerminal: true })),
      priced('c', 200_000).running(aPod('ending').running({ isTerminating: true })),
      priced('d', 50_000),
      priced('e', 900_000).running(aPod().running()),
      aNode('foreign').unmanaged(),
    ).withNodePools(aNodePool().withBudget('3'));
    const { commands, blocked } = planDisruption(snapshot.build());
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({
      method: 'Emptiness',
      reason: 'Empty',
      replacements: [],
      moves: [],
      savingMicroUsdPerHour: 600_000,
    });
    expect(commands[0]?.candidates.map(({ nodeName }) => nodeName)).toEqual(['b', 'c', 'a']);
    expect(commands[0]?.candidates[2]).toEqual({
      nodeName: 'a',
      nodeClaimId: 'claim-of-a',
      nodePool: 'default',
      instanceType: 't2',
      zone: 'zone-a',
      capacityType: 'on-demand',
      priceMicroUsdPerHour: 100_000,
      daemonPods: 1,
      disruptionCost: 1,
    });
    expect(blocked.map(({ nodeName, reasons }) => [nodeName, reasons[0]?.code])).toEqual([
      ['d', 'BUDGET_EXHAUSTED'],
      ['e', 'NOT_EVALUATED_YET'],
    ]);
  });

  it('reports blockers of nodes that no method simulated, if they are known without a simulation', () => {
    const held = priced('held', 2).running(aPod('db').running({ doNotDisrupt: 'true' }));
    const young = priced('young', 3)
      .running(aPod().running())
      .withClaim({ lastPodEventAt: 99_000 });
    const awaiting = priced('z', 4).running(aPod().running()).withClaim({ lastPodEventAt: 1 });
    const { commands, blocked } = planDisruption(
      clusterOf(priced('empty', 1), held, young, awaiting)
        .withNodePools(anyNumber.consolidatingAfter(30_000))
        .build(),
    );
    expect(commands.map(({ method }) => method)).toEqual(['Emptiness']);
    expect(blocked).toEqual([
      {
        nodeName: 'held',
        reasons: [{ code: 'POD_DO_NOT_DISRUPT', pod: 'default/db', until: null }],
      },
      { nodeName: 'young', reasons: [{ code: 'CONSOLIDATE_AFTER', until: 129_000 }] },
      { nodeName: 'z', reasons: [{ code: 'NOT_EVALUATED_YET' }] },
    ]);
  });

  it('has unknown savings if a price is unknown', () => {
    const { commands } = planDisruption(clusterOf(priced('a', 1), priced('b', null)).build());
    expect(commands[0]?.candidates.map(({ nodeName }) => nodeName)).toEqual(['a', 'b']);
    expect(commands[0]?.savingMicroUsdPerHour).toBeNull();
  });

  it('waits until consolidateAfter has passed completely', () => {
    const snapshot = clusterOf(aNode('n').withClaim({ lastPodEventAt: 70_000 })).withNodePools(
      anyNumber.consolidatingAfter(30_000),
    );
    expect(planDisruption(snapshot.build()).commands).toHaveLength(1);
    expect(planDisruption(snapshot.at(99_999).build()).commands).toHaveLength(0);
  });

  it('counts the budgets of each NodePool separately', () => {
    const snapshot = clusterOf(
      ...['a', 'b', 'c'].map((name) => aNode(name)),
      ...['x', 'y'].map((name) => aNode(name).inPool('other')),
    ).withNodePools(aNodePool().withBudget('1'), aNodePool('other').withBudget('1'));
    const [command] = planDisruption(snapshot.build()).commands;
    expect(command?.candidates.map(({ nodeName }) => nodeName)).toEqual(['a', 'x']);
  });

  it('returns equal bytes for every order of the same input', () => {
    const nodes = ['c', 'a', 'b'].map((name) => aNode(name));
    const pools = [aNodePool('other'), anyNumber];
    const first = clusterOf(...nodes).withNodePools(...pools);
    const second = clusterOf(...nodes.toReversed()).withNodePools(...pools.toReversed());
    expect(JSON.stringify(planDisruption(second.build()))).toBe(
      JSON.stringify(planDisruption(first.build())),
    );
  });
});
