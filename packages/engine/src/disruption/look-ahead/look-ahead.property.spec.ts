import { Json, randomCluster, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { DisruptionPlan } from '../../model/command.js';
import { evaluate } from '../evaluate.js';
import { noEvaluations } from '../evaluation-order.js';
import { planDisruption } from '../plan-disruption.js';
import { afterCommand } from './after-command.js';
import { endOf } from './end-of.js';

const clusterOf = (seed: number): ClusterSnapshot => readFixture(new Json(randomCluster(seed)));

/** Returns the price in the end, or before it, if one way of planning is used from the start. */
function endPrice(start: ClusterSnapshot, widens: boolean): number {
  const effort = { simulations: 0 };
  const { plan } = evaluate(start, { cursor: noEvaluations, effort, widens, regroups: false });
  return endOf(start, plan, { widens }).costMicroUsdPerHour;
}

/** Carries out one plan after the other. */
function chosenEndPrice(start: ClusterSnapshot): number {
  let snapshot = start;
  let plan: DisruptionPlan = planDisruption(snapshot);
  for (let step = 1; plan.commands.length > 0; step += 1) {
    for (const [index, command] of plan.commands.entries()) {
      snapshot = afterCommand(snapshot, command, `z${String(step).padStart(3, '0')}-${index}`);
    }
    plan = planDisruption(snapshot, plan.cursor);
  }
  return snapshot.nodes.reduce(
    (sum, { offering }) => sum + (offering?.priceMicroUsdPerHour ?? 0),
    0,
  );
}

describe('plans', () => {
  it('never end with more expensive nodes than either way of planning alone', () => {
    const small = Array.from({ length: 30 }, (_, index) => clusterOf(1_001 + index)).filter(
      ({ nodes }) => nodes.length <= 40,
    );
    expect(small.length).toBeGreaterThan(12);
    // The last has only the end of upstream's way near.
    const ends = [...small, clusterOf(24)].map((start) => ({
      chosen: chosenEndPrice(start),
      upstream: endPrice(start, false),
      widened: endPrice(start, true),
    }));
    for (const { chosen, upstream, widened } of ends) {
      expect(chosen).toBeLessThanOrEqual(Math.min(upstream, widened));
    }
    // Each way is the better one somewhere, and a mixture of both may be better still.
    expect(ends.some(({ upstream, widened }) => upstream < widened)).toBe(true);
    expect(ends.some(({ upstream, widened }) => widened < upstream)).toBe(true);
    expect(ends.some(({ chosen, upstream, widened }) => chosen < Math.min(upstream, widened))).toBe(
      true,
    );
  }, 60_000);
});
