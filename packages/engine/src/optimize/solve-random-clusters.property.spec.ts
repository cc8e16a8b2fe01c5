import { Json, randomFixture, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { solve } from './solve.js';

const seeds = Array.from({ length: 25 }, (_, index) => 2_001 + index);
const clusters = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));
const options = { searchMs: 5 };

/** Returns the names of the clusters for which a rule does not hold. */
const exceptions = (holds: (snapshot: ClusterSnapshot) => boolean): readonly string[] =>
  clusters.filter((snapshot) => !holds(snapshot)).map(({ clusterName }) => clusterName);

/** Returns the same snapshot with every list in the opposite order. */
function reversed(snapshot: ClusterSnapshot): ClusterSnapshot {
  return {
    ...snapshot,
    pods: snapshot.pods.toReversed(),
    nodes: snapshot.nodes.toReversed(),
    nodePools: snapshot.nodePools.toReversed(),
    daemonSets: snapshot.daemonSets.toReversed(),
    namespaces: snapshot.namespaces.toReversed(),
    instanceTypesByNodePool: Object.fromEntries(
      Object.entries(snapshot.instanceTypesByNodePool).map(([name, types]) => [
        name,
        types.map((type) => ({ ...type, offerings: type.offerings.toReversed() })).toReversed(),
      ]),
    ),
  };
}

describe('solve, for random clusters', () => {
  it.each([0, 1_000, 200_000])(
    'has a bound that its certificate proves, at most the cost of the plan, with a node charge of %d',
    (nodeChargeMicroUsdPerHour) => {
      const wrong = exceptions((snapshot) => {
        const result = solve(snapshot, { ...options, nodeChargeMicroUsdPerHour });
        const { cost } = result;
        if (cost === null) return false;
        return (
          verifyBound(snapshot, result).isProved &&
          cost.lowerBoundMicroUsdPerHour <= cost.planMicroUsdPerHour &&
          cost.planMicroUsdPerHour <= cost.firstFitMicroUsdPerHour
        );
      });
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('splits the cost of each node into dual prices and parts of the gap', () => {
    const wrong = exceptions((snapshot) => {
      const { cost, newNodeClaims } = solve(snapshot, options);
      if (cost === null) return false;
      const total = cost.nodeGaps
        .flatMap((gap) => Object.values(gap))
        .reduce((sum, part) => sum + part, 0);
      return (
        cost.nodeGaps.length === newNodeClaims.length &&
        Math.abs(total - cost.planMicroUsdPerHour) <= 2 * newNodeClaims.length
      );
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it('returns the same plan for every order of the input, and does not change it', () => {
    const wrong = exceptions((snapshot) => {
      const before = JSON.stringify(snapshot);
      const result = JSON.stringify(solve(snapshot, options));
      return (
        JSON.stringify(solve(reversed(snapshot), options)) === result &&
        JSON.stringify(snapshot) === before
      );
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it('returns the FirstFit plan without a search budget', () => {
    const wrong = exceptions((snapshot) => {
      const { newNodeClaims, existingNodes, cost } = solve(snapshot, { searchMs: 0 });
      const baseline = planWithFirstFit(snapshot);
      return (
        cost?.method === 'FirstFit' &&
        JSON.stringify(newNodeClaims) === JSON.stringify(baseline.newNodeClaims) &&
        JSON.stringify(existingNodes) === JSON.stringify(baseline.existingNodes)
      );
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it('costs what its offerings cost, and the offering share is paid for', () => {
    const wrong = exceptions((snapshot) => {
      const shared = solve(snapshot, { ...options, offeringSharePercent: 34 });
      const price = shared.newNodeClaims.reduce(
        (sum, { expected }) => sum + expected.priceMicroUsdPerHour,
        0,
      );
      const cost = shared.cost;
      return (
        cost !== null &&
        cost.diversityMicroUsdPerHour >= 0 &&
        cost.planMicroUsdPerHour ===
          price + shared.newNodeClaims.length * cost.nodeChargeMicroUsdPerHour
      );
    });
    expect(wrong).toEqual([]);
  }, 60_000);
});
