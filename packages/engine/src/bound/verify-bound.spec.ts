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

// Of those after the hundred, each was once refused: alternatives that were given up, and labels of
// daemons and pods that must exist and must not.
const seeds = [...Array.from({ length: 100 }, (_, index) => index + 1), 677, 691, 729, 1523, 2999];
const clusters = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));

describe('the bound of a plan for a random cluster', () => {
  it('is proved by its certificate, and no plan is below it', () => {
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
const db = aPod('db').labelled({ app: 'db' }).awayFrom({ app: 'db' }, 'kubernetes.io/hostname');
/** Too many ways to try, a rule about one node, and daemons that leave the smallest type no room. */
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

  it('refuses a bound that the worths of pods do not come to', () => {
    const forged = changed({ lowerBoundMicroUsdPerHour: lowerBoundMicroUsdPerHour + 1000 });
    expect(problemOf(forged)).toBe('the worths come to less');
  });

  it('refuses worths under which a node holds more than it costs', () => {
    const pods = certificate.pods.map((pod) => ({
      ...pod,
      dualValue: String((BigInt(pod.dualValue) * 101n) / 100n),
    }));
    expect(problemOf(changed({ certificate: { ...certificate, pods } }))).toMatch(
      /may hold more than it costs$/,
    );
  });

  it('refuses a certificate about other pods', () => {
    const pods = certificate.pods.map((pod) => ({ ...pod, count: pod.count + 1 }));
    expect(problemOf(changed({ certificate: { ...certificate, pods } }))).toMatch(
      /^the plan has not/,
    );
    const strangers = certificate.pods.map((pod) => ({ ...pod, podUid: 'nobody' }));
    expect(problemOf(changed({ certificate: { ...certificate, pods: strangers } }))).toBe(
      'there is no pod nobody',
    );
  });

  it('refuses pods kept apart by nothing', () => {
    const slots = [{ capacity: 1, podUids: certificate.pods.map(({ podUid }) => podUid) }];
    const dualPrices = certificate.dualPrices.map((set) => [...set, '0']);
    expect(problemOf(changed({ certificate: { ...certificate, slots, dualPrices } }))).toMatch(
      /^nothing keeps .* apart$/,
    );
  });

  it('refuses worths that are not whole numbers, and sets that are cut', () => {
    const dualPrices = certificate.dualPrices.map(([first, ...others]) => [
      `${first}.5`,
      ...others,
    ]);
    expect(problemOf(changed({ certificate: { ...certificate, dualPrices } }))).toBe(
      'a worth is not a whole number',
    );
    const cut = certificate.dualPrices.map((set) => set.slice(1));
    expect(problemOf(changed({ certificate: { ...certificate, dualPrices: cut } }))).toBe(
      'a worth is missing',
    );
  });

  it('refuses a plan without a bound, or with pods that do not wait', () => {
    expect(problemOf({ ...result, cost: null })).toBe('the plan has no bound');
    const newNodeClaims = result.newNodeClaims.map((claim) => ({
      ...claim,
      podUids: [...claim.podUids, 'nobody'],
    }));
    expect(problemOf({ ...result, newNodeClaims })).toBe(
      'the plan has a pod nobody that does not wait',
    );
  });

  it('proves less than the worths come to as well, and pods that are worth nothing', () => {
    const less = changed({ lowerBoundMicroUsdPerHour: lowerBoundMicroUsdPerHour - 1_000 });
    expect(problemOf(less)).toBeNull();
    const pods = certificate.pods.map((pod) => ({ ...pod, dualValue: '0' }));
    const nothing = { lowerBoundMicroUsdPerHour: 0, certificate: { ...certificate, pods } };
    expect(problemOf(changed(nothing))).toBeNull();
    const silent = { ...certificate, pods: [] };
    expect(problemOf(changed({ lowerBoundMicroUsdPerHour: 0, certificate: silent }))).toBeNull();
  });

  it('needs the charge of each node to be what it says', () => {
    expect(problemOf(changed({ nodeChargeMicroUsdPerHour: 0 }))).toMatch(/may hold more/);
  });
});

describe('a bound that holds for whole pods only', () => {
  const spotMicroUsdPerHour = 40_000;
  // Of a node of four cores three quarters can be used, whatever is bought.
  const threeCores = aSnapshot()
    .withNodePools(aNodePool().launchingAnything())
    .withInstanceTypes(
      anInstanceType('four')
        .with({ milliCpu: 4_000, memoryMib: 8_192 })
        .sold({
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

  it('is shown by looking at what whole pods a node holds', () => {
    const { planMicroUsdPerHour, gapRatio, certificate } = costOf(result);
    expect(planMicroUsdPerHour).toBe(600 * spotMicroUsdPerHour);
    expect(gapRatio).toBeLessThan(2e-6);
    expect(certificate.isExhaustive).toBe(false);
    expect(verifyBound(threeCores, result).isProved).toBe(true);
  });

  it('is refused where some filling is worth more than the node', () => {
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
      problem: expect.stringMatching(/may hold more than it costs$/),
    });
  });

  it('leaves no part of a price unexplained where whole pods fill no node', () => {
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

describe('the bound of a few pods', () => {
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

  it('is what trying every way shows, and no more', () => {
    expect(costOf(result).gapRatio).toBe(0);
    expect(verifyBound(few, withBound(0, true))).toEqual({
      isProved: true,
      lowerBoundMicroUsdPerHour: costOf(result).planMicroUsdPerHour,
    });
    expect(verifyBound(few, withBound(1, true))).toEqual({
      isProved: false,
      problem: 'trying every way does not show it',
    });
  });
});
