import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../scheduling/problem/problem.js';
import { measurePlan } from './cost/measured-plan.js';
import { findBound } from './cost/relaxation-bound.js';
import { improvePlan } from './improve-plan.js';
import { WorkBudget } from './work-budget.js';

const { hostname, zone } = labelKeys;

/** A type with this many CPUs and memory for all, at a price in one zone. */
const aType = (name: string, cores: number, price: number) =>
  anInstanceType(name)
    .with({ milliCpu: cores * 1_000, memoryMib: 65_536, pods: 100 })
    .reserving({})
    .offered(anOffering('zone-a', 'on-demand', price));

const cpus = (name: string, count: number) => aPod(name).requesting({ milliCpu: count * 1_000 });

/** First-fit decreasing needs three nodes of 10 for these pods; two would do. */
const pods = [cpus('a', 5), cpus('b', 4), cpus('c', 4), cpus('d', 3), cpus('e', 2), cpus('f', 2)];
const ten = aSnapshot().withInstanceTypes(aType('ten', 10, 1_000));

function improved(given: SnapshotBuilder, { budgetMs = 50, firstMs = 100, nodeCharge = 0 } = {}) {
  const problem = compileProblem(given.build());
  const restart = problem.checkpoint();
  const planOptions = { nodeCharge, offeringSharePercent: 100 };
  const baseline = measurePlan(problem, firstFit(problem), planOptions);
  const found = improvePlan(problem, baseline, {
    planOptions,
    budget: new WorkBudget(budgetMs),
    firstBudget: new WorkBudget(firstMs),
    restart,
    bound: findBound(problem, baseline.result, nodeCharge),
  });
  return { ...found, baseline };
}

const podsOf = ({ plan }: ReturnType<typeof improved>) =>
  plan.claims
    .map(({ claim }) =>
      claim.pods
        .map(({ pod }) => pod.name)
        .sort()
        .join(''),
    )
    .sort();

