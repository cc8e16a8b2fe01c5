import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Rejection } from '../model/node.js';
import { planDisruption } from './plan-disruption.js';

const now = 100_000;
const pool = aNodePool().withBudget('100%').consolidatingAfter(0);
const small = anInstanceType('small')
  .with({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 })
  .offeredAt({ microUsdPerHour: 100_000 });
const rejection = (reason: Rejection['reason'], changes: Partial<Rejection> = {}): Rejection => ({
  decisionId: 'dec_1',
  reason,
  at: 50_000,
  until: 200_000,
  savingMicroUsdPerHour: 300_000,
  ...changes,
});
const rejected = (node: NodeBuilder, ...rejections: readonly Rejection[]): NodeBuilder =>
  node.withClaim({ rejections });
const plan = (...nodes: readonly NodeBuilder[]) =>
  planDisruption(
    aSnapshot()
      .at(now)
      .withNodePools(pool)
      .withInstanceTypes(small)
      .withNodes(...nodes)
      .build(),
  );
const block = { code: 'REJECTED', decisionId: 'dec_1', until: 200_000 };

describe('a rejection', () => {
  const empty = aNode('n');

  it('blocks an empty node from being proposed again until it ends', () => {
    expect(plan(rejected(empty, rejection('Empty')))).toMatchObject({
      commands: [],
      blocked: [{ nodeName: 'n', reasons: [block] }],
    });
    expect(plan(rejected(empty, rejection('Empty', { until: now }))).commands).toHaveLength(1);
  });

  it('holds only for its own reason and its own nodes', () => {
    const other = rejected(empty, rejection('Drifted'), rejection('Underutilized'));
    expect(plan(other).commands).toHaveLength(1);
    const [command] = plan(rejected(empty, rejection('Empty')), aNode('z')).commands;
    expect(command?.candidates).toMatchObject([{ nodeName: 'z' }]);
  });

  it('of a drift ends when the node drifts again', () => {
    const drifted = (driftedAt: number) =>
      rejected(
        aNode('n').withClaim({ drifted: 'NodePoolDrifted', driftedAt }),
        rejection('Drifted'),
        rejection('Empty'),
      );
    expect(plan(drifted(40_000)).commands).toEqual([]);
    expect(plan(drifted(60_000)).commands).toMatchObject([{ method: 'Drift' }]);
  });

  it('of a consolidation ends when the savings are a fifth higher', () => {
    const busy = (price: number) =>
      rejected(
        aNode('n')
          .launchedAs('large', 'zone-a', 'on-demand', price)
          .running(aPod().requesting({ milliCpu: 500 }).running()),
        rejection('Underutilized'),
      );
    expect(plan(busy(459_999))).toMatchObject({
      commands: [],
      blocked: [{ nodeName: 'n', reasons: [block] }],
    });
    expect(plan(busy(460_000)).commands).toMatchObject([{ savingMicroUsdPerHour: 360_000 }]);
  });
});
