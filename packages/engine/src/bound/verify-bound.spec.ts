import {
  aDaemonSet,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  Json,
  randomFixture,
  readFixture,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { PlanCost } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { solve } from '../optimize/solve.js';
import { verifyBound } from './verify-bound.js';

// The seeds above 100 are regressions: alternatives that were relaxed, and labels of daemons and pods
// that must exist and must be absent; anti-affinity to pods of namespaces with a label.
const seeds = [
  ...Array.from({ length: 100 }, (_, index) => index + 1),
  228,
  677,
  691,
  729,
  1523,
  2999,
];
const clusters = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));

describe('the bound of a plan for a random cluster', () => {
  it('is proved by its certificate, and no plan costs less', () => {
    const wrong = clusters.flatMap((snapshot) => {
      const result = solve(snapshot, { searchMs: 5 });
      const verdict = verifyBound(snapshot, result);
      if (!verdict.isProved) return [[snapshot.clusterName, verdict.problem]];
      const { planMicroUsdPerHour = 0 } = result.cost ?? {};
      return verdict.lowerBoundMicroUsdPerHour <= planMicroUsdPerHour
        ? []
        : [[snapshot.clusterName, 'the plan costs less than the bound']];
    });
    expect(wrong).toEqual([]);
  }, 60_000);
});

const costOf = (result: SchedulingResult): PlanCost => result.cost!;
const db = aPod('db')
  .labelled({ app: 'db' })
  .withAntiAffinityTo({ app: 'db' }, 'kubernetes.io/hostname');
/** Too many pods for exhaustive search, anti-affinity, and daemons that fill the smallest type. */
const many = aSnapshot()
  .withPods(
    aPod('web').requesting({ milliCpu: 700, memoryMib: 1_024 }).times(40),
    aPod('job').requesting({ milliCpu: 300, memoryMib: 3_000 }).times(40),
    db.times(10),
  )
  .withDaemonSets(aDaemonSet('logs', aPod('logs').requesting({ milliCpu: 2_000, memoryMib: 256 })))
  .build();

describe('verifyBound', () => {
  const result = solve(many, { searchMs: 0 });
  const changed = (cost: Partial<PlanCost>): SchedulingResult => ({
    ...result,
    cost: { ...costOf(result), ...cost },
  });
  const { certificate, lowerBoundMicroUsdPerHour } = costOf(result);
  const problemOf = (forged: SchedulingResult) => {
    const verdict = verifyBound(many, forged);
    return verdict.isProved ? null : verdict.problem;
  };

  it('refuses a bound above the sum of the dual prices', () => {
    const forged = changed({ lowerBoundMicroUsdPerHour: lowerBoundMicroUsdPerHour + 1000 });
    expect(problemOf(forged)).toBe('the dual prices sum up to less than the bound');
  });

  it('refuses dual prices that exceed the cost of a node', () => {
    const pods = certificate.pods.map((pod) => ({
      ...pod,
      dualValue: String((BigInt(pod.dualValue) * 101n) / 100n),
    }));
    expect(problemOf(changed({ certificate: { ...certificate, pods } }))).toMatch(
      /may hold pods whose dual prices exceed its cost$/,
    );
  });

  it('refuses a certificate that counts other pods', () => {
    const pods = certificate.pods.map((pod) => ({ ...pod, count: pod.count + 1 }));
    expect(problemOf(changed({ certificate: { ...certificate, pods } }))).toMatch(
      /^the plan does not have/,
    );
    const unknownPods = certificate.pods.map((pod) => ({ ...pod, podUid: 'missing' }));
    expect(problemOf(changed({ certificate: { ...certificate, pods: unknownPods } }))).toBe(
      'there is no pod missing',
    );
  });

  it('refuses a slot without a constraint that keeps its pods apart', () => {
    const slots = [{ capacity: 1, podUids: certificate.pods.map(({ podUid }) => podUid) }];
    const dualPrices = certificate.dualPrices.map((set) => [...set, '0']);
    expect(problemOf(changed({ certificate: { ...certificate, slots, dualPrices } }))).toMatch(
      /^no constraint keeps .* apart$/,
    );
  });

  it('refuses dual prices that are not integers or are missing', () => {
    const dualPrices = certificate.dualPrices.map(([first, ...others]) => [
      `${first}.5`,
      ...others,
    ]);
    expect(problemOf(changed({ certificate: { ...certificate, dualPrices } }))).toBe(
      'a dual price is not an integer',
    );
    const cut = certificate.dualPrices.map((set) => set.slice(1));
    expect(problemOf(changed({ certificate: { ...certificate, dualPrices: cut } }))).toBe(
      'a dual price is missing',
    );
  });

  it('refuses a plan without a bound, or with pods that are not pending', () => {
    expect(problemOf({ ...result, cost: null })).toBe('the plan has no bound');
    const newNodeClaims = result.newNodeClaims.map((claim) => ({
      ...claim,
      podUids: [...claim.podUids, 'missing'],
    }));
    expect(problemOf({ ...result, newNodeClaims })).toBe(
      'the plan contains pod missing, which is not pending',
    );
  });

  it('accepts a bound below the sum of the dual prices, and pods with dual price 0', () => {
    const less = changed({ lowerBoundMicroUsdPerHour: lowerBoundMicroUsdPerHour - 1_000 });
    expect(problemOf(less)).toBeNull();
    const pods = certificate.pods.map((pod) => ({ ...pod, dualValue: '0' }));
    const nothing = { lowerBoundMicroUsdPerHour: 0, certificate: { ...certificate, pods } };
    expect(problemOf(changed(nothing))).toBeNull();
    const silent = { ...certificate, pods: [] };
    expect(problemOf(changed({ lowerBoundMicroUsdPerHour: 0, certificate: silent }))).toBeNull();
  });

  it('refuses a node charge that was changed', () => {
    expect(problemOf(changed({ nodeChargeMicroUsdPerHour: 0 }))).toMatch(
      /may hold pods whose dual prices exceed its cost/,
    );
  });
});

