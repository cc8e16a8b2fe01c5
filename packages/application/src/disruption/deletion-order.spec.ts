import type { BudgetStatus, DisruptionPlan, Node, Reason } from '@kerf/engine';
import { aNode, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { deletionCosts } from './deletion-order.js';

const nodeOf = (name: string, fields: Partial<Node> = {}): Node => ({
  ...aNode(name)
    .withClaim({ id: `ncl_${name}`, nodePool: 'default' })
    .build(),
  ...fields,
});
const priced = (price: number | null): Partial<Node> => ({
  offering: {
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'on-demand',
    priceMicroUsdPerHour: price,
  },
});
const budget = (reason: BudgetStatus['reason'], allowed: number): BudgetStatus => ({
  nodePool: 'default',
  reason,
  nodes: 10,
  disrupting: 0,
  allowed,
  limitingBudget: null,
  changesAt: null,
});
const budgets = [budget('Drifted', 1), budget('Underutilized', 9)];

function costsOf(
  nodes: readonly Node[],
  plan: Partial<Pick<DisruptionPlan, 'blocked' | 'budgets' | 'commands'>> = {},
  drifted: readonly string[] = [],
) {
  const drifts = new Map(drifted.map((name) => [`ncl_${name}`, {}]));
  const costs = deletionCosts({ nodes }, drifts, { blocked: [], commands: [], budgets, ...plan });
  return { leaving: costs.leaving, ranked: [...costs.ranked] };
}

describe('deletionCosts', () => {
  it('ranks nodes by their price per disruption cost, the first with the least cost', () => {
    const pods = [aPod('a').running(), aPod('b').running()];
    const nodes = [
      nodeOf('cheap', priced(50_000)),
      nodeOf('busy', { ...priced(120_000), pods }),
      nodeOf('dear', priced(90_000)),
    ];
    expect(costsOf(nodes)).toEqual({
      leaving: [],
      ranked: [
        ['dear', -3],
        ['cheap', -2],
        ['busy', -1],
      ],
    });
  });

  it('has nodes that are being removed, or are to be, apart', () => {
    const nodes = [
      nodeOf('ending', { ...priced(1), isTerminating: true }),
      nodeOf('proposed', { ...priced(1), proposedRemoval: { usesBudgetsOf: [] } }),
      nodeOf('other', priced(1)),
    ];
    const decided = aNode('decided')
      .withClaim({ id: 'ncl_decided', nodePool: 'default', decisionId: 'dec_1' })
      .build();
    expect(costsOf([...nodes, decided])).toEqual({
      leaving: ['ending', 'proposed', 'decided'],
      ranked: [['other', -1]],
    });
  });

  it('has drifted nodes first, as many as their budget allows', () => {
    const nodes = ['a', 'b', 'c'].map((name) => nodeOf(name, priced(name === 'a' ? 9 : 5)));
    expect(costsOf(nodes, {}, ['b', 'c']).ranked).toEqual([
      ['b', -2],
      ['a', -1],
    ]);
  });

  it.each<[string, Reason]>([
    ['that pods are nominated to', { code: 'NOMINATED', until: 0 }],
    ['with do-not-disrupt', { code: 'NODE_DO_NOT_DISRUPT' }],
    ['that a PodDisruptionBudget holds', { code: 'PDB_BLOCKS', pdb: 'web', pod: 'shop/web' }],
    ['that is not consolidated', { code: 'CONSOLIDATION_DISABLED', nodePool: 'default' }],
    ['of a static NodePool', { code: 'STATIC_POOL', nodePool: 'default', replicas: 2 }],
  ])('leaves out a node %s', (_which, reason) => {
    const nodes = [nodeOf('a', priced(5)), nodeOf('b', priced(5))];
    const blocked = [{ nodeName: 'a', reasons: [reason] }];
    expect(costsOf(nodes, { blocked }).ranked).toEqual([['b', -1]]);
  });

  it('keeps a node that consolidation only finds too dear to replace, and a drifted one', () => {
    const nodes = [nodeOf('a', priced(5)), nodeOf('b', priced(5))];
    const blocked = [
      {
        nodeName: 'a',
        reasons: [
          {
            code: 'NO_CHEAPER_REPLACEMENT' as const,
            priceMicroUsdPerHour: 5,
            bestMicroUsdPerHour: 5,
          },
        ],
      },
      {
        nodeName: 'b',
        reasons: [{ code: 'CONSOLIDATION_DISABLED' as const, nodePool: 'default' }],
      },
    ];
    expect(costsOf(nodes, { blocked }, ['b']).ranked.map(([name]) => name)).toEqual(['b', 'a']);
  });

  it('leaves out nodes that are not initialized, unmanaged or without a price', () => {
    const nodes = [
      nodeOf('new', { ...priced(5), isInitialized: false }),
      nodeOf('foreign', { ...priced(5), nodeClaim: null }),
      nodeOf('unpriced', priced(null)),
    ];
    expect(costsOf(nodes)).toEqual({ leaving: [], ranked: [] });
  });
});
