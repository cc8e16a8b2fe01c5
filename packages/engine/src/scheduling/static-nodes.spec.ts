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
import type { Reason } from '../explain/reason.js';
import { planStaticNodes } from './static-nodes.js';

const pool = aNodePool('fixed').keeping(3);
const plan = (given: typeof pool, count = 1, snapshot = aSnapshot()) =>
  planStaticNodes(snapshot.withNodePools(given).build(), 'fixed', count);

describe('nodes that no pod asks for', () => {
  it('are of any type that their pool allows, cheapest first', () => {
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

  it('have room for the daemons of the pool, and nothing else', () => {
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

  it('are what the pool’s template says, whatever its limits', () => {
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
    ['whose class is not ready', pool.notReady('no subnet'), 'NODE_POOL_NOT_READY'],
    [
      'in a zone that is none',
      pool.requiring(labelKeys.zone, 'In', ['mars']),
      'INSTANCE_TYPE_MISMATCH',
    ],
    [
      'of an architecture that nothing has',
      pool.requiring(labelKeys.arch, 'In', ['arm64']),
      'INSTANCE_TYPE_MISMATCH',
    ],
    [
      'that is to be more flexible than it can',
      pool.requiring(labelKeys.instanceType, 'Exists', [], 9),
      'MIN_VALUES_UNMET',
    ],
  ])('cannot be had of a pool %s', (_what, given, code) => {
    expect(plan(given)).toMatchObject({ kind: 'Refused', reason: { code } });
  });

  it('cannot be had while no offering has room', () => {
    const soldOut = anInstanceType('t2').labelled(labelKeys.capacityType, 'on-demand').offered();
    expect(plan(pool, 1, aSnapshot().withInstanceTypes(soldOut))).toMatchObject({
      reason: { code: 'NO_OFFERING' },
    });
  });

  it('cannot be had for what keeps most types away', () => {
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

  it('are less flexible than asked where that is allowed, and say so', () => {
    const given = pool.requiring(labelKeys.instanceType, 'Exists', [], 9);
    const snapshot = aSnapshot().withSettings({ minValuesPolicy: 'BestEffort' });
    expect(plan(given, 1, snapshot)).toMatchObject({
      result: {
        newNodeClaims: [{ annotations: { 'karpenter.sh/nodeclaim-min-values-relaxed': 'true' } }],
      },
    });
  });

  it('of a pool that is gone are none', () => {
    expect(planStaticNodes(aSnapshot().build(), 'fixed', 1)).toEqual({
      kind: 'Refused',
      reason: { code: 'NO_NODE_POOL' },
    });
  });
});