describe('improvePlan', () => {
  it('returns the baseline without new nodes', () => {
    const { plan, baseline, method, duals } = improved(ten);
    expect(plan).toBe(baseline);
    expect({ method, duals }).toEqual({ method: 'FirstFit', duals: null });
  });

  it('returns the baseline without a budget', () => {
    const result = improved(ten.withPods(...pods), { budgetMs: 0 });
    expect(result.plan).toBe(result.baseline);
    expect(result.method).toBe('FirstFit');
  });

  it('finds the optimum of few pods: two full nodes instead of three', () => {
    const result = improved(ten.withPods(...pods));
    expect(result.baseline.priceMicroUsdPerHour).toBe(3_000);
    expect(result.plan.priceMicroUsdPerHour).toBe(2_000);
    expect(result.method).toBe('Exhaustive');
    expect(podsOf(result).join('').split('').sort().join('')).toBe('abcdef');
  });

  it('returns the baseline if it is optimal', () => {
    const result = improved(ten.withPods(cpus('a', 5), cpus('b', 5)));
    expect(result.plan).toBe(result.baseline);
  });

  it('searches if the problem is too large for all possibilities, with dual prices', () => {
    const many = pods.flatMap((pod, index) => pod.named(`n${index}`).times(8));
    const result = improved(ten.withPods(many), { budgetMs: 200, firstMs: 400 });
    expect(result.plan.priceMicroUsdPerHour).toBeLessThan(result.baseline.priceMicroUsdPerHour);
    expect(result.plan.unplaced.size).toBe(0);
    expect(result.duals?.lowerBound).toBeLessThanOrEqual(result.plan.priceMicroUsdPerHour);
    expect(['Greedy', 'ColumnGeneration', 'LargeNeighborhoodSearch']).toContain(result.method);
  });

  it('returns the baseline if the first budget does not suffice for a plan', () => {
    const many = pods.flatMap((pod, index) => pod.named(`n${index}`).times(8));
    const result = improved(ten.withPods(many), { budgetMs: 200, firstMs: 0 });
    expect(result.plan).toBe(result.baseline);
  });

  it('counts the node charge: one large node instead of two small ones that cost less', () => {
    const sizes = aSnapshot()
      .withInstanceTypes(aType('five', 5, 500), aType('eleven', 11, 1_010))
      .withPods(cpus('a', 5), cpus('b', 5));
    for (const nodeCharge of [0, 100]) {
      const { plan, baseline } = improved(sizes, { nodeCharge });
      expect(plan.priceMicroUsdPerHour).toBeLessThanOrEqual(baseline.priceMicroUsdPerHour);
      const total = plan.priceMicroUsdPerHour + plan.nodes * nodeCharge;
      expect(total).toBe(nodeCharge === 0 ? 1_000 : 1_110);
    }
  });

  it('leaves pods with an affinity over hosts where the baseline has them', () => {
    const pair = (name: string) =>
      cpus(name, 1).labelled({ app: 'pair' }).withAffinityTo({ app: 'pair' }, hostname);
    const result = improved(ten.withPods(...pods, pair('x'), pair('y')));
    const nodeOf = (name: string) => podsOf(result).findIndex((names) => names.includes(name));
    expect(result.plan.unplaced.size).toBe(0);
    expect(nodeOf('x')).toBe(nodeOf('y'));
  });

  it('keeps the spread over zones', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(
        anInstanceType('t')
          .with({ milliCpu: 10_000, memoryMib: 65_536 })
          .reserving({})
          .offeredAt({ microUsdPerHour: 1_000 }),
      )
      .withPods(cpus('s', 3).labelled({ app: 's' }).spreadOver(zone).times(3), ...pods);
    const { plan, baseline } = improved(snapshot);
    expect(plan.unplaced.size).toBe(0);
    expect(plan.priceMicroUsdPerHour).toBeLessThanOrEqual(baseline.priceMicroUsdPerHour);
    const hosts = plan.claims.filter(({ claim }) =>
      claim.pods.some(({ pod }) => pod.spec.labels['app'] === 's'),
    );
    expect(hosts).toHaveLength(3);
  });

  it('uses the capacity of existing nodes anew for the cheaper plan', () => {
    const free = { cpu: 9_000, memory: 2 ** 36, pods: 50 };
    const node = aNode('n').with({ capacity: free, allocatable: free });
    const result = improved(ten.withNodes(node).withPods(cpus('x', 9), ...pods));
    expect(result.baseline.priceMicroUsdPerHour).toBe(3_000);
    expect(result.plan.priceMicroUsdPerHour).toBe(2_000);
    expect(result.plan.unplaced.size).toBe(0);
    const onNode = [...result.plan.result.podsByNode.values()].flat().map(({ name }) => name);
    expect(onNode).toEqual(['x']);
  });

  it('leaves the problem as the baseline left it, if that is returned after a search', () => {
    const free = { cpu: 9_000, memory: 2 ** 36, pods: 50 };
    const node = aNode('n').with({ capacity: free, allocatable: free });
    const problem = compileProblem(
      ten.withNodes(node).withPods(cpus('x', 9), cpus('a', 5), cpus('b', 5)).build(),
    );
    const restart = problem.checkpoint();
    const planOptions = { nodeCharge: 0, offeringSharePercent: 100 };
    const baseline = measurePlan(problem, firstFit(problem), planOptions);
    const after = JSON.stringify(problem.nodes.map(({ available }) => [...available]));
    const { plan } = improvePlan(problem, baseline, {
      planOptions,
      budget: new WorkBudget(50),
      firstBudget: new WorkBudget(100),
      restart,
      bound: findBound(problem, baseline.result, 0),
    });
    expect(plan).toBe(baseline);
    expect(JSON.stringify(problem.nodes.map(({ available }) => [...available]))).toBe(after);
  });

  it('keeps preferences that nodes can satisfy, though others are cheaper', () => {
    const zonal = anInstanceType('ten')
      .with({ milliCpu: 10_000, memoryMib: 65_536, pods: 100 })
      .reserving({})
      .offered(anOffering('zone-a', 'on-demand', 1_000), anOffering('zone-b', 'on-demand', 1_500));
    const preferring = pods.map((pod) => pod.preferring(1, term(zone, 'In', 'zone-b')));
    const { plan, baseline } = improved(
      aSnapshot()
        .withInstanceTypes(zonal)
        .withPods(...preferring),
    );
    expect(baseline.priceMicroUsdPerHour).toBe(4_500);
    expect(plan.priceMicroUsdPerHour).toBe(3_000);
  });

  it('keeps to the NodePool with the highest weight, though another one is cheaper', () => {
    const snapshot = aSnapshot()
      .withNodePools(aNodePool('heavy').withWeight(10), aNodePool('light'))
      .withInstanceTypesOf('heavy', aType('ten', 10, 1_000))
      .withInstanceTypesOf('light', aType('ten', 10, 10))
      .withPods(...pods);
    const { plan } = improved(snapshot);
    expect(plan.priceMicroUsdPerHour).toBe(2_000);
    const names = new Set(plan.claims.map(({ claim }) => claim.template.pool.name));
    expect(names).toEqual(new Set(['heavy']));
  });

  it('plans the other pods anew beside pods with an affinity over hosts', () => {
    // The pair fills a node; the other pods fit on two nodes instead of three. As pods without an
    // affinity, those of the pair could be put on two nodes.
    const pair = (name: string, count: number) =>
      cpus(name, count).labelled({ app: 'pair' }).withAffinityTo({ app: 'pair' }, hostname);
    const result = improved(ten.withPods(pair('aa', 6), pair('ab', 4), ...pods));
    expect(result.baseline.priceMicroUsdPerHour).toBe(4_000);
    expect(result.plan.priceMicroUsdPerHour).toBe(3_000);
    expect(podsOf(result)).toContain('aaab');
  });

  it('plans pods with an anti-affinity over hosts anew: they are slots of a node', () => {
    const apart = (name: string, count: number) =>
      cpus(name, count).labelled({ app: 'apart' }).withAntiAffinityTo({ app: 'apart' }, hostname);
    const [, b, c, d, e, f] = pods;
    const others = [b, c, d, e].flatMap((pod) => pod ?? []);
    const result = improved(ten.withPods(apart('a', 5), ...others, ...(f ? [apart('f', 2)] : [])));
    expect(result.baseline.priceMicroUsdPerHour).toBe(3_000);
    expect(result.plan.priceMicroUsdPerHour).toBe(2_000);
    expect(podsOf(result)).toEqual(['ade', 'bcf']);
  });

  it('compares plans of pods that keep their preferences, not of pods without them', () => {
    // Only twelve is in the preferred zone. Without preferences, nodes of ten would cost less.
    const [tenInA, twelveInB] = [
      { name: 'ten', cores: 10, at: 'zone-a', price: 1_000 },
      { name: 'twelve', cores: 12, at: 'zone-b', price: 1_500 },
    ].map(({ name, cores, at, price }) =>
      anInstanceType(name)
        .with({ milliCpu: cores * 1_000, memoryMib: 65_536, pods: 100 })
        .reserving({})
        .offered(anOffering(at, 'on-demand', price)),
    );
    const types = [tenInA, twelveInB].flatMap((type) => type ?? []);
    const sizes = { a: 6, b: 5, c: 5, d: 3, e: 3, f: 2 };
    const preferring = Object.entries(sizes).map(([name, count]) =>
      cpus(name, count).preferring(1, term(zone, 'In', 'zone-b')),
    );
    const result = improved(
      aSnapshot()
        .withInstanceTypes(...types)
        .withPods(...preferring),
    );
    expect(result.baseline.priceMicroUsdPerHour).toBe(4_500);
    expect(result.plan.priceMicroUsdPerHour).toBe(3_000);
    expect(podsOf(result)).toEqual(['ade', 'bcf']);
  });

  it('proves no bound with dual prices of a problem with more constraints than the bound has', () => {
    type Change = (pod: (typeof pods)[number], index: number) => typeof pod;
    const dualsOf = (change: Change) => {
      const many = pods.flatMap((pod, index) => change(pod, index).named(`n${index}`).times(8));
      return improved(ten.withPods(many), { budgetMs: 200, firstMs: 400 }).duals;
    };
    const preferring: Change = (pod) => pod.preferring(1, term(zone, 'In', 'zone-a'));
    expect(dualsOf((pod) => pod)).not.toBeNull();
    expect(dualsOf(preferring)).toBeNull();
    expect(dualsOf((pod, index) => (index === 0 ? preferring(pod, index) : pod))).toBeNull();
    expect(dualsOf((pod) => pod.labelled({ app: 's' }).spreadOver(zone))).toBeNull();
  });

  it('returns the baseline for pods that all have an affinity over hosts', () => {
    const pair = (name: string) =>
      cpus(name, 5).labelled({ app: 'pair' }).withAffinityTo({ app: 'pair' }, hostname);
    const result = improved(ten.withPods(pair('x'), pair('y')));
    expect(result.plan).toBe(result.baseline);
    expect(podsOf(result)).toEqual(['xy']);
  });

  it('keeps pods unplaced that fit on no node, and improves the plan of the others', () => {
    const result = improved(ten.withPods(cpus('huge', 11), ...pods));
    expect(result.baseline.priceMicroUsdPerHour).toBe(3_000);
    expect(result.plan.priceMicroUsdPerHour).toBe(2_000);
    expect(result.plan.unplaced.size).toBe(1);
  });

  it('returns the same plan for the same snapshot', () => {
    const many = pods.flatMap((pod, index) => pod.named(`n${index}`).times(8));
    const once = () => podsOf(improved(ten.withPods(many), { budgetMs: 200, firstMs: 400 }));
    expect(once()).toEqual(once());
  });
});
