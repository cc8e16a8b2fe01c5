import { Dice, runningCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { inspectNodes } from '../disruption/candidate.js';
import { budgetStatuses } from '../disruption/disruption-budget.js';
import { blockersOf } from '../disruption/methods/method.js';
import { singleNodeConsolidation } from '../disruption/methods/single-node-consolidation.js';
import { planDisruption } from '../disruption/plan-disruption.js';
import { simulateWithout } from '../disruption/simulate.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command } from '../model/command.js';
import { verifyCommandBound, withCommandBounds } from './command-bound.js';

const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

/** A random cluster without pending pods, of whose NodePools a third of the nodes may be removed. */
function cluster(seed: number): ClusterSnapshot {
  const snapshot = runningCluster(seed);
  const budget = {
    max: { kind: 'Percent', value: 34 },
    reasons: [],
    state: 'Active',
    changesAt: null,
    index: 0,
  } as const;
  const nodePools = snapshot.nodePools.map((pool) => ({
    ...pool,
    disruption: { ...pool.disruption, budgets: [budget] },
  }));
  return { ...snapshot, nodePools, pods: [] };
}

/** Random nodes that the budgets allow to remove together. */
function chosen(snapshot: ClusterSnapshot, dice: Dice) {
  const left = new Map(
    budgetStatuses(snapshot)
      .filter(({ reason }) => reason === 'Underutilized')
      .map(({ nodePool, allowed }) => [nodePool, allowed]),
  );
  return inspectNodes(snapshot).candidates.filter((one) => {
    const { now } = snapshot;
    const allowed = left.get(one.nodePool.name) ?? 0;
    const isEligible =
      singleNodeConsolidation.appliesTo(one) &&
      blockersOf(singleNodeConsolidation, one, now).length === 0 &&
      (one.node.offering?.priceMicroUsdPerHour ?? null) !== null;
    if (!isEligible || allowed === 0 || !dice.chance(0.7)) return false;
    left.set(one.nodePool.name, allowed - 1);
    return true;
  });
}

const consolidations = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ reason }) => reason === 'Underutilized');

describe('the bound of what a command can save', () => {
  it('is proved by the certificate of the plan, and not below the saving', () => {
    let checked = 0;
    for (const seed of seeds) {
      const snapshot = cluster(seed);
      const plan = withCommandBounds(snapshot, planDisruption(snapshot));
      for (const command of plan.commands) {
        if (command.bound === undefined) continue;
        const { mostSavingMicroUsdPerHour: most, gapRatio } = command.bound;
        expect(verifyCommandBound(snapshot, plan, command), `${seed}`).toMatchObject({
          isProved: true,
        });
        expect(most).toBeGreaterThanOrEqual(command.savingMicroUsdPerHour ?? 0);
        expect(gapRatio).toBeGreaterThanOrEqual(0);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(20);
  }, 60_000);

  it('is not below what any removal within the budgets saves', () => {
    let removals = 0;
    for (const seed of seeds) {
      const snapshot = cluster(seed);
      const plan = withCommandBounds(snapshot, planDisruption(snapshot));
      const [command] = consolidations(plan.commands);
      const most = command?.bound?.mostSavingMicroUsdPerHour;
      if (most === undefined) continue;
      const dice = new Dice(seed);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const removed = chosen(snapshot, dice);
        const { unplacedPods, newNodeClaims } = simulateWithout(snapshot, removed);
        if (unplacedPods.length > 0) continue;
        const saved =
          removed.reduce((sum, { node }) => sum + (node.offering?.priceMicroUsdPerHour ?? 0), 0) -
          newNodeClaims.reduce((sum, { expected }) => sum + expected.priceMicroUsdPerHour, 0);
        expect(saved, `cluster ${seed}`).toBeLessThanOrEqual(most);
        removals += 1;
      }
    }
    expect(removals).toBeGreaterThan(30);
  }, 60_000);

  it('is refused if it is lower than what the certificate proves', () => {
    const found = seeds.map((seed) => {
      const snapshot = cluster(seed);
      return { snapshot, plan: withCommandBounds(snapshot, planDisruption(snapshot)) };
    });
    const falsified = found.flatMap(({ snapshot, plan }) =>
      consolidations(plan.commands).flatMap(({ bound, ...command }) => {
        const most = bound?.mostSavingMicroUsdPerHour ?? 0;
        // Where the saving itself is the bound, the certificate may prove less.
        if (bound === undefined || most <= (command.savingMicroUsdPerHour ?? 0)) return [];
        const lower = { ...bound, mostSavingMicroUsdPerHour: most - 1 };
        return [verifyCommandBound(snapshot, plan, { ...command, bound: lower })];
      }),
    );
    expect(falsified.length).toBeGreaterThan(5);
    expect(falsified.filter(({ isProved }) => isProved)).toEqual([]);
  }, 60_000);
});
