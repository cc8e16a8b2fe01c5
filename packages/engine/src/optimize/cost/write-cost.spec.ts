import { anInstanceType, anOffering, aPod, aSnapshot, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { dualPriceUnit } from '../../model/plan-cost.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { findNodeGaps } from './gap-parts.js';
import { measurePlan } from './measured-plan.js';
import { type Bound, findBound, strongestBound } from './relaxation-bound.js';
import { writeCertificate } from './write-certificate.js';
import { writeCost } from './write-cost.js';

/** A type with 10 CPUs and memory for all, at a price in one zone. */
const aType = (name: string, cores: number, price: number) =>
  anInstanceType(name)
    .with({ milliCpu: cores * 1_000, memoryMib: 65_536, pods: 100 })
    .reserving({})
    .offered(anOffering('zone-a', 'on-demand', price));

const snapshot = aSnapshot().withInstanceTypes(aType('ten', 10, 1_000));
const cpus = (count: number) => aPod(`c${count}`).requesting({ milliCpu: count * 1_000 });

/** The FirstFit plan of a snapshot with its bound; by default with the relaxation's dual prices. */
function measured(given: SnapshotBuilder, nodeCharge = 0) {
  const problem = compileProblem(given.build());
  const plan = measurePlan(problem, firstFit(problem), { nodeCharge, offeringSharePercent: 100 });
  const found = findBound(problem, plan.result, nodeCharge);
  const relaxed: Bound = {
    model: found.model,
    values: found.relaxation.values,
    multipliers: found.model.offerings.flatMap(
      ({ group }) => found.relaxation.multipliers[group] ?? [],
    ),
    exactCost: null,
  };
  return { problem, plan, found, relaxed };
}

describe('findNodeGaps', () => {
  it('is empty without new nodes', () => {
    const { problem, plan, relaxed } = measured(snapshot);
    expect(findNodeGaps(problem, relaxed, plan)).toEqual([]);
  });

  it('finds no gap on a full node of the best offering', () => {
    const { problem, plan, relaxed } = measured(snapshot.withPods(cpus(5).times(2)));
    const [gap] = findNodeGaps(problem, relaxed, plan);
    expect(gap?.dualValueMicroUsdPerHour).toBeCloseTo(1_000);
    expect(gap?.offeringPremiumMicroUsdPerHour).toBeCloseTo(0);
    expect(gap?.unusedCapacityMicroUsdPerHour).toBeCloseTo(0);
    expect(gap?.placementPremiumMicroUsdPerHour).toBeCloseTo(0);
  });

  it('counts the capacity that no pod uses: 4 of 10 CPUs', () => {
    const { problem, plan, relaxed } = measured(snapshot.withPods(cpus(6)));
    const [gap] = findNodeGaps(problem, relaxed, plan);
    expect(gap?.dualValueMicroUsdPerHour).toBeCloseTo(600);
    expect(gap?.unusedCapacityMicroUsdPerHour).toBeCloseTo(400);
    expect(gap?.offeringPremiumMicroUsdPerHour).toBeCloseTo(0);
  });

  it('counts the premium of an offering that costs more per CPU than another one', () => {
    // The best offering has 20 CPUs at 1,200: 60 per CPU. The last pod is on 10 CPUs at 1,000.
    const { problem, plan, relaxed } = measured(
      aSnapshot()
        .withInstanceTypes(aType('ten', 10, 1_000), aType('twenty', 20, 1_200))
        .withPods(cpus(10).times(3)),
    );
    const gaps = findNodeGaps(problem, relaxed, plan);
    const single = gaps.find((_, index) => plan.claims[index]?.claim.pods.length === 1);
    expect(single?.dualValueMicroUsdPerHour).toBeCloseTo(600);
    expect(single?.offeringPremiumMicroUsdPerHour).toBeCloseTo(400);
    expect(single?.unusedCapacityMicroUsdPerHour).toBeCloseTo(0);
  });

  it('splits the cost of each node completely', () => {
    const { problem, plan, relaxed } = measured(
      snapshot.withPods(cpus(7).times(2), cpus(4).times(3), cpus(1).times(2)),
      50,
    );
    const gaps = findNodeGaps(problem, relaxed, plan);
    expect(gaps).toHaveLength(plan.claims.length);
    gaps.forEach((gap, index) => {
      const total = Object.values(gap).reduce((sum, part) => sum + part, 0);
      expect(total).toBeCloseTo(plan.claims[index]?.cost ?? 0);
      for (const part of Object.values(gap)) expect(part).toBeGreaterThan(-1e-6);
    });
  });

  it('gives the whole gap to the offering, if the model has no such offering', () => {
    const { problem, plan, relaxed } = measured(snapshot.withPods(cpus(6)));
    const without = { ...relaxed, model: { ...relaxed.model, offerings: [] } };
    const [gap] = findNodeGaps(problem, without, plan);
    expect(gap?.dualValueMicroUsdPerHour).toBeCloseTo(600);
    expect(gap?.offeringPremiumMicroUsdPerHour).toBeCloseTo(400);
    expect(gap?.unusedCapacityMicroUsdPerHour).toBeCloseTo(0);
    expect(gap?.placementPremiumMicroUsdPerHour).toBeCloseTo(0);
  });
});

describe('writeCertificate', () => {
  it('proves a bound of 0 for no pods', () => {
    const { problem, relaxed } = measured(snapshot);
    expect(writeCertificate(problem, relaxed)).toEqual({
      certificate: { isExhaustive: false, resources: [], slots: [], pods: [], dualPrices: [] },
      lowerBound: 0,
    });
  });

  it('rounds the dual prices down to integers, and the bound with them', () => {
    const { problem, relaxed } = measured(snapshot.withPods(cpus(6).times(5)));
    const { certificate, lowerBound } = writeCertificate(problem, relaxed);
    // 5 × 600 less the safety margin.
    expect(lowerBound).toBe(2_999);
    const [pod] = certificate.pods;
    expect(pod).toMatchObject({ podUid: 'c6-1', count: 5 });
    expect(Number(pod?.dualValue) / dualPriceUnit).toBeCloseTo(600, 4);
    expect(Number(pod?.dualValue) / dualPriceUnit).toBeLessThan(600);
    // 1,000 for 10,000 milli-CPUs.
    expect(Number(certificate.dualPrices[0]?.[0]) / dualPriceUnit).toBeCloseTo(0.1, 6);
    expect(certificate.resources).toEqual(['cpu', 'pods']);
  });

  it('lists pod groups by the first of their uids, in order', () => {
    const { problem, relaxed } = measured(
      snapshot.withPods(cpus(6).named('z'), cpus(6).named('y'), cpus(3).named('a')),
    );
    const { certificate } = writeCertificate(problem, relaxed);
    expect(certificate.pods.map(({ podUid, count }) => `${podUid} ${count}`)).toEqual([
      'a 1',
      'y 2',
    ]);
  });

  it('writes equal sets of dual prices once', () => {
    const { problem, relaxed } = measured(snapshot.withPods(cpus(6)));
    const [own] = relaxed.multipliers;
    expect(own).toBeDefined();
    if (own === undefined) return;
    const repeated = { ...relaxed, multipliers: [own, own, own.slice(), new Float64Array(2)] };
    const { dualPrices } = writeCertificate(problem, repeated).certificate;
    expect(dualPrices).toHaveLength(2);
    expect(dualPrices[1]).toEqual(['0', '0']);
  });

  it('lists the pods of each slot', () => {
    const { problem, relaxed } = measured(
      snapshot.withPods(cpus(2).onHostPort(80).named('a'), cpus(3).onHostPort(80).named('b')),
    );
    const { slots } = writeCertificate(problem, relaxed).certificate;
    expect(slots).toEqual([{ capacity: 1, podUids: ['a', 'b'] }]);
  });

  it('is exhaustive only if the optimum is above the dual prices', () => {
    const { problem, relaxed } = measured(snapshot.withPods(cpus(6).times(5)));
    const exact = writeCertificate(problem, { ...relaxed, exactCost: 5_000 });
    expect(exact.lowerBound).toBe(5_000);
    expect(exact.certificate.isExhaustive).toBe(true);
    const equal = writeCertificate(problem, { ...relaxed, exactCost: 2_999 });
    expect(equal.lowerBound).toBe(2_999);
    expect(equal.certificate.isExhaustive).toBe(false);
  });
});

describe('writeCost', () => {
  const costOf = (given: SnapshotBuilder, nodeCharge = 0) => {
    const { problem, plan, found } = measured(given, nodeCharge);
    return writeCost(problem, {
      chosen: plan,
      firstFitPlan: { ...plan, priceMicroUsdPerHour: 7_000, nodes: 7 },
      nodeCharge,
      method: 'Greedy',
      bound: strongestBound(found, null),
    });
  };

  it('is 0 without new nodes, with a gap of 0', () => {
    expect(costOf(aSnapshot())).toMatchObject({
      planMicroUsdPerHour: 0,
      lowerBoundMicroUsdPerHour: 0,
      gapRatio: 0,
      nodeGaps: [],
    });
  });

  it('adds the node charge to the plan and to the baseline', () => {
    expect(costOf(snapshot.withPods(cpus(6).times(5)), 10)).toMatchObject({
      planMicroUsdPerHour: 5_050,
      lowerBoundMicroUsdPerHour: 5_050,
      gapRatio: 0,
      firstFitMicroUsdPerHour: 7_070,
      firstFitNodes: 7,
      nodeChargeMicroUsdPerHour: 10,
      method: 'Greedy',
    });
  });

  it('sums up and rounds the parts of the gap of all nodes', () => {
    // 30 pods of 6 CPUs: each node has dual prices of 600 in the relaxation, and 4 unused CPUs.
    const cost = costOf(snapshot.withPods(cpus(6).times(30)));
    expect(cost.lowerBoundMicroUsdPerHour).toBe(30_000);
    const many = aSnapshot()
      .withInstanceTypes(aType('ten', 10, 1_000), aType('eleven', 11, 1_101))
      .withPods(cpus(3).times(40), cpus(7).times(40), cpus(1).times(41));
    const { gapParts, nodeGaps, planMicroUsdPerHour } = costOf(many);
    const total = nodeGaps.flatMap((gap) => Object.values(gap)).reduce((sum, part) => sum + part);
    expect(Math.abs(total - planMicroUsdPerHour)).toBeLessThanOrEqual(2 * nodeGaps.length);
    for (const part of Object.values(gapParts)) expect(Number.isInteger(part)).toBe(true);
  });
});
