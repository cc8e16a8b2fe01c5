import { Dice, runningCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { inspectNodes } from '../disruption/candidate.js';
import { simulateWithout } from '../disruption/simulate.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CostAnalysis } from '../model/cost-analysis.js';
import { analyzeCost } from './analyze-cost.js';
import { verifyCostAnalysis } from './verify-cost-analysis.js';

const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

/** Half of the clusters have nodes of others and nodes without a price, which pods may move to. */
function varied(seed: number): ClusterSnapshot {
  const snapshot = runningCluster(seed);
  if (seed % 2 === 0) return snapshot;
  const dice = new Dice(seed);
  const nodes = snapshot.nodes.map((node) => {
    if (dice.chance(0.1)) return { ...node, nodeClaim: null };
    if (node.offering === null || !dice.chance(0.3)) return node;
    // Cheaper than its offering is now, or not offered any more at this price.
    const { priceMicroUsdPerHour } = node.offering;
    const price = dice.chance(0.3) ? null : Math.round((priceMicroUsdPerHour ?? 0) / 2);
    return { ...node, offering: { ...node.offering, priceMicroUsdPerHour: price } };
  });
  return { ...snapshot, nodes };
}

const sumOf = ({ causes }: CostAnalysis): number =>
  causes.reduce((sum, { microUsdPerHour }) => sum + microUsdPerHour, 0);

describe('the cost analysis of a random cluster', () => {
  it('has a bound that its certificate proves, and parts that sum up to the difference', () => {
    for (const seed of seeds) {
      const snapshot = varied(seed);
      const analysis = analyzeCost(snapshot);
      const { costMicroUsdPerHour: cost, lowerBoundMicroUsdPerHour: bound } = analysis;
      const verdict = verifyCostAnalysis(snapshot, analysis);
      expect(verdict, `cluster ${seed}`).toMatchObject({ isProved: true });
      expect(bound).toBeLessThanOrEqual(cost);
      expect(sumOf(analysis)).toBe(cost - bound);
      for (const { microUsdPerHour, subjects } of analysis.causes) {
        expect(microUsdPerHour).toBeGreaterThanOrEqual(0);
        for (const subject of subjects)
          expect(subject.microUsdPerHour).toBeLessThanOrEqual(microUsdPerHour);
      }
    }
  }, 60_000);

  it('has a bound below the cost of every arrangement that removes some of the nodes', () => {
    let arrangements = 0;
    for (const seed of seeds) {
      const snapshot = varied(seed);
      const { lowerBoundMicroUsdPerHour: bound } = analyzeCost(snapshot);
      const { candidates } = inspectNodes(snapshot);
      const dice = new Dice(seed);
      const priced = candidates.filter(
        ({ node }) => (node.offering?.priceMicroUsdPerHour ?? null) !== null,
      );
      const sets = [
        priced,
        ...Array.from({ length: 6 }, () => priced.filter(() => dice.chance(0.5))),
      ].filter(({ length }) => length > 0);
      for (const removed of sets) {
        const { unplacedPods, newNodeClaims } = simulateWithout(snapshot, removed);
        // Pending pods would have new nodes too, and they may pay for those of running pods.
        if (unplacedPods.length > 0 || snapshot.pods.length > 0) continue;
        const names = new Set(removed.map(({ node }) => node.name));
        const kept = snapshot.nodes.reduce(
          (sum, { name, nodeClaim, offering }) =>
            nodeClaim === null || names.has(name)
              ? sum
              : sum + (offering?.priceMicroUsdPerHour ?? 0),
          0,
        );
        const cost = newNodeClaims.reduce(
          (sum, { expected }) => sum + expected.priceMicroUsdPerHour,
          kept,
        );
        expect(cost, `cluster ${seed} without ${[...names].join()}`).toBeGreaterThanOrEqual(bound);
        arrangements += 1;
      }
    }
    expect(arrangements).toBeGreaterThan(300);
  }, 60_000);
});
