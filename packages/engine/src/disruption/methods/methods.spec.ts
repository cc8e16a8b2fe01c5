import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import { type Candidate, inspectNodes } from '../candidate.js';
import { budgetStatuses, remainingBudgets } from '../disruption-budget.js';
import { noEvaluations } from '../evaluation-order.js';
import { consolidatableAt, consolidateAfterBlock } from './consolidatable.js';
import { highestSavingsRatioFirst } from './consolidation.js';
import { drift, emptyThenFirstDrifted } from './drift.js';
import { emptiness } from './emptiness.js';
import { blockersOf, type Method, type MethodContext } from './method.js';
import { multiNodeConsolidation } from './multi-node-consolidation.js';
import { regrouping } from './regrouping.js';
import { singleNodeConsolidation } from './single-node-consolidation.js';

const pool = aNodePool().withBudget('100%');
const at = aSnapshot().at(100_000).withNodePools(pool);
const cheap = anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 });

const aPricedNode = (name: string, price: number | null, pods = 0): NodeBuilder =>
  aNode(name)
    .launchedAs('t2', 'zone-a', 'on-demand', price)
    .running(
      ...Array.from({ length: pods }, (_, index) =>
        aPod(`${name}-${index}`).requesting({ milliCpu: 400 }).running(),
      ),
    );

function contextOf(
  snapshot: ClusterSnapshot,
  method: Method,
  changes: Partial<MethodContext> = {},
): MethodContext {
  return {
    snapshot,
    budget: remainingBudgets(budgetStatuses(snapshot), method.reason),
    cursor: noEvaluations,
    widens: true,
    regroups: true,
    effort: { simulations: 0 },
    known: null,
    ...changes,
  };
}

/** Proposes for all candidates in the scope of the method. */
function propose(method: Method, snapshot: ClusterSnapshot, changes: Partial<MethodContext> = {}) {
  const candidates = inspectNodes(snapshot).candidates.filter((one) => method.appliesTo(one));
  const { commands, blocked } = method.propose(candidates, contextOf(snapshot, method, changes));
  return {
    removed: commands.map(({ candidates: nodes }) => nodes.map(({ nodeName }) => nodeName)),
    blocked: [...blocked].map(([name, { code }]) => `${name} ${code}`),
    commands,
  };
}

const candidatesOf = (...nodes: readonly NodeBuilder[]): readonly Candidate[] =>
  inspectNodes(at.withNodes(...nodes).build()).candidates;

describe('consolidatableAt', () => {
  const times = { lastPodEventAt: 30, initializedAt: 20, createdAt: 10 };

  it('counts from the last pod event', () => {
    expect(consolidatableAt(times, 5)).toBe(35);
  });

  it('counts from the initialization without a pod event, and from the creation without both', () => {
    expect(consolidatableAt({ ...times, lastPodEventAt: null }, 5)).toBe(25);
    expect(consolidatableAt({ ...times, lastPodEventAt: null, initializedAt: null }, 5)).toBe(15);
  });

  it('takes a time of 0 as a time', () => {
    expect(consolidatableAt({ ...times, lastPodEventAt: 0 }, 5)).toBe(5);
  });
});

describe('consolidateAfterBlock', () => {
  const blockOf = (nodePool: typeof pool, now: number) => {
    const [candidate] = candidatesOf(aNode('n').withClaim({ lastPodEventAt: 50 }));
    return candidate && consolidateAfterBlock({ ...candidate, nodePool: nodePool.build() }, now);
  };

  it('blocks until the time has passed completely', () => {
    expect(blockOf(pool.consolidatingAfter(10), 59)).toEqual({
      code: 'CONSOLIDATE_AFTER',
      until: 60,
    });
    expect(blockOf(pool.consolidatingAfter(10), 60)).toBeNull();
    expect(blockOf(pool.consolidatingAfter(0), 50)).toBeNull();
  });

  it('blocks without end if the NodePool never consolidates', () => {
    expect(blockOf(pool.consolidatingAfter(null), 1e9)).toEqual({
      code: 'CONSOLIDATION_DISABLED',
      nodePool: 'default',
    });
  });

  it('blocks nodes of static NodePools, also those with 0 replicas', () => {
    expect(blockOf(pool.withReplicas(0), 1e9)).toEqual({
      code: 'STATIC_POOL',
      nodePool: 'default',
      replicas: 0,
    });
  });
});