describe('a bound that holds only for whole pods', () => {
  const spotMicroUsdPerHour = 40_000;
  // At most three quarters of a node with four vCPUs can be used, on any node.
  const threeCores = aSnapshot()
    .withNodePools(aNodePool().allowingAllCapacityTypes())
    .withInstanceTypes(
      anInstanceType('four')
        .with({ milliCpu: 4_000, memoryMib: 8_192 })
        .offeredAt({
          microUsdPerHour: 100_000,
          in: ['zone-a'],
        }),
    )
    .withPods(
      aPod('big').requesting({ milliCpu: 3_000, memoryMib: 1_024 }).times(300),
      aPod('odd').requesting({ milliCpu: 2_500, memoryMib: 1_024 }).times(300),
    )
    .build();
  const result = solve(threeCores, { nodeChargeMicroUsdPerHour: 0 });

  it('is proved by the integer patterns of a node', () => {
    const { planMicroUsdPerHour, gapRatio, certificate } = costOf(result);
    expect(planMicroUsdPerHour).toBe(600 * spotMicroUsdPerHour);
    expect(gapRatio).toBeLessThan(2e-6);
    expect(certificate.isExhaustive).toBe(false);
    expect(verifyBound(threeCores, result).isProved).toBe(true);
  });

  it('is refused if the value of some pattern exceeds the cost of the node', () => {
    const { certificate } = costOf(result);
    const pods = certificate.pods.map((pod) => ({
      ...pod,
      dualValue: String((BigInt(pod.dualValue) * 1_001n) / 1_000n),
    }));
    const forged = {
      ...result,
      cost: { ...costOf(result), certificate: { ...certificate, pods } },
    };
    expect(verifyBound(threeCores, forged)).toEqual({
      isProved: false,
      problem: expect.stringMatching(/may hold pods whose dual prices exceed its cost$/),
    });
  });

  it('has no gap if no pattern can use more of a node', () => {
    for (const gap of costOf(result).nodeGaps) {
      expect(gap).toEqual({
        dualValueMicroUsdPerHour: spotMicroUsdPerHour,
        offeringPremiumMicroUsdPerHour: 0,
        unusedCapacityMicroUsdPerHour: 0,
        placementPremiumMicroUsdPerHour: 0,
      });
    }
  });
});

describe('the bound for a few pods', () => {
  const few = { ...many, pods: many.pods.filter((_, index) => index % 12 === 0) };
  const result = solve(few, { nodeChargeMicroUsdPerHour: 0 });
  const withBound = (more: number, isExhaustive: boolean): SchedulingResult => {
    const { certificate, lowerBoundMicroUsdPerHour } = costOf(result);
    return {
      ...result,
      cost: {
        ...costOf(result),
        certificate: { ...certificate, isExhaustive },
        lowerBoundMicroUsdPerHour: lowerBoundMicroUsdPerHour + more,
      },
    };
  };

  it('is exactly the result of the exhaustive search', () => {
    expect(costOf(result).gapRatio).toBe(0);
    expect(verifyBound(few, withBound(0, true))).toEqual({
      isProved: true,
      lowerBoundMicroUsdPerHour: costOf(result).planMicroUsdPerHour,
    });
    expect(verifyBound(few, withBound(1, true))).toEqual({
      isProved: false,
      problem: 'the exhaustive search does not prove the bound',
    });
  });
});
