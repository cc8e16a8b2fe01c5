import { invariant, labelKeys } from '@kerf/core';
import { aNode, aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { CapacityType } from '../model/offering.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { InstanceTypeOption, PlannedNodeClaim } from '../model/scheduling-result.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { inspectNodes } from './candidate.js';
import {
  cheaperReplacement,
  cheaperReplacements,
  isSpot,
  type Replaced,
  withoutSameTypes,
} from './replacement.js';

const { capacityType, instanceType } = labelKeys;
const snapshot = aSnapshot().build();
const spotToSpot = aSnapshot().withSettings({ spotToSpotConsolidation: true }).build();

const planned = planWithFirstFit(aSnapshot().withPods(aPod()).build()).newNodeClaims[0];
invariant(planned !== undefined, 'the pod has a new node');

interface OfferingDraft {
  readonly as?: CapacityType;
  readonly zone?: string;
  readonly price: number;
  readonly isPriceEstimated?: boolean;
}

/** Returns an option with its offerings; on-demand in `zone-a` by default. */
const option = (name: string, ...offerings: readonly OfferingDraft[]): InstanceTypeOption => ({
  name,
  offerings: offerings.map(({ as = 'on-demand', zone = 'zone-a', price, isPriceEstimated }) => ({
    instanceType: name,
    zone,
    capacityType: as,
    priceMicroUsdPerHour: price,
    ...(isPriceEstimated === true && { isPriceEstimated }),
  })),
});

/** Returns a NodeClaim with these options; its expected offering is the first of them. */
function claimOf(
  instanceTypes: readonly InstanceTypeOption[],
  ...requirements: readonly RequirementSpec[]
): PlannedNodeClaim {
  const expected = instanceTypes[0]?.offerings[0];
  invariant(planned !== undefined && expected !== undefined, 'a NodeClaim has an option');
  return { ...planned, instanceTypes, expected, requirements };
}

/** Nodes at this price; one on-demand node by default. */
const at = (priceMicroUsdPerHour: number, changes: Partial<Replaced> = {}): Replaced => ({
  nodes: 1,
  isSpot: false,
  priceMicroUsdPerHour,
  ...changes,
});

const names = (result: ReturnType<typeof cheaperReplacement>): readonly string[] | string =>
  'code' in result ? result.code : result.instanceTypes.map(({ name }) => name);

/** This many spot types, at 1, 2, 3 and so on. */
const spotTypes = (count: number): readonly InstanceTypeOption[] =>
  Array.from({ length: count }, (_, index) =>
    option(`s${index + 1}`, { as: 'spot', price: index + 1 }),
  );

describe('cheaperReplacement', () => {
  it('keeps the options that are cheaper than the replaced nodes', () => {
    const claim = claimOf([
      option('a', { price: 100 }),
      option('b', { price: 199 }),
      option('c', { price: 200 }),
      option('d', { price: 300 }),
    ]);
    const replacement = cheaperReplacement(snapshot, claim, at(200));
    expect(names(replacement)).toEqual(['a', 'b']);
    expect(replacement).toMatchObject({
      expected: { instanceType: 'a' },
      savingAgainstNextBestMicroUsdPerHour: null,
      requirements: [],
    });
  });

  it('finds none if nothing is cheaper, and names the best price', () => {
    const claim = claimOf([option('a', { price: 200 })]);
    expect(cheaperReplacement(snapshot, claim, at(200))).toEqual({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 200,
      bestMicroUsdPerHour: 200,
    });
  });

  it('names the price that it compares, which is that of the most expensive zone', () => {
    const claim = claimOf([
      option('a', { price: 200 }, { zone: 'zone-b', price: 700 }),
      option('b', { price: 300 }, { zone: 'zone-b', price: 600 }),
    ]);
    expect(cheaperReplacement(snapshot, claim, at(500))).toEqual({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 500,
      bestMicroUsdPerHour: 600,
    });
  });

  it('counts the most expensive zone of an option, since a launch may take any', () => {
    const claim = claimOf([
      option('a', { price: 100 }, { zone: 'zone-b', price: 250 }),
      option('b', { price: 150 }, { zone: 'zone-b', price: 150 }),
    ]);
    expect(names(cheaperReplacement(snapshot, claim, at(200)))).toEqual(['b']);
  });

  it('counts spot before on-demand, and reserved before both, as a launch takes them', () => {
    const mixed = claimOf([
      option('a', { as: 'spot', price: 80 }, { price: 300 }),
      option('b', { as: 'reserved', price: 1 }, { as: 'spot', price: 90 }),
    ]);
    const replacement = cheaperReplacement(snapshot, mixed, at(200));
    // Where spot is possible, the launch is restricted to it: on-demand may cost more.
    expect(names(replacement)).toEqual(['a']);
    expect(replacement).toMatchObject({
      instanceTypes: [{ offerings: [{ capacityType: 'spot' }] }],
      requirements: [{ key: capacityType, operator: 'In', values: ['spot'] }],
    });
    const reserved = claimOf([option('b', { as: 'reserved', price: 1 }, { price: 300 })]);
    expect(cheaperReplacement(snapshot, reserved, at(200))).toMatchObject({
      instanceTypes: [{ offerings: [{ capacityType: 'reserved' }] }],
      expected: { priceMicroUsdPerHour: 1 },
      requirements: [],
    });
  });

  it('replaces the requirement of the capacity type and keeps the others', () => {
    const other = { key: 'team', operator: 'In', values: ['x'], minValues: null } as const;
    const claim = claimOf(
      [option('a', { as: 'spot', price: 80 })],
      { key: capacityType, operator: 'In', values: ['on-demand', 'spot'], minValues: null },
      other,
    );
    expect(cheaperReplacement(snapshot, claim, at(200))).toMatchObject({
      requirements: [other, { key: capacityType, values: ['spot'] }],
    });
  });

  it('proves nothing with an estimated price', () => {
    const estimated = option('a', { price: 100, isPriceEstimated: true });
    expect(cheaperReplacement(snapshot, claimOf([estimated]), at(200))).toEqual({
      code: 'PRICE_UNKNOWN',
    });
    const claim = claimOf([estimated, option('b', { price: 150 })]);
    expect(names(cheaperReplacement(snapshot, claim, at(200)))).toEqual(['b']);
  });

  it('expects the cheapest offering that is left', () => {
    const claim = claimOf([
      option('a', { price: 100 }, { zone: 'zone-b', price: 500 }),
      option('b', { zone: 'zone-b', price: 180 }, { zone: 'zone-a', price: 120 }),
    ]);
    expect(cheaperReplacement(snapshot, claim, at(200))).toMatchObject({
      expected: { instanceType: 'b', zone: 'zone-a', priceMicroUsdPerHour: 120 },
    });
  });

  it('satisfies minValues with the cheaper options, or finds none', () => {
    const withTypes = aSnapshot()
      .withInstanceTypes(anInstanceType('a'), anInstanceType('b'), anInstanceType('c'))
      .build();
    const flexible = (minValues: number) =>
      claimOf(
        [option('a', { price: 100 }), option('b', { price: 150 }), option('c', { price: 300 })],
        { key: instanceType, operator: 'Exists', values: [], minValues },
      );
    expect(names(cheaperReplacement(withTypes, flexible(2), at(200)))).toEqual(['a', 'b']);
    expect(cheaperReplacement(withTypes, flexible(3), at(200))).toEqual({
      code: 'MIN_VALUES_UNMET',
      key: instanceType,
      minValues: 3,
      found: 2,
    });
  });
});

describe('cheaperReplacement of spot nodes', () => {
  const spot = (price: number, nodes = 1): Replaced => at(price, { isSpot: true, nodes });

  it('is disabled if it is cheaper spot capacity and the setting is off', () => {
    expect(cheaperReplacement(snapshot, claimOf(spotTypes(20)), spot(10))).toEqual({
      code: 'SPOT_TO_SPOT_DISABLED',
    });
  });

  it('is disabled if it may be spot, though only on-demand is cheaper', () => {
    const claim = claimOf([option('a', { price: 5 }), option('b', { as: 'spot', price: 50 })]);
    expect(names(cheaperReplacement(snapshot, claim, spot(10)))).toBe('SPOT_TO_SPOT_DISABLED');
    expect(names(cheaperReplacement(spotToSpot, claim, spot(10)))).toEqual(['a']);
  });

  it('may be spot as soon as one offering is', () => {
    // The on-demand offering of this type is no option of the launch, but spot capacity was possible.
    const claim = claimOf([
      option('a', { price: 5 }),
      option('b', { price: 60 }, { as: 'spot', price: 50 }),
    ]);
    expect(names(cheaperReplacement(snapshot, claim, spot(10)))).toBe('SPOT_TO_SPOT_DISABLED');
  });

  it('finds none if neither spot nor on-demand is cheaper', () => {
    const claim = claimOf([option('a', { price: 15 }), option('b', { as: 'spot', price: 50 })]);
    expect(names(cheaperReplacement(snapshot, claim, spot(10)))).toBe('NO_CHEAPER_REPLACEMENT');
  });

  it('may be on-demand, if nothing else is allowed', () => {
    const claim = claimOf([option('a', { price: 5 })]);
    expect(names(cheaperReplacement(snapshot, claim, spot(10)))).toEqual(['a']);
  });

  it('needs 15 cheaper types for a single node', () => {
    const claim = claimOf(spotTypes(30));
    expect(cheaperReplacement(spotToSpot, claim, spot(15))).toEqual({
      code: 'SPOT_INFLEXIBLE',
      cheaperTypes: 14,
      needed: 15,
    });
    expect(names(cheaperReplacement(spotToSpot, claim, spot(16)))).toHaveLength(15);
  });

  it('keeps the 15 cheapest of more types', () => {
    const result = names(cheaperReplacement(spotToSpot, claimOf(spotTypes(30)), spot(25)));
    expect(result).toEqual(spotTypes(15).map(({ name }) => name));
  });

  it('keeps more than 15 if minValues requires them, or finds none', () => {
    const types = spotTypes(20).map(({ name }) => anInstanceType(name));
    const withTypes = aSnapshot()
      .withSettings({ spotToSpotConsolidation: true })
      .withInstanceTypes(...types)
      .build();
    const flexible = (minValues: number) =>
      claimOf(spotTypes(20), { key: instanceType, operator: 'Exists', values: [], minValues });
    expect(names(cheaperReplacement(withTypes, flexible(17), spot(50)))).toHaveLength(17);
    expect(names(cheaperReplacement(withTypes, flexible(21), spot(50)))).toBe('MIN_VALUES_UNMET');
  });

  it('needs no number of types for several nodes', () => {
    const result = cheaperReplacement(spotToSpot, claimOf(spotTypes(3)), spot(10, 2));
    expect(names(result)).toEqual(['s1', 's2', 's3']);
  });
});

describe('cheaperReplacements', () => {
  it('gives each the share of the price that is expected of it', () => {
    // 300 are expected of the 600 that are replaced: each may cost less than twice its price.
    const claims = [
      claimOf([
        option('a', { price: 100 }),
        option('b', { price: 199 }),
        option('c', { price: 200 }),
      ]),
      claimOf([
        option('d', { price: 200 }),
        option('e', { price: 399 }),
        option('f', { price: 400 }),
      ]),
    ];
    const result = cheaperReplacements(snapshot, claims, at(600, { nodes: 2 }));
    expect('code' in result ? result : result.map(names)).toEqual([
      ['a', 'b'],
      ['d', 'e'],
    ]);
  });

  it('finds those that are cheaper by less than a rounded share, as reservations are', () => {
    const claims = [claimOf([option('a', { price: 1 })]), claimOf([option('b', { price: 1 })])];
    expect(cheaperReplacements(snapshot, claims, at(3))).toHaveLength(2);
  });

  it('finds none if all together cost as much', () => {
    const claims = [claimOf([option('a', { price: 300 })]), claimOf([option('b', { price: 300 })])];
    expect(cheaperReplacements(snapshot, claims, at(600))).toEqual({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 600,
      bestMicroUsdPerHour: 600,
    });
  });

  it('finds none if they may cost as much together, and names both prices', () => {
    const claims = [
      claimOf([option('a', { price: 100 }, { zone: 'zone-b', price: 1_000 })]),
      claimOf([option('b', { price: 100 })]),
    ];
    expect(cheaperReplacements(snapshot, claims, at(600))).toMatchObject({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 600,
      bestMicroUsdPerHour: 1_100,
    });
  });

  it('gives a larger share to one whose zones differ in price', () => {
    const claims = [
      claimOf([option('a', { price: 100 }, { zone: 'zone-b', price: 400 })]),
      claimOf([option('b', { price: 100 })]),
    ];
    expect(cheaperReplacements(snapshot, claims, at(600))).toHaveLength(2);
  });

  it('may be nodes that cost nothing', () => {
    const free = claimOf([option('a', { price: 0 })]);
    const priced = claimOf([option('b', { price: 100 })]);
    for (const claims of [
      [free, free],
      [free, priced],
    ]) {
      const result = cheaperReplacements(snapshot, claims, at(600));
      expect('code' in result ? result : result.map(names)).toEqual(
        claims.map(({ expected }) => [expected.instanceType]),
      );
    }
  });
});

describe('withoutSameTypes', () => {
  const node = (name: string, type: string, price: number | null) =>
    aNode(name).launchedAs(type, 'zone-a', 'on-demand', price).running(aPod(name).running());
  const candidatesOf = (...nodes: readonly ReturnType<typeof node>[]) =>
    inspectNodes(
      aSnapshot()
        .withNodePools(aNodePool())
        .withNodes(...nodes)
        .build(),
    ).candidates;
  const claim = claimOf([option('a', { price: 100 }), option('b', { price: 200 })]);

  it('keeps all options if no node has one of the types', () => {
    const candidates = candidatesOf(node('n', 'x', 150), node('m', 'y', 150));
    expect(withoutSameTypes(snapshot, claim, candidates)).toBe(claim);
  });

  it('keeps only options that are cheaper than a node of one of the types', () => {
    const candidates = candidatesOf(node('n', 'b', 200), node('m', 'y', 10));
    expect(names(withoutSameTypes(snapshot, claim, candidates))).toEqual(['a']);
  });

  it('is no replacement of spot by spot, unless all nodes are spot', () => {
    const spotClaim = claimOf([
      option('a', { as: 'spot', price: 50 }),
      option('b', { as: 'spot', price: 200 }),
    ]);
    const nodeAs = (name: string, as: CapacityType) =>
      aNode(name).launchedAs('b', 'zone-a', as, 200).running(aPod(name).running());
    const mixed = candidatesOf(nodeAs('n', 'spot'), nodeAs('m', 'on-demand'));
    expect(names(withoutSameTypes(snapshot, spotClaim, mixed))).toEqual(['a']);
    const all = candidatesOf(nodeAs('n', 'spot'), nodeAs('m', 'spot'));
    expect(names(withoutSameTypes(snapshot, spotClaim, all))).toBe('SPOT_TO_SPOT_DISABLED');
  });

  it('compares with the cheapest of these nodes', () => {
    const candidates = candidatesOf(node('n', 'b', 200), node('m', 'a', 100));
    expect(withoutSameTypes(snapshot, claim, candidates)).toMatchObject({
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 100,
    });
  });

  it('ignores nodes whose price is unknown', () => {
    const candidates = candidatesOf(node('n', 'a', null), node('m', 'b', 200));
    expect(names(withoutSameTypes(snapshot, claim, candidates))).toEqual(['a']);
    const unknown = candidatesOf(node('n', 'a', null));
    expect(withoutSameTypes(snapshot, claim, unknown)).toBe(claim);
  });
});

describe('isSpot', () => {
  it.each([
    ['spot', true],
    ['on-demand', false],
    ['reserved', false],
  ] as const)('of a node on %s capacity is %s', (as, expected) => {
    const { candidates } = inspectNodes(
      aSnapshot()
        .withNodes(aNode('n').launchedAs('t2', 'zone-a', as, 100))
        .build(),
    );
    expect(candidates.map(isSpot)).toEqual([expected]);
  });

  it('is false for a node whose offering is unknown', () => {
    const { candidates } = inspectNodes(
      aSnapshot()
        .withNodes(aNode('n').with({ offering: null }))
        .build(),
    );
    expect(candidates.map(isSpot)).toEqual([false]);
  });
});
