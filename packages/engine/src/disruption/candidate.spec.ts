import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  podsWith,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PauseExtent } from '../model/pause.js';
import { planWithFirstFit } from '../plan/write-result.js';
import {
  inspectNodes,
  priceOf,
  savingOf,
  sumOfPrices,
  toCommandCandidate,
  toRemovedNode,
  totalPriceOf,
} from './candidate.js';

const at = aSnapshot().at(1_000);

const codesOf = (snapshot: ClusterSnapshot) =>
  inspectNodes(snapshot).blocked.map(({ node, blocks }) => [
    node.name,
    ...blocks.map(({ code }) => code),
  ]);

describe('inspectNodes', () => {
  it('is empty without nodes', () => {
    expect(inspectNodes(at.build())).toEqual({ candidates: [], blocked: [] });
  });

  it('lists candidates by name, whatever their order in the snapshot', () => {
    const { candidates } = inspectNodes(at.withNodes(aNode('b'), aNode('c'), aNode('a')).build());
    expect(candidates.map(({ node }) => node.name)).toEqual(['a', 'b', 'c']);
    expect(candidates[0]).toMatchObject({
      nodePool: { name: 'default' },
      nodeClaim: { id: 'claim-of-a' },
      reschedulable: [],
      capacityBuffers: [],
      podBlocks: [],
    });
  });

  it('leaves out nodes that are not managed', () => {
    expect(inspectNodes(at.withNodes(aNode('n').unmanaged()).build())).toEqual({
      candidates: [],
      blocked: [],
    });
  });

  it('lists every blocker of a node', () => {
    const node = aNode('n')
      .starting()
      .terminating()
      .nominatedUntil(1_001)
      .with({ doNotDisrupt: 'true' });
    expect(codesOf(at.withNodes(node).build())).toEqual([
      ['n', 'TERMINATING', 'NOT_INITIALIZED', 'NOMINATED', 'NODE_DO_NOT_DISRUPT'],
    ]);
  });

  it('names the decision instead of its termination', () => {
    const node = aNode('n').terminating().withClaim({ decisionId: 'dec_1' });
    const { blocked } = inspectNodes(at.withNodes(node).build());
    expect(blocked[0]?.blocks).toEqual([{ code: 'IN_DECISION', decisionId: 'dec_1' }]);
  });

  it('blocks nodes of a NodePool whose disruption is paused, not only its consolidation', () => {
    const codesWith = (stops: PauseExtent) => {
      const pause = {
        pauseId: 'pau_1',
        scope: 'NodePool',
        stops,
        reason: 'Sale',
        owner: 'mia',
        until: null,
      } as const;
      return codesOf(at.withNodePools(aNodePool().pausedBy(pause)).withNodes(aNode('n')).build());
    };
    expect(codesWith('Disruption')).toEqual([['n', 'DISRUPTION_PAUSED']]);
    expect(codesWith('DisruptionAndLaunches')).toEqual([['n', 'DISRUPTION_PAUSED']]);
    expect(codesWith('Consolidation')).toEqual([]);
  });

  it('blocks nodes of a NodePool whose manifest cannot be read, with the field', () => {
    const unreadable = { field: 'spec.disruption.budgets[0].schedule', detail: 'no cron' };
    const pool = aNodePool().unreadableAt(unreadable.field, unreadable.detail);
    const snapshot = at.withNodePools(pool).withNodes(aNode('n')).build();
    expect(inspectNodes(snapshot)).toMatchObject({
      candidates: [],
      blocked: [{ blocks: [{ code: 'NODE_POOL_UNREADABLE', nodePool: 'default', ...unreadable }] }],
    });
  });

  it('ends a nomination at its time', () => {
    const nominated = (until: number) =>
      codesOf(at.withNodes(aNode('n').nominatedUntil(until)).build());
    expect(nominated(1_001)).toEqual([['n', 'NOMINATED']]);
    expect(nominated(1_000)).toEqual([]);
  });

  it('takes the annotation do-not-disrupt literally', () => {
    for (const doNotDisrupt of ['false', 'yes', '5m'])
      expect(codesOf(at.withNodes(aNode('n').with({ doNotDisrupt })).build())).toEqual([]);
  });

  it('blocks nodes without a NodePool, of an unknown one, and of one without instance types', () => {
    const snapshot = at
      .withNodePools(aNodePool('empty'), aNodePool('default'))
      .withInstanceTypesOf('empty')
      .withInstanceTypesOf('default', anInstanceType('t2'))
      .withNodes(
        aNode('a').withClaim({ nodePool: null }),
        aNode('b').inPool('gone'),
        aNode('c').inPool('empty'),
        aNode('d'),
      )
      .build();
    expect(codesOf(snapshot)).toEqual([
      ['a', 'WITHOUT_NODE_POOL'],
      ['b', 'NODE_POOL_UNKNOWN'],
      ['c', 'NO_INSTANCE_TYPES'],
    ]);
    expect(inspectNodes(snapshot).candidates.map(({ node }) => node.name)).toEqual(['d']);
  });

  it('keeps nodes whose pods block disruption as candidates, with these blockers', () => {
    const snapshot = at
      .withNodes(aNode('n').running(aPod().labelled({ app: 'db' }).running()))
      .withPodDisruptionBudgets(aPodDisruptionBudget('db', podsWith({ app: 'db' })))
      .build();
    const [candidate] = inspectNodes(snapshot).candidates;
    expect(candidate?.podBlocks).toHaveLength(1);
    expect(inspectNodes(snapshot).blocked).toEqual([]);
  });

  it('lists what pods block after the blockers of the node', () => {
    const snapshot = at
      .withNodes(
        aNode('n')
          .terminating()
          .running(aPod().running({ doNotDisrupt: 'true' })),
      )
      .build();
    const [codes] = codesOf(snapshot);
    expect(codes).toHaveLength(3);
    expect(codes?.[1]).toBe('TERMINATING');
  });

  it('counts as reschedulable only pods that need another node', () => {
    const node = aNode('n').running(
      aPod('web').running(),
      aPod('agent').running({ ownerKind: 'DaemonSet' }),
      aPod('done').running({ isTerminal: true }),
    );
    const [candidate] = inspectNodes(at.withNodes(node).build()).candidates;
    expect(candidate?.reschedulable.map(({ name }) => name)).toEqual(['web']);
  });
});