describe('blockersOf', () => {
  const blocking = aPod().running({ doNotDisrupt: 'true' });
  const [kept] = candidatesOf(aNode('n').running(blocking).withClaim({ drifted: 'AMIDrift' }));
  const [limited] = candidatesOf(
    aNode('n')
      .running(blocking)
      .withClaim({ drifted: 'AMIDrift', hasTerminationGracePeriod: true }),
  );

  it('are those of the pods, if the method waits for them', () => {
    expect(kept && blockersOf(drift, kept, 100_000)).toEqual(kept?.podBlocks);
    expect(limited && blockersOf(singleNodeConsolidation, limited, 100_000)).toEqual(
      limited?.podBlocks,
    );
    expect(kept?.podBlocks).toHaveLength(1);
  });

  it('do not include those of the pods, if the node ends anyway', () => {
    expect(limited && blockersOf(drift, limited, 100_000)).toEqual([]);
  });

  it('are that of the method without blocking pods', () => {
    const [node] = candidatesOf(
      aNode('n').with({ expectsPodsOf: 'dec_9' }).running(aPod().running()),
    );
    expect(node && blockersOf(singleNodeConsolidation, node, 100_000)).toEqual([
      { code: 'EXPECTS_PODS', decisionId: 'dec_9' },
    ]);
  });
});

describe('emptiness', () => {
  it('applies to nodes without pods that need another node', () => {
    const [empty, busy] = candidatesOf(
      aNode('a').running(aPod('agent').running({ ownerKind: 'DaemonSet' })),
      aPricedNode('b', 100, 1),
    );
    expect(empty && emptiness.appliesTo(empty)).toBe(true);
    expect(busy && emptiness.appliesTo(busy)).toBe(false);
  });

  it('removes all empty nodes in one command, the most expensive first, unknown prices last', () => {
    const snapshot = at
      .withNodes(
        aPricedNode('a', 100),
        aPricedNode('b', null),
        aPricedNode('c', 300),
        aPricedNode('d', 300),
        aPricedNode('e', 0),
      )
      .build();
    const { removed, commands } = propose(emptiness, snapshot);
    expect(removed).toEqual([['c', 'd', 'a', 'e', 'b']]);
    expect(commands[0]).toMatchObject({
      method: 'Emptiness',
      reason: 'Empty',
      replacements: [],
      moves: [],
      savingMicroUsdPerHour: null,
    });
  });

  it('saves the price of the nodes', () => {
    const snapshot = at.withNodes(aPricedNode('a', 100), aPricedNode('b', 250)).build();
    expect(propose(emptiness, snapshot).commands[0]?.savingMicroUsdPerHour).toBe(350);
  });

  it('takes the most expensive within the budget', () => {
    const snapshot = at
      .withNodePools(pool.withBudget('1'))
      .withNodes(aPricedNode('a', 100), aPricedNode('b', 250))
      .build();
    expect(propose(emptiness, snapshot)).toMatchObject({
      removed: [['b']],
      blocked: ['a BUDGET_EXHAUSTED'],
    });
  });

  it('proposes nothing with a budget of 0, or without nodes', () => {
    const none = at.withNodePools(pool.withBudget('0')).withNodes(aPricedNode('a', 100)).build();
    expect(propose(emptiness, none)).toMatchObject({
      removed: [],
      blocked: ['a BUDGET_EXHAUSTED'],
    });
    expect(propose(emptiness, at.build())).toMatchObject({ removed: [], blocked: [] });
  });

  it('is blocked by a buffer, then a rejection, then consolidateAfter', () => {
    const rejection = {
      decisionId: 'dec_1',
      reason: 'Empty',
      at: 0,
      until: 200_000,
      savingMicroUsdPerHour: null,
    } as const;
    const [candidate] = candidatesOf(
      aNode('n').withClaim({ rejections: [rejection], lastPodEventAt: 99_999 }),
    );
    expect(candidate).toBeDefined();
    if (candidate === undefined) return;
    const nodePool = pool.consolidatingAfter(60_000).build();
    const buffers = ['shop/headroom'];
    const codeOf = (changes: Partial<Candidate>) =>
      emptiness.blockerFor({ ...candidate, nodePool, ...changes }, 100_000)?.code;
    const nodeClaim = { ...candidate.nodeClaim, rejections: [] };
    expect(codeOf({ capacityBuffers: buffers })).toBe('HOLDS_CAPACITY_BUFFER');
    expect(codeOf({})).toBe('REJECTED');
    expect(codeOf({ nodeClaim })).toBe('CONSOLIDATE_AFTER');
  });
});

