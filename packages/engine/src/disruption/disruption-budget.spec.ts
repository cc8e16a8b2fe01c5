import { aNode, aNodePool, aSnapshot, type NodeBuilder, type NodePoolBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DisruptionReason } from '../model/node-pool.js';
import { disruptionReasons } from '../model/node-pool.js';
import { allowsNone, budgetStatuses } from './disruption-budget.js';

const tenNodes = Array.from({ length: 10 }, (_, index) => aNode(`n${index}`));

function status(
  pool: NodePoolBuilder,
  {
    nodes = tenNodes,
    reason = 'Empty',
  }: { nodes?: typeof tenNodes; reason?: DisruptionReason } = {},
) {
  const snapshot = aSnapshot()
    .withNodePools(pool)
    .withNodes(...nodes);
  return budgetStatuses(snapshot.build()).find((item) => item.reason === reason);
}

describe('the number of nodes that the budgets of a NodePool allow', () => {
  it.each([
    ['10%', 10, 1],
    ['15%', 10, 2],
    ['1%', 10, 1],
    ['0%', 10, 0],
    ['100%', 10, 10],
    ['3', 10, 3],
    ['10%', 0, 0],
  ])('%s of %d nodes is %d', (budget, count, allowed) => {
    const nodes = tenNodes.slice(0, count);
    expect(status(aNodePool().withBudget(budget), { nodes })?.allowed).toBe(allowed);
  });

  it('is the lowest of the active budgets for the reason, and names the budget', () => {
    const pool = aNodePool()
      .withBudget('50%')
      .andBudget('2', { reasons: ['Empty'] })
      .andBudget('0', { reasons: ['Drifted'] })
      .andBudget('1', { state: 'Inactive' });
    expect(status(pool)).toMatchObject({ allowed: 2, limitingBudget: 1 });
    expect(status(pool, { reason: 'Drifted' })).toMatchObject({ allowed: 0, limitingBudget: 2 });
    expect(status(pool, { reason: 'Underutilized' })).toMatchObject({
      allowed: 5,
      limitingBudget: 0,
    });
  });

  it('is 0 if one of the budgets is invalid', () => {
    const pool = aNodePool().withBudget('50%').andBudget('5', { state: 'Unreadable' });
    expect(status(pool)).toMatchObject({ allowed: 0, limitingBudget: 1 });
  });

  it('is 0 for every reason if one of the budgets is invalid, whatever reasons that one names', () => {
    const pool = aNodePool()
      .withBudget('50%')
      .andBudget('100%', { state: 'Unreadable', reasons: ['Drifted'] });
    for (const reason of disruptionReasons) {
      expect(status(pool, { reason })).toMatchObject({ allowed: 0, limitingBudget: 1 });
      expect(allowsNone(pool.build(), reason)).toBe(true);
    }
  });

  it('is 0 if the manifest cannot be read, whatever its readable budgets allow', () => {
    const pool = aNodePool().withBudget('100%').unreadableAt('spec.weight', 'must be a number');
    expect(status(pool)).toMatchObject({ allowed: 0, limitingBudget: null });
    const withUnreadable = pool.andBudget('50%', { state: 'Unreadable' });
    expect(status(withUnreadable)).toMatchObject({ allowed: 0, limitingBudget: 1 });
    expect(allowsNone(pool.build(), 'Drifted')).toBe(true);
  });

  it('is all nodes if no budget is active', () => {
    const pool = aNodePool().withBudget('1', { state: 'Inactive' });
    expect(status(pool)).toMatchObject({ allowed: 10, limitingBudget: null });
  });

  it('is reduced by nodes that are not ready or terminating, to 0 at least', () => {
    const nodes: NodeBuilder[] = [
      ...tenNodes.slice(0, 7),
      aNode('broken').notReady(),
      aNode('leaving').terminating(),
      aNode('both').notReady().terminating(),
    ];
    expect(status(aNodePool().withBudget('50%'), { nodes })).toMatchObject({
      nodes: 10,
      disrupting: 3,
      allowed: 2,
    });
    expect(status(aNodePool().withBudget('1'), { nodes })?.allowed).toBe(0);
  });

  it('does not count a node whose instance is being terminated', () => {
    const ending = aNode('ending').terminating().with({ isInstanceEnding: true });
    const nodes = [...tenNodes.slice(0, 9), ending];
    expect(status(aNodePool().withBudget('1'), { nodes })).toMatchObject({
      nodes: 9,
      disrupting: 0,
      allowed: 1,
    });
  });

  it('does not count nodes that are starting, of other NodePools, or not managed', () => {
    const nodes = [
      aNode('ready'),
      aNode('starting').starting(),
      aNode('other').inPool('other'),
      aNode('foreign').unmanaged(),
    ];
    expect(status(aNodePool(), { nodes })).toMatchObject({ nodes: 1, disrupting: 0 });
  });

  it('counts a proposed removal for the reasons whose budgets it uses', () => {
    const allowedFor = (reason: DisruptionReason, ...usesBudgetsOf: DisruptionReason[]) => {
      const nodes = [aNode('a').with({ proposedRemoval: { usesBudgetsOf } }), aNode('b')];
      return status(aNodePool().withBudget('1'), { nodes, reason })?.allowed;
    };
    expect(allowedFor('Empty', 'Empty')).toBe(0);
    expect(allowedFor('Drifted', 'Empty')).toBe(1);
    expect(allowedFor('Empty')).toBe(1);
  });

  it('may change when the first budget starts or ends', () => {
    const pool = aNodePool()
      .withBudget('1', { changesAt: 500 })
      .andBudget('2', { state: 'Inactive', changesAt: 300 })
      .andBudget('3', { reasons: ['Drifted'], changesAt: 100 });
    expect(status(pool)?.changesAt).toBe(300);
    expect(status(aNodePool())?.changesAt).toBeNull();
  });

  it('is reported for every NodePool and reason', () => {
    const snapshot = aSnapshot().withNodePools(aNodePool('b'), aNodePool('a').withReplicas(2));
    expect(
      budgetStatuses(snapshot.build()).map(({ nodePool, reason }) => `${nodePool} ${reason}`),
    ).toEqual([
      'a Empty',
      'a Underutilized',
      'a Drifted',
      'a Unhealthy',
      'b Empty',
      'b Underutilized',
      'b Drifted',
      'b Unhealthy',
    ]);
  });
});