describe('a candidate as a command records it', () => {
  const node = aNode('n')
    .launchedAs('t4', 'zone-b', 'spot', 80_000)
    .running(
      aPod('web').running(),
      aPod('api').running(),
      aPod('agent').running({ ownerKind: 'DaemonSet' }),
      aPod('mirror').running({ ownerKind: 'Node' }),
      aPod('old').running({ ownerKind: 'DaemonSet', isTerminal: true }),
    );
  const [candidate] = inspectNodes(at.withNodes(node).build()).candidates;

  it('has the offering, the number of running daemons, and the disruption cost', () => {
    expect(candidate && toCommandCandidate(candidate)).toEqual({
      nodeName: 'n',
      nodeClaimId: 'claim-of-n',
      nodePool: 'default',
      instanceType: 't4',
      zone: 'zone-b',
      capacityType: 'spot',
      priceMicroUsdPerHour: 80_000,
      daemonPods: 2,
      // One for the node and one for each of two pods.
      disruptionCost: 3,
    });
  });

  it('does not know the price of an unknown offering', () => {
    const unknown = aNode('n').with({ offering: null }).build();
    expect(unknown.nodeClaim && toRemovedNode(unknown, unknown.nodeClaim)).toEqual({
      nodeName: 'n',
      nodeClaimId: 'claim-of-n',
      instanceType: null,
      zone: null,
      capacityType: null,
      priceMicroUsdPerHour: null,
      daemonPods: 0,
    });
  });

  it('has the overlay of its price', () => {
    const built = node.build();
    const priceOverlay = { name: 'discount', listedMicroUsdPerHour: 100_000 };
    const { offering } = built;
    expect(offering).not.toBeNull();
    if (offering === null || built.nodeClaim === null) return;
    const overlaid = { ...built, offering: { ...offering, priceOverlay } };
    expect(toRemovedNode(overlaid, built.nodeClaim)).toMatchObject({ priceOverlay });
  });
});

describe('prices', () => {
  const priced = (price: number | null) => ({
    node: aNode('n').launchedAs('t2', 'zone-a', 'on-demand', price).build(),
  });

  it('of a node are those of its offering, unknown without one', () => {
    expect(priceOf(priced(7))).toBe(7);
    expect(priceOf(priced(null))).toBeNull();
    expect(priceOf({ node: aNode('n').with({ offering: null }).build() })).toBeNull();
  });

  it('add up to an unknown sum if one is unknown', () => {
    expect(sumOfPrices([])).toBe(0);
    expect(sumOfPrices([1, 2, 3])).toBe(6);
    expect(sumOfPrices([1, null, 3])).toBeNull();
    expect(sumOfPrices([null, 1])).toBeNull();
  });

  it('of several nodes are their sum', () => {
    const nodes = [1, 2].map((price) =>
      aNode(`n${price}`).launchedAs('t2', 'zone-a', 'on-demand', price),
    );
    const { candidates } = inspectNodes(at.withNodes(...nodes).build());
    expect(totalPriceOf(candidates)).toBe(3);
    expect(totalPriceOf([])).toBe(0);
  });
});

describe('savingOf', () => {
  const { newNodeClaims } = planWithFirstFit(at.withPods(aPod().times(2)).build());
  const [replacement] = newNodeClaims;
  const price = replacement?.expected.priceMicroUsdPerHour ?? 0;

  it('is the price of the nodes without replacements', () => {
    expect(savingOf(500, [])).toBe(500);
    expect(savingOf(null, [])).toBeNull();
  });

  it('is less by the price of each replacement, and may be negative', () => {
    expect(replacement).toBeDefined();
    if (replacement === undefined) return;
    expect(savingOf(500_000, [replacement])).toBe(500_000 - price);
    expect(savingOf(0, [replacement, replacement])).toBe(-2 * price);
  });

  it('is unknown if the price of a replacement is estimated', () => {
    if (replacement === undefined) return;
    const expected = { ...replacement.expected, isPriceEstimated: true as const };
    expect(savingOf(500_000, [{ ...replacement, expected }])).toBeNull();
    expect(savingOf(null, [replacement])).toBeNull();
  });
});
