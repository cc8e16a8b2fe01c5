import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Reason } from '../model/reason.js';
import { planStaticNodes } from './static-nodes.js';

const pool = aNodePool('fixed').withReplicas(3);
const plan = (given: typeof pool, count = 1, snapshot = aSnapshot()) =>
  planStaticNodes(snapshot.withNodePools(given).build(), 'fixed', count);

describe('planned nodes of a static NodePool', () => {
  it('may be any type that the NodePool allows, cheapest first', () => {
    const planned = plan(pool, 2);
    expect(planned).toMatchObject({
      kind: 'Planned',
      result: { existingNodes: [], unschedulable: [], totalPriceMicroUsdPerHour: 200_000 },
    });
    if (planned.kind !== 'Planned') return;
    expect(planned.result.newNodeClaims.map(({ id, podUids }) => [id, podUids])).toEqual([
      ['claim-0001', []],
      ['claim-0002', []],
    ]);
    expect(planned.result.newNodeClaims[0]).toMatchObject({
      nodePool: 'fixed',
      expected: { instanceType: 't2', capacityType: 'on-demand', priceMicroUsdPerHour: 100_000 },
      instanceTypes: [{ name: 't2' }, { name: 't4' }, { name: 't8' }],
      labels: { [labelKeys.nodePool]: 'fixed' },
      annotations: { 'karpenter.sh/nodeclaim-min-values-relaxed': 'false' },
    });
  });

  it('request only the capacity of the daemons', () => {
    const daemons = aDaemonSet('logs', aPod('logs').requesting({ milliCpu: 3_000 }));
    const busy = aSnapshot()
      .withDaemonSets(daemons)
      .withNodes(aNode('n').running(aPod().running()))
      .withPods(aPod('waits').requesting({ milliCpu: 7_000 }));
    expect(plan(pool, 1, busy)).toMatchObject({
      result: {
        newNodeClaims: [
          { requests: { cpu: 3_000 }, instanceTypes: [{ name: 't4' }, { name: 't8' }] },
        ],
      },
    });
  });

  it('have the template of the NodePool, whatever its limits', () => {
    const given = pool
      .labelled({ team: 'web' })
      .tainted({ key: 'own', value: '', effect: 'NoSchedule' })
      .requiring(labelKeys.zone, 'In', ['zone-b'])
      .limitedTo({ nodes: 1 }, { nodes: 1 });
    expect(plan(given)).toMatchObject({
      result: {
        newNodeClaims: [
          { labels: { team: 'web' }, taints: [{ key: 'own' }], expected: { zone: 'zone-b' } },
        ],
      },
    });
  });

  it.each<[string, typeof pool, Reason['code']]>([
    ['whose NodeClass is not ready', pool.notReady('no subnet'), 'NODE_POOL_NOT_READY'],
    [
      'in a zone that does not exist',
      pool.requiring(labelKeys.zone, 'In', ['mars']),
      'INSTANCE_TYPE_MISMATCH',
    ],
    [
      'of an architecture that no type has',
      pool.requiring(labelKeys.arch, 'In', ['arm64']),
      'INSTANCE_TYPE_MISMATCH',
    ],
    [
      'with more minValues than types',
      pool.requiring(labelKeys.instanceType, 'Exists', [], 9),
      'MIN_VALUES_UNMET',
    ],
  ])('are refused for a NodePool %s', (_what, given, code) => {
    expect(plan(given)).toMatchObject({ kind: 'Refused', reason: { code } });
  });

  it('are refused while no offering has capacity', () => {
    const soldOut = anInstanceType('t2').labelled(labelKeys.capacityType, 'on-demand').offered();
    expect(plan(pool, 1, aSnapshot().withInstanceTypes(soldOut))).toMatchObject({
      reason: { code: 'NO_OFFERING' },
    });
  });

  it('are refused with the requirement that excludes most types', () => {
    const unpriced = (name: string) =>
      anInstanceType(name).offered(anOffering('zone-a', 'on-demand', null));
    const arm = (name: string) => anInstanceType(name).labelled(labelKeys.arch, 'arm64');
    const given = pool.requiring(labelKeys.arch, 'In', ['amd64']);
    const reasonOf = (...types: readonly ReturnType<typeof arm>[]) =>
      plan(given, 1, aSnapshot().withInstanceTypes(...types));
    expect(reasonOf(arm('a'), unpriced('b'), unpriced('c'))).toMatchObject({
      reason: { code: 'OFFERING_UNPRICED' },
    });
    expect(reasonOf(arm('a'), arm('b'), unpriced('c'))).toMatchObject({
      reason: { code: 'INSTANCE_TYPE_MISMATCH' },
    });
  });

  it('have lower minValues where the policy allows it, and report it', () => {
    const given = pool.requiring(labelKeys.instanceType, 'Exists', [], 9);
    const snapshot = aSnapshot().withSettings({ minValuesPolicy: 'BestEffort' });
    expect(plan(given, 1, snapshot)).toMatchObject({
      result: {
        newNodeClaims: [{ annotations: { 'karpenter.sh/nodeclaim-min-values-relaxed': 'true' } }],
      },
    });
  });

  it.each<[string, typeof pool, number, readonly (readonly string[])[]]>([
    ['of one node', pool.limitedToSpend(300_000), 1, [['t2', 't4']]],
    [
      'of several nodes',
      pool.limitedToSpend(500_000),
      2,
      [
        ['t2', 't4'],
        ['t2', 't4'],
      ],
    ],
    ['beside nodes that run', pool.limitedToSpend(900_000, 400_000), 3, [['t2'], ['t2'], ['t2']]],
    ['that not all nodes fit', pool.limitedToSpend(250_000), 3, [['t2'], ['t2']]],
    [
      'with minValues',
      pool.requiring(labelKeys.instanceType, 'Exists', [], 2).limitedToSpend(500_000),
      3,
      [
        ['t2', 't4'],
        ['t2', 't4'],
      ],
    ],
  ])(
    'cost at most what a spend limit leaves, whichever types are launched: %s',
    (_what, given, count, types) => {
      const planned = plan(given, count);
      if (planned.kind !== 'Planned') throw new RangeError(JSON.stringify(planned));
      expect(
        planned.result.newNodeClaims.map(({ instanceTypes }) =>
          instanceTypes.map(({ name }) => name),
        ),
      ).toEqual(types);
    },
  );

  it('have only the offerings that a spend limit leaves, and say which types exceed it', () => {
    const offered = (name: string, ...prices: readonly [number, number]) =>
      anInstanceType(name).offered(
        anOffering('zone-a', 'on-demand', prices[0]),
        anOffering('zone-b', 'on-demand', prices[1]),
      );
    const types = [offered('partly', 90_000, 100_000), offered('never', 110_000, 120_000)];
    const given = aSnapshot().withInstanceTypes(...types);
    expect(plan(pool.limitedToSpend(199_999, 100_000), 1, given)).toMatchObject({
      result: {
        newNodeClaims: [
          {
            instanceTypes: [{ name: 'partly', offerings: [{ zone: 'zone-a' }] }],
            rejectedInstanceTypes: [
              {
                reason: {
                  code: 'SPEND_LIMIT_EXCEEDED',
                  spendMicroUsdPerHour: 100_000,
                  neededMicroUsdPerHour: 110_000,
                  instanceType: 'never',
                },
                count: 1,
                examples: ['never'],
              },
            ],
          },
        ],
      },
    });
  });

  it.each([
    ['the cheapest type', pool, 100_000, 't2'],
    [
      'the types that minValues requires',
      pool.requiring(labelKeys.instanceType, 'Exists', [], 2),
      200_000,
      't4',
    ],
  ])(
    'are refused when a spend limit leaves less than the price of %s',
    (_what, given, needed, type) => {
      expect(plan(given.limitedToSpend(needed + 49_999, 50_000))).toEqual({
        kind: 'Refused',
        reason: {
          code: 'SPEND_LIMIT_EXCEEDED',
          limitId: 'spl_1',
          scope: 'NodePool',
          limitMicroUsdPerHour: needed + 49_999,
          spendMicroUsdPerHour: 50_000,
          neededMicroUsdPerHour: needed,
          instanceType: type,
        },
      });
    },
  );

  it('are none for a NodePool that does not exist', () => {
    expect(planStaticNodes(aSnapshot().build(), 'fixed', 1)).toEqual({
      kind: 'Refused',
      reason: { code: 'NO_NODE_POOL' },
    });
  });
});
