import { labelKeys } from '@kerf/core';
import {
  aNodePool,
  aPod,
  general,
  generalCluster,
  gpu,
  lone,
  type NodePoolBuilder,
  type SnapshotBuilder,
  withGaps,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { compareObstacles, obstacleDistances } from './nearness.js';

const { capacityType, nodePool, zone } = labelKeys;
const required = { required: [], volume: null, alternatives: 1 } as const;
const conflict = (key: string): SchedulingReason => ({
  code: 'REQUIREMENT_INCOMPATIBLE',
  key,
  ...required,
  allowed: { source: 'NodePool', key, terms: [] },
});
const sized = (requested: number, largest: number): SchedulingReason => ({
  code: 'RESOURCE_TOO_LARGE',
  resource: 'cpu',
  requested,
  daemons: 0,
  largest,
  instanceType: 't',
  fitting: null,
});
const taint: SchedulingReason = {
  code: 'TAINT_NOT_TOLERATED',
  key: 'gpu',
  value: '',
  effect: 'NoSchedule',
};
const noGpu: SchedulingReason = {
  code: 'RESOURCE_NOT_OFFERED',
  resource: gpu,
  requested: 1,
  instanceTypes: [],
  omitted: 0,
  excludedBy: null,
};
const limit: SchedulingReason = {
  code: 'LIMIT_EXCEEDED',
  resource: 'cpu',
  limit: 1,
  usage: 1,
  needed: 1,
  instanceType: null,
};

describe('NodePools by their obstacles to a pod', () => {
  const inOrder: readonly (readonly SchedulingReason[])[] = [
    [{ code: 'RESERVATION_PENDING' }],
    [limit],
    [{ code: 'OFFERING_UNPRICED' }],
    [sized(100, 90)],
    [sized(100, 10)],
    [conflict(zone)],
    [conflict(zone), sized(100, 90)],
    [taint],
    [limit, taint],
    [{ code: 'NODE_POOL_BEING_DELETED' }],
    [noGpu],
    [conflict(nodePool)],
    [taint, conflict(nodePool)],
  ];

  it('sort in this order, for every pair', () => {
    for (const [index, nearer] of inOrder.entries()) {
      for (const farther of inOrder.slice(index + 1)) {
        expect(compareObstacles(nearer, farther)).toBeLessThan(0);
        expect(compareObstacles(farther, nearer)).toBeGreaterThan(0);
      }
    }
  });

  it('are equal if their obstacles are equal', () => {
    expect(compareObstacles([conflict(zone)], [conflict(capacityType)])).toBe(0);
  });

  it('differ for every two codes', () => {
    const distances = Object.values(obstacleDistances);
    expect(new Set(distances).size).toBe(distances.length);
  });
});

describe('the NodePools of an unschedulable pod', () => {
  const dedicated = { key: 'dedicated', value: 'ci', effect: 'NoSchedule' } as const;
  const ci: NodePoolBuilder = general.with({ name: 'ci' }).withWeight(50).tainted(dedicated);
  const poolsOf = (snapshot: SnapshotBuilder) =>
    planWithFirstFit(snapshot.build()).unschedulable[0]?.byNodePool.map((one) => [
      one.nodePool,
      one.reason.code,
    ]);

  it('start with the one with a single conflict, whatever the weight of tainted ones', () => {
    const pods = generalCluster.withPods(lone.selecting({ [capacityType]: 'spot' }));
    expect(poolsOf(pods.withNodePools(ci, general))).toEqual([
      ['general', 'REQUIREMENT_INCOMPATIBLE'],
      ['ci', 'TAINT_NOT_TOLERATED'],
    ]);
  });

  it('start with the tainted one if only it has the GPU', () => {
    const gpus = general
      .with({ name: 'gpu' })
      .withTemplate({ nodeClassName: 'company', requirements: [], taints: [dedicated] });
    const pods = generalCluster
      .withPods(lone.requesting({ [gpu]: 1 }))
      .withNodePools(general, gpus, ci);
    expect(poolsOf(withGaps(pods, 'general', 'gpu', 'ci'))).toEqual([
      ['gpu', 'TAINT_NOT_TOLERATED'],
      ['general', 'RESOURCE_NOT_OFFERED'],
      ['ci', 'TAINT_NOT_TOLERATED'],
    ]);
  });

  it('start with the one that is not ready, unless it conflicts with the pod anyway', () => {
    const broken = general.with({ name: 'broken' }).notReady('no subnet matches');
    const large = generalCluster.withPods(lone.requesting({ milliCpu: 900_000 }));
    expect(poolsOf(large.withNodePools(general, broken))).toEqual([
      ['broken', 'NODE_POOL_NOT_READY'],
      ['general', 'RESOURCE_TOO_LARGE'],
    ]);
    const elsewhere = lone.selecting({ [capacityType]: 'spot' });
    expect(poolsOf(generalCluster.withPods(elsewhere).withNodePools(broken, general))).toEqual([
      ['general', 'REQUIREMENT_INCOMPATIBLE'],
      ['broken', 'NODE_POOL_NOT_READY'],
    ]);
    const team = generalCluster.withPods(lone.selecting({ team: 'payments' }));
    expect(poolsOf(team.withNodePools(broken, general))?.[0]).toEqual([
      'general',
      'LABEL_UNDEFINED',
    ]);
    expect(poolsOf(generalCluster.withNodePools(broken.tainted(dedicated), ci))).toEqual([
      ['ci', 'TAINT_NOT_TOLERATED'],
      ['broken', 'NODE_POOL_NOT_READY'],
    ]);
  });

  it('start with a ready one if its only obstacle is a zone that does not exist', () => {
    const broken = general.with({ name: 'broken' }).notReady('no subnet matches');
    const nowhere = generalCluster.withPods(lone.selecting({ [zone]: 'us-east-1z' }));
    expect(poolsOf(nowhere.withNodePools(broken, general))).toEqual([
      ['general', 'VALUE_UNKNOWN'],
      ['broken', 'NODE_POOL_NOT_READY'],
    ]);
  });

  it('end with those that the pod does not select, whatever their other obstacles', () => {
    const going = general.with({ name: 'going' }).notReady('', { cause: 'BeingDeleted' });
    const other = aNodePool('other').withWeight(9).tainted(dedicated);
    const pods = generalCluster.withPods(lone.selecting({ [nodePool]: 'going' }));
    expect(poolsOf(pods.withNodePools(going, other, general))).toEqual([
      ['going', 'NODE_POOL_BEING_DELETED'],
      ['general', 'REQUIREMENT_INCOMPATIBLE'],
      ['other', 'REQUIREMENT_INCOMPATIBLE'],
    ]);
  });

  it('all say that the NodePool that the pod selects does not exist, whatever their taints', () => {
    const broken = general.with({ name: 'broken' }).notReady('no subnet matches');
    const pods = generalCluster.withPods(lone.selecting({ [nodePool]: 'gone' }));
    expect(poolsOf(pods.withNodePools(ci, general, broken))?.map(([, code]) => code)).toEqual([
      'VALUE_UNKNOWN',
      'VALUE_UNKNOWN',
      'VALUE_UNKNOWN',
    ]);
  });

  it('keep the order of evaluation among equals', () => {
    const pods = generalCluster.withPods(aPod().selecting({ team: 'x' }));
    const pools = ['a', 'b', 'c'].map((name, index) => general.with({ name }).withWeight(index));
    expect(poolsOf(pods.withNodePools(...pools))?.map(([name]) => name)).toEqual(['c', 'b', 'a']);
  });
});
