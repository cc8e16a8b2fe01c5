import { labelKeys } from '@kerf/core';
import { anInstanceType, anOffering, aSnapshot, someInstanceTypes } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { lastExclusion, remainingOfferings } from './remaining-offerings.js';
import { planStandaloneNode } from './standalone-node.js';

const types = someInstanceTypes();
const needs = (
  key: string,
  operator: RequirementSpec['operator'],
  ...values: readonly string[]
): RequirementSpec => ({ key, operator, values, minValues: null });
const left = (...requirements: readonly RequirementSpec[]) =>
  remainingOfferings({ labels: {}, requirements }, types);
const namesOf = ({ types: remaining }: ReturnType<typeof left>) =>
  remaining.map(({ name }) => name);

describe('the offerings that a NodePool leaves', () => {
  it('are all of its instance types without requirements, cheapest first, with zones and capacity types', () => {
    expect(left()).toMatchObject({
      types: [
        { name: 't2', cheapest: { capacityType: 'spot', zone: 'zone-a' } },
        { name: 't4' },
        { name: 't8' },
      ],
      zones: ['zone-a', 'zone-b', 'zone-c'],
      capacityTypes: ['spot', 'on-demand'],
    });
  });

  it('satisfy all requirements of a label together', () => {
    const zones = [
      needs(labelKeys.zone, 'In', 'zone-a', 'zone-b'),
      needs('failure-domain.beta.kubernetes.io/zone', 'NotIn', 'zone-a'),
    ];
    const both = left(...zones, needs(labelKeys.capacityType, 'In', 'on-demand'));
    expect(both).toMatchObject({ zones: ['zone-b'], capacityTypes: ['on-demand'] });
    expect(both.types[0]?.cheapest.priceMicroUsdPerHour).toBe(100_000);
  });

  it('need one offering that satisfies all requirements, not one for each', () => {
    const mixed = anInstanceType('mixed')
      .offered(anOffering('zone-a', 'spot', 1), anOffering('zone-b', 'on-demand', 2))
      .build();
    const requirements = [
      needs(labelKeys.zone, 'In', 'zone-a'),
      needs(labelKeys.capacityType, 'In', 'on-demand'),
    ];
    expect(remainingOfferings({ labels: {}, requirements }, [mixed]).types).toEqual([]);
  });

  it('are not fewer for a label that only the NodePool sets', () => {
    expect(namesOf(left(needs('team', 'In', 'web')))).toHaveLength(3);
  });

  it('are those of the type that a label of its nodes names', () => {
    const terms = { labels: { [labelKeys.instanceType]: 't4' }, requirements: [] };
    expect(namesOf(remainingOfferings(terms, types))).toEqual(['t4']);
  });

  it('count without capacity and without a price, which come last', () => {
    const rare = anInstanceType('rare')
      .offered(
        anOffering('zone-a', 'spot', null),
        anOffering('zone-b', 'spot', 1, { available: false }),
      )
      .build();
    const remaining = remainingOfferings({ labels: {}, requirements: [] }, [rare]);
    expect(remaining.types).toMatchObject([{ name: 'rare', cheapest: { zone: 'zone-b' } }]);
    expect(remaining.zones).toEqual(['zone-a', 'zone-b']);
  });

  it('are those that a plan of such a node has', () => {
    const { settings } = aSnapshot().build();
    const value: Record<string, readonly string[]> = {
      [labelKeys.instanceType]: ['t2', 't4', 't8', 't16'],
      [labelKeys.zone]: ['zone-a', 'zone-b', 'zone-x'],
      [labelKeys.capacityType]: ['spot', 'on-demand', 'reserved'],
      [labelKeys.arch]: ['amd64', 'arm64'],
    };
    const requirement = fc.constantFrom(...Object.keys(value)).chain((key) =>
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom('In' as const, 'NotIn' as const, 'Exists' as const),
        values: fc.uniqueArray(fc.constantFrom(...(value[key] ?? [])), { minLength: 1 }),
        minValues: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 4 }), (drawn) => {
        const requirements = drawn.map((one) =>
          one.operator === 'Exists' ? { ...one, values: [] } : one,
        );
        const node = {
          labels: {},
          annotations: {},
          taints: [],
          startupTaints: [],
          requirements,
          requests: {},
          nodeClassName: 'default',
        };
        const plan = planStandaloneNode(node, types, settings);
        const planned = plan.kind === 'Planned' ? plan.planned.instanceTypes : [];
        expect(namesOf(left(...requirements)).toSorted()).toEqual(
          planned.map(({ name }) => name).toSorted(),
        );
      }),
    );
  });
});

describe('the last exclusion', () => {
  const exclusionOf = (...requirements: readonly RequirementSpec[]) =>
    lastExclusion({ labels: {}, requirements }, types);

  it('is the requirement after which nothing remains, with the values that remained before', () => {
    expect(
      exclusionOf(needs(labelKeys.zone, 'In', 'zone-a'), needs(labelKeys.arch, 'In', 'amd65')),
    ).toEqual({ term: { kind: 'Requirement', index: 1 }, values: ['amd64'], types: 3 });
  });

  it('is a label of the nodes that no type has', () => {
    const terms = { labels: { [labelKeys.arch]: 'arm64' }, requirements: [] };
    expect(lastExclusion(terms, types)).toMatchObject({
      term: { kind: 'Label', key: labelKeys.arch },
    });
  });

  it('is none if types remain, or if there were none before', () => {
    expect(exclusionOf(needs(labelKeys.arch, 'In', 'amd64'))).toBeNull();
    const requirements = [needs(labelKeys.arch, 'In', 'amd65')];
    expect(lastExclusion({ labels: {}, requirements }, [])).toBeNull();
  });
});
