import { invariant, labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeOverlay } from '../model/node-overlay.js';
import { listedPrice } from '../model/offering.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { solve as solveForLeast } from '../optimize/solve.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { applyNodeOverlays } from './apply-node-overlays.js';

const cluster = aSnapshot()
  .withPods(aPod())
  .withNodePools(aNodePool('a'), aNodePool('b').labelled({ team: 'x' }).withWeight(1))
  .withInstanceTypes(
    anInstanceType('cheap').offeredAt({ microUsdPerHour: 100_000 }),
    anInstanceType('expensive').offeredAt({ microUsdPerHour: 200_000 }),
    anInstanceType('unknown').offered(anOffering('zone-a', 'on-demand', null)),
  )
  .build();

const term = (
  key: string,
  operator: RequirementSpec['operator'],
  ...values: readonly string[]
): RequirementSpec => ({ key, operator, values, minValues: null });
const overlay = (name: string, changes: Partial<NodeOverlay>): NodeOverlay => ({
  name,
  weight: 0,
  requirements: [term(labelKeys.instanceType, 'In', 'expensive')],
  price: null,
  capacity: {},
  ...changes,
});
const fixed = (priceMicroUsdPerHour: number) => ({ kind: 'Fixed', priceMicroUsdPerHour }) as const;

/** Prices of a type in a pool: on demand and spot in zone a. */
function pricesOf(type: string, pool: string, ...overlays: readonly NodeOverlay[]) {
  const { instanceTypesByNodePool, conflicts } = applyNodeOverlays(cluster, overlays);
  const found = instanceTypesByNodePool[pool]?.find(({ name }) => name === type);
  const prices = found?.offerings
    .filter(({ zone }) => zone === 'zone-a')
    .map((offering) => offering.priceMicroUsdPerHour);
  return { prices, conflicts };
}