describe('drift', () => {
  const drifted = (name: string, driftedAt: number, pods = 0) =>
    aPricedNode(name, 100_000, pods).withClaim({ drifted: 'AMIDrift', driftedAt });

  it('applies to drifted nodes of NodePools that are not static', () => {
    const [one, other] = candidatesOf(drifted('a', 1), aNode('b'));
    expect(one && drift.appliesTo(one)).toBe(true);
    expect(other && drift.appliesTo(other)).toBe(false);
    const nodePool = pool.withReplicas(2).build();
    expect(one && drift.appliesTo({ ...one, nodePool })).toBe(false);
  });

  it('sorts empty nodes first, then by the time of the drift, of the creation, and by name', () => {
    const candidates = candidatesOf(
      drifted('a', 9, 1),
      drifted('b', 3, 1),
      drifted('c', 9),
      drifted('d', 5).withClaim({ createdAt: 7 }),
      drifted('e', 5).withClaim({ createdAt: 6 }),
      drifted('f', 5).withClaim({ createdAt: 6 }),
    );
    const order = candidates.toReversed().toSorted(emptyThenFirstDrifted);
    expect(order.map(({ node }) => node.name)).toEqual(['e', 'f', 'd', 'c', 'b', 'a']);
  });

  it('replaces one node, at any price, by new nodes for its pods', () => {
    const snapshot = at
      .withInstanceTypes(anInstanceType('dear').offeredAt({ microUsdPerHour: 900_000 }))
      .withNodes(drifted('a', 2, 1), drifted('b', 1, 1))
      .build();
    const { removed, commands } = propose(drift, snapshot);
    expect(removed).toEqual([['b']]);
    expect(commands[0]).toMatchObject({ method: 'Drift', reason: 'Drifted' });
  });

  it('continues with the next node if pods of the first fit nowhere', () => {
    const huge = aPod('huge').requesting({ milliCpu: 60_000 }).running();
    const snapshot = at.withNodes(drifted('a', 1).running(huge), drifted('b', 2, 1)).build();
    expect(propose(drift, snapshot)).toMatchObject({
      removed: [['b']],
      blocked: ['a PODS_UNSCHEDULABLE'],
    });
  });

  it('continues with another NodePool if the budget of the first is exhausted', () => {
    const snapshot = at
      .withNodePools(aNodePool().withBudget('0'), aNodePool('other').withBudget('100%'))
      .withNodes(drifted('a', 1), drifted('b', 2).inPool('other'))
      .build();
    expect(propose(drift, snapshot)).toMatchObject({
      removed: [['b']],
      blocked: ['a BUDGET_EXHAUSTED'],
    });
  });
});

describe('the order of consolidation', () => {
  const order = (...nodes: readonly NodeBuilder[]) =>
    candidatesOf(...nodes)
      .toReversed()
      .toSorted(highestSavingsRatioFirst)
      .map(({ node }) => node.name);

  it('has the highest price per disruption cost first', () => {
    // 100 / 2, 300 / 4, 120 / 3.
    expect(
      order(aPricedNode('a', 100, 1), aPricedNode('b', 300, 3), aPricedNode('c', 120, 2)),
    ).toEqual(['b', 'a', 'c']);
  });

  it('has names in order among equals, and unknown prices last', () => {
    expect(
      order(aPricedNode('b', 100, 1), aPricedNode('a', 100, 1), aPricedNode('c', null, 1)),
    ).toEqual(['a', 'b', 'c']);
  });
});

