import { labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeOverlay } from '../model/node-overlay.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { solve } from '../scheduling/solve.js';
import { applyNodeOverlays } from './apply-node-overlays.js';

const cluster = aSnapshot()
  .withPods(aPod())
  .withNodePools(aNodePool('a'), aNodePool('b').labelled({ team: 'x' }).weighing(1))
  .withInstanceTypes(
    anInstanceType('cheap').sold({ microUsdPerHour: 100_000 }),
    anInstanceType('dear').sold({ microUsdPerHour: 200_000 }),
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
  requirements: [term(labelKeys.instanceType, 'In', 'dear')],
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

describe('node overlays', () => {
  it.each([
    ['a fixed price', fixed(50_000), [50_000, 50_000]],
    ['a difference', { kind: 'Difference', microUsdPerHour: -90_000 } as const, [110_000, 0]],
    ['a percentage', { kind: 'Percent', percent: 12.5 } as const, [225_000, 90_000]],
    ['all of it off', { kind: 'Percent', percent: -100 } as const, [0, 0]],
  ])('set prices by %s, never below nothing', (_, price, prices) => {
    expect(pricesOf('dear', 'a', overlay('o', { price }))).toEqual({ prices, conflicts: [] });
  });

  it('touch only offerings that they are about', () => {
    const spot = overlay('spot', {
      requirements: [term(labelKeys.capacityType, 'In', 'spot')],
      price: fixed(1),
    });
    expect(pricesOf('cheap', 'a', spot).prices).toEqual([100_000, 1]);
  });

  it('look at the pool and at the labels of its template', () => {
    const ofTeam = overlay('team', { requirements: [term('team', 'Exists')], price: fixed(1) });
    const ofPool = overlay('pool', {
      requirements: [term(labelKeys.nodePool, 'NotIn', 'a')],
      price: fixed(2),
    });
    expect(pricesOf('cheap', 'a', ofTeam).prices).toEqual([100_000, 40_000]);
    expect(pricesOf('cheap', 'b', ofTeam).prices).toEqual([1, 1]);
    expect(pricesOf('cheap', 'b', ofPool).prices).toEqual([2, 2]);
  });

  it('make a type with no known price one that can be bought, when they set it', () => {
    const type = [term(labelKeys.instanceType, 'In', 'unknown')];
    const set = overlay('set', { requirements: type, price: fixed(10) });
    const adjust = overlay('adjust', {
      requirements: type,
      price: { kind: 'Percent', percent: 5 },
    });
    expect(pricesOf('unknown', 'a', set).prices).toEqual([10]);
    expect(pricesOf('unknown', 'a', adjust).prices).toEqual([null]);
    const overlaid = { ...cluster, ...applyNodeOverlays(cluster, [set]) };
    expect(solve(overlaid).newNodeClaims[0]?.expected.instanceType).toBe('unknown');
  });

  it('leave a thing to the heaviest of them', () => {
    const light = overlay('light', { price: fixed(1) });
    const heavy = overlay('heavy', { weight: 10, price: fixed(2) });
    expect(pricesOf('dear', 'a', light, heavy)).toEqual({ prices: [2, 2], conflicts: [] });
  });

  it('are left out as a whole when one of equal weight came first, even if they agree', () => {
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
      instanceType: 'dear',
      about: 'price',
    };
    expect(pricesOf('dear', 'a', earlier, later)).toEqual({
      prices: [7, 7],
      conflicts: [conflict],
    });
    expect(pricesOf('cheap', 'b', earlier, later).prices).toEqual([100_000, 40_000]);
  });

  it('conflict through one that lies between them', () => {
    const [first, second, third] = ['c', 'b', 'a'].map((name) =>
      overlay(name, { capacity: { [name === 'b' ? 'example.com/b' : 'example.com/a']: 1 } }),
    );
    const { conflicts } = applyNodeOverlays(
      cluster,
      [third, second, first].flatMap((o) => o ?? []),
    );
    expect(conflicts).toMatchObject([{ overlay: 'a', with: 'c', about: 'example.com/a' }]);
  });

  it('add resources of several to a type, and pods can ask for them', () => {
    const gpu = overlay('gpu', { capacity: { 'example.com/gpu': 2 } });
    const disk = overlay('disk', { capacity: { 'example.com/disk': 1 }, weight: 3 });
    const { instanceTypesByNodePool } = applyNodeOverlays(cluster, [gpu, disk]);
    const wanting = aPod()
      .withSpec({ requests: { cpu: 1, 'example.com/gpu': 2, pods: 1 } })
      .build();
    const plan = (types: typeof instanceTypesByNodePool) =>
      solve({ ...cluster, pods: [wanting], instanceTypesByNodePool: types }).newNodeClaims.map(
        ({ expected }) => expected.instanceType,
      );
    expect(instanceTypesByNodePool['a']?.[1]?.allocatable).toMatchObject({
      cpu: 1900,
      'example.com/gpu': 2,
      'example.com/disk': 1,
    });
    expect(plan(instanceTypesByNodePool)).toEqual(['dear']);
    expect(plan(cluster.instanceTypesByNodePool)).toEqual([]);
  });

  it('leave alone what they do not touch', () => {
    const { instanceTypesByNodePool } = applyNodeOverlays(cluster, [
      overlay('o', { price: fixed(1) }),
    ]);
    expect(instanceTypesByNodePool['a']?.[0]).toBe(cluster.instanceTypesByNodePool['a']?.[0]);
  });
});
