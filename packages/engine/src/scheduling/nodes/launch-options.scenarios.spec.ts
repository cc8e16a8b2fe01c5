import { labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { reservedPrice } from '../../model/offering.js';
import { solve } from '../../optimize/solve.js';
import { planWithFirstFit } from '../../plan/write-result.js';

/** A type that is only free in a reservation, with prices of us-east-1. */
const reserved = (name: string, cpus: number, onDemand: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 200 })
    .offered(
      anOffering('zone-a', 'on-demand', onDemand, { available: false }),
      anOffering('zone-a', 'reserved', reservedPrice(onDemand), {
        reservationId: `cr-${name}`,
        reservationCapacity: 4,
      }),
    );
const cluster = aSnapshot()
  .withNodePools(aNodePool().allowingAllCapacityTypes())
  .withInstanceTypes(
    reserved('c5.24xlarge', 96, 4_080_000),
    reserved('c5.2xlarge', 8, 340_000),
    reserved('m5.large', 2, 96_000),
    reserved('m4.large', 2, 100_000),
    reserved('t3.nano', 2, 5_200).with({ memoryMib: 512 }),
  )
  .withPods(aPod());

describe('of reservations that all cost almost nothing', () => {
  it('the smallest that holds the pod is launched, not the first by name', () => {
    const [claim] = planWithFirstFit(cluster.build()).newNodeClaims;
    expect(claim?.expected.instanceType).toBe('m5.large');
    expect(claim?.instanceTypes.map(({ name }) => name)).toEqual([
      'm5.large',
      'm4.large',
      'c5.2xlarge',
      'c5.24xlarge',
    ]);
  });

  it('the optimizer takes several small ones rather than one that is far larger', () => {
    const spread = aPod()
      .requesting({ milliCpu: 1_500, memoryMib: 1_024 })
      .spreadOver(labelKeys.hostname);
    const { newNodeClaims } = solve(cluster.withPods(spread.times(3)).build());
    expect(newNodeClaims.map(({ expected }) => expected.instanceType)).toEqual(
      Array.from({ length: 3 }, () => 'm5.large'),
    );
  });
});

describe('the price of a reservation', () => {
  it('orders types as their on-demand prices do, below every market price', () => {
    const onDemand = [5_200, 96_000, 192_000, 340_000, 4_080_000, 98_320_000];
    const prices = onDemand.map(reservedPrice);
    expect(prices).toEqual([1, 1, 2, 4, 41, 984]);
  });

  it('is one millionth of a dollar if the on-demand price is unknown', () => {
    expect(reservedPrice(null)).toBe(1);
  });
});