describe('singleNodeConsolidation', () => {
  it('removes the node with the highest savings ratio that can be removed', () => {
    const snapshot = at
      .withNodes(aPricedNode('a', 100_000, 1), aPricedNode('b', 90_000, 1), aPricedNode('c', 1, 4))
      .build();
    const { removed, commands } = propose(singleNodeConsolidation, snapshot);
    expect(removed).toEqual([['a']]);
    expect(commands[0]).toMatchObject({
      method: 'SingleNodeConsolidation',
      savingMicroUsdPerHour: 100_000,
      moves: [{ from: 'a', to: 'b' }],
    });
  });

  it('takes one node of each NodePool in turn', () => {
    const busy = aPod('busy').requesting({ milliCpu: 1_800 }).running();
    const node = (name: string, price: number, nodePool: string) =>
      aPricedNode(name, price)
        .running({ ...busy, uid: name, name })
        .inPool(nodePool);
    const snapshot = at
      .withNodePools(pool, aNodePool('other').withBudget('100%'))
      .withInstanceTypes(anInstanceType('same').offeredAt({ microUsdPerHour: 900_000 }))
      .withNodes(
        node('a', 500_000, 'default'),
        node('b', 400_000, 'default'),
        node('c', 300_000, 'other'),
      )
      .build();
    expect(propose(singleNodeConsolidation, snapshot)).toMatchObject({
      removed: [],
      blocked: ['a NO_CHEAPER_REPLACEMENT', 'c NO_CHEAPER_REPLACEMENT', 'b NO_CHEAPER_REPLACEMENT'],
    });
  });

  it('replaces a node by a cheaper one', () => {
    const snapshot = at
      .withInstanceTypes(cheap)
      .withNodes(aPricedNode('a', 100_000, 1))
      .build();
    expect(propose(singleNodeConsolidation, snapshot).commands).toMatchObject([
      { savingMicroUsdPerHour: 80_000, replacements: [{ instanceTypes: [{ name: 'cheap' }] }] },
    ]);
  });

  it('counts its simulations', () => {
    const snapshot = at.withNodes(aPricedNode('a', 1, 4), aPricedNode('b', 2, 4)).build();
    const effort = { simulations: 0 };
    propose(singleNodeConsolidation, snapshot, { effort });
    expect(effort.simulations).toBe(2);
  });
});

describe('multiNodeConsolidation', () => {
  const three = () =>
    at
      .withInstanceTypes(cheap)
      .withNodes(
        aPricedNode('a', 100_000, 1),
        aPricedNode('b', 100_000, 1),
        aPricedNode('c', 100_000, 1),
      );

  it('replaces several nodes by one that is cheaper than each of them', () => {
    const { removed, commands } = propose(multiNodeConsolidation, three().build());
    expect(removed).toEqual([['a', 'b', 'c']]);
    expect(commands[0]).toMatchObject({
      method: 'MultiNodeConsolidation',
      savingMicroUsdPerHour: 280_000,
      replacements: [{ instanceTypes: [{ name: 'cheap' }] }],
    });
  });

  it('proposes nothing for a single node', () => {
    const snapshot = at
      .withInstanceTypes(cheap)
      .withNodes(aPricedNode('a', 100_000, 1))
      .build();
    expect(propose(multiNodeConsolidation, snapshot)).toMatchObject({ removed: [], blocked: [] });
  });

  it('takes no more nodes than the budget allows', () => {
    const snapshot = three().withNodePools(pool.withBudget('2')).build();
    expect(propose(multiNodeConsolidation, snapshot).removed).toEqual([['a', 'b']]);
    const one = three().withNodePools(pool.withBudget('1')).build();
    expect(propose(multiNodeConsolidation, one).removed).toEqual([]);
  });

  it('validates exactly the nodes that it is given, and names what blocks them', () => {
    const snapshot = three().withInstanceTypes(
      anInstanceType('same').offeredAt({ microUsdPerHour: 900_000 }),
    );
    const full = snapshot.withNodes(aPricedNode('a', 100_000, 3), aPricedNode('b', 100_000, 3));
    expect(propose(multiNodeConsolidation, full.build(), { known: 'Anew' })).toMatchObject({
      removed: [],
      blocked: [expect.stringMatching(/^a /), expect.stringMatching(/^b /)],
    });
    const within = three().withNodePools(pool.withBudget('2')).build();
    expect(propose(multiNodeConsolidation, within, { known: 'Anew' })).toMatchObject({
      removed: [['a', 'b']],
      blocked: ['c BUDGET_EXHAUSTED'],
    });
  });
});

describe('regrouping', () => {
  it('proposes nothing unless several replacements are allowed', () => {
    const snapshot = at
      .withInstanceTypes(cheap)
      .withNodes(aPricedNode('a', 100_000, 4), aPricedNode('b', 100_000, 4));
    const two = snapshot.withSettings({ maxReplacements: 2 }).build();
    expect(propose(regrouping, two).commands).toMatchObject([
      { method: 'Regrouping', replacements: [{}, {}], savingMicroUsdPerHour: 160_000 },
    ]);
    expect(propose(regrouping, two, { regroups: false }).commands).toEqual([]);
    expect(propose(regrouping, snapshot.build()).commands).toEqual([]);
  });
});