describe('NodeOverlays', () => {
  it.each([
    ['a fixed price', fixed(50_000), [50_000, 50_000]],
    ['a difference', { kind: 'Difference', microUsdPerHour: -90_000 } as const, [110_000, 0]],
    ['a percentage', { kind: 'Percent', percent: 12.5 } as const, [225_000, 90_000]],
    ['all of it off', { kind: 'Percent', percent: -100 } as const, [0, 0]],
  ])('set prices by %s, never below 0', (_, price, prices) => {
    expect(pricesOf('expensive', 'a', overlay('o', { price }))).toEqual({ prices, conflicts: [] });
  });

  it.each([
    ['a fixed price', fixed(50_000), { priceMicroUsdPerHour: 50_000 }, null],
    [
      'no adjustment of an unknown price',
      { kind: 'Percent', percent: 10 } as const,
      { priceMicroUsdPerHour: 70_000, isPriceEstimated: true },
      null,
    ],
  ])('give a type with an estimated price %s', (_, price, expected, listed) => {
    const estimated = anInstanceType('expensive')
      .offered(anOffering('zone-a', 'on-demand', 70_000, { isPriceEstimated: true }))
      .build();
    const { instanceTypesByNodePool } = applyNodeOverlays(
      { ...cluster, instanceTypesByNodePool: { a: [estimated] } },
      [overlay('o', { price })],
    );
    const [offering] = instanceTypesByNodePool['a']?.[0]?.offerings ?? [];
    invariant(offering !== undefined, 'the type is offered');
    expect(offering).toMatchObject(expected);
    expect(offering.isPriceEstimated).toBe('isPriceEstimated' in expected ? true : undefined);
    expect(listedPrice(offering)).toBe(listed);
  });

  it('change only offerings that they select', () => {
    const spot = overlay('spot', {
      requirements: [term(labelKeys.capacityType, 'In', 'spot')],
      price: fixed(1),
    });
    expect(pricesOf('cheap', 'a', spot).prices).toEqual([100_000, 1]);
  });

  it('select by NodePool and by the labels of its template', () => {
    const ofTeam = overlay('team', { requirements: [term('team', 'Exists')], price: fixed(1) });
    const ofPool = overlay('pool', {
      requirements: [term(labelKeys.nodePool, 'NotIn', 'a')],
      price: fixed(2),
    });
    expect(pricesOf('cheap', 'a', ofTeam).prices).toEqual([100_000, 40_000]);
    expect(pricesOf('cheap', 'b', ofTeam).prices).toEqual([1, 1]);
    expect(pricesOf('cheap', 'b', ofPool).prices).toEqual([2, 2]);
  });

  it('make a type without a known price launchable by setting a price', () => {
    const type = [term(labelKeys.instanceType, 'In', 'unknown')];
    const set = overlay('set', { requirements: type, price: fixed(10) });
    const adjust = overlay('adjust', {
      requirements: type,
      price: { kind: 'Percent', percent: 5 },
    });
    expect(pricesOf('unknown', 'a', set).prices).toEqual([10]);
    expect(pricesOf('unknown', 'a', adjust).prices).toEqual([null]);
    const overlaid = { ...cluster, ...applyNodeOverlays(cluster, [set]) };
    expect(planWithFirstFit(overlaid).newNodeClaims[0]?.expected.instanceType).toBe('unknown');
  });

  it('apply the highest weight to each property', () => {
    const light = overlay('light', { price: fixed(1) });
    const heavy = overlay('heavy', { weight: 10, price: fixed(2) });
    expect(pricesOf('expensive', 'a', light, heavy)).toEqual({ prices: [2, 2], conflicts: [] });
  });

  it('are not applied at all if another one of equal weight comes first, even if they agree', () => {
    const later = overlay('z', { price: fixed(7) });
    const earlier = overlay('a', {
      price: fixed(7),
      requirements: [term(labelKeys.arch, 'Exists')],
      capacity: { 'example.com/gpu': 1 },
    });
    const conflict = {
      overlay: 'a',
      with: 'z',
      nodePool: 'a',
      instanceType: 'expensive',
      about: 'price',
    };
    expect(pricesOf('expensive', 'a', earlier, later)).toEqual({
      prices: [7, 7],
      conflicts: [conflict],
    });
    expect(pricesOf('cheap', 'b', earlier, later).prices).toEqual([100_000, 40_000]);
  });

  it('conflict even with another one in between', () => {
    const [first, second, third] = ['c', 'b', 'a'].map((name) =>
      overlay(name, { capacity: { [name === 'b' ? 'example.com/b' : 'example.com/a']: 1 } }),
    );
    const { conflicts } = applyNodeOverlays(
      cluster,
      [third, second, first].flatMap((o) => o ?? []),
    );
    expect(conflicts).toMatchObject([{ overlay: 'a', with: 'c', about: 'example.com/a' }]);
  });

  it('add resources of several overlays to a type, and pods can request them', () => {
    const gpu = overlay('gpu', { capacity: { 'example.com/gpu': 2 } });
    const disk = overlay('disk', { capacity: { 'example.com/disk': 1 }, weight: 3 });
    const { instanceTypesByNodePool } = applyNodeOverlays(cluster, [gpu, disk]);
    const wanting = aPod()
      .withSpec({ requests: { cpu: 1, 'example.com/gpu': 2, pods: 1 } })
      .build();
    const plan = (types: typeof instanceTypesByNodePool) =>
      planWithFirstFit({
        ...cluster,
        pods: [wanting],
        instanceTypesByNodePool: types,
      }).newNodeClaims.map(({ expected }) => expected.instanceType);
    expect(instanceTypesByNodePool['a']?.[1]?.allocatable).toMatchObject({
      cpu: 1900,
      'example.com/gpu': 2,
      'example.com/disk': 1,
    });
    expect(plan(instanceTypesByNodePool)).toEqual(['expensive']);
    expect(plan(cluster.instanceTypesByNodePool)).toEqual([]);
  });

  it('set an unknown price only if they select types by name and nothing else', () => {
    const byArch = overlay('arch', {
      weight: 5,
      requirements: [term(labelKeys.arch, 'Exists')],
      price: fixed(30),
    });
    const named = overlay('named', {
      requirements: [term(labelKeys.instanceType, 'In', 'unknown')],
      price: fixed(10),
    });
    expect(pricesOf('unknown', 'a', byArch).prices).toEqual([null]);
    expect(pricesOf('unknown', 'a', byArch, named).prices).toEqual([30]);
  });

  it('record their name and the original price, also in the plan', () => {
    const set = overlay('set', { price: fixed(7) });
    const catalog = applyNodeOverlays(cluster, [set]);
    const [claim] = planWithFirstFit({ ...cluster, ...catalog }).newNodeClaims;
    expect(claim?.expected).toMatchObject({
      instanceType: 'expensive',
      priceMicroUsdPerHour: 7,
      priceOverlay: { name: 'set', listedMicroUsdPerHour: 200_000 },
    });
    const others = claim?.instanceTypes.filter(({ name }) => name === 'cheap') ?? [];
    expect(others.flatMap(({ offerings }) => offerings).map(listedPrice)).toContain(100_000);
    expect(JSON.stringify(others)).not.toContain('priceOverlay');
  });

  it('record the added capacity in the plan', () => {
    const gpu = overlay('gpu', { capacity: { 'example.com/gpu': 2 } });
    const catalog = applyNodeOverlays(cluster, [gpu]);
    const [claim] = planWithFirstFit({ ...cluster, ...catalog }).newNodeClaims;
    const overlaid = claim?.instanceTypes.flatMap(({ name, capacityOverlay }) =>
      capacityOverlay === undefined ? [] : [[name, capacityOverlay]],
    );
    expect(overlaid).toEqual([['expensive', { 'example.com/gpu': 2 }]]);
  });

  it('allow nodes with price 0', () => {
    const free = overlay('free', { price: fixed(0) });
    const { newNodeClaims, cost } = solveForLeast(
      { ...cluster, ...applyNodeOverlays(cluster, [free]) },
      {
        nodeChargeMicroUsdPerHour: 0,
      },
    );
    expect(newNodeClaims.map(({ expected }) => expected.instanceType)).toEqual(['expensive']);
    expect(cost).toMatchObject({
      planMicroUsdPerHour: 0,
      lowerBoundMicroUsdPerHour: 0,
      gapRatio: 0,
    });
  });

  it('report what each of them changes', () => {
    const all = overlay('all', { requirements: [], price: fixed(1) });
    const inB = overlay('b', {
      weight: 1,
      requirements: [term(labelKeys.nodePool, 'In', 'b')],
      price: fixed(1),
    });
    const nowhere = overlay('nowhere', { requirements: [term(labelKeys.arch, 'In', 'riscv')] });
    expect(applyNodeOverlays(cluster, [all, inB, nowhere]).reaches).toEqual([
      { overlay: 'b', nodePools: ['b'], instanceTypes: 3 },
      { overlay: 'nowhere', nodePools: [], instanceTypes: 0 },
      { overlay: 'all', nodePools: ['a', 'b'], instanceTypes: 3 },
    ]);
  });

  it('return unchanged objects for what they do not select', () => {
    const { instanceTypesByNodePool } = applyNodeOverlays(cluster, [
      overlay('o', { price: fixed(1) }),
    ]);
    expect(instanceTypesByNodePool['a']?.[0]).toBe(cluster.instanceTypesByNodePool['a']?.[0]);
    const untouched = applyNodeOverlays(cluster, [
      overlay('o', { requirements: [term(labelKeys.nodePool, 'In', 'b')], price: fixed(1) }),
    ]);
    expect(untouched.instanceTypesByNodePool['a']).toBe(cluster.instanceTypesByNodePool['a']);
  });

  it('create one list for NodePools that they cannot distinguish', () => {
    const types = cluster.instanceTypesByNodePool['a'] ?? [];
    const equalPools = { ...cluster, instanceTypesByNodePool: { a: types, b: types } };
    const listsWith = (one: NodeOverlay) => {
      const { a, b } = applyNodeOverlays(equalPools, [one]).instanceTypesByNodePool;
      return a === b;
    };
    expect(listsWith(overlay('o', { price: fixed(1) }))).toBe(true);
    const ofTeam = { requirements: [term('team', 'Exists')], price: fixed(1) };
    expect(listsWith(overlay('o', ofTeam))).toBe(false);
  });

  it('create a type again only if it has changed', () => {
    const all = overlay('all', { requirements: [], price: fixed(1) });
    const before = applyNodeOverlays(cluster, [all]);
    const [cheap, expensive, unknown] = cluster.instanceTypesByNodePool['a'] ?? [];
    invariant(
      cheap !== undefined && expensive !== undefined && unknown !== undefined,
      'three types',
    );
    const changed = { ...expensive, capacity: { ...expensive.capacity, cpu: 1 } };
    const types = [cheap, changed, unknown];
    const after = applyNodeOverlays(
      { ...cluster, instanceTypesByNodePool: { a: types, b: types } },
      [all],
      before,
    );
    const [first, second] = after.instanceTypesByNodePool['a'] ?? [];
    const [firstBefore, secondBefore] = before.instanceTypesByNodePool['a'] ?? [];
    expect(first).toBe(firstBefore);
    expect(second).not.toBe(secondBefore);
    const fixedPrice = overlay('all', { requirements: [], price: fixed(2) });
    const anew = applyNodeOverlays(cluster, [fixedPrice], before);
    expect(anew.instanceTypesByNodePool['a']?.[0]).not.toBe(firstBefore);
  });
});
