import { labelKeys } from '@kerf/core';
import { aNodePool, aPod, aSnapshot, someInstanceTypes, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { effectiveZones } from './effective-zone.js';

const zones = [
  ...new Set(someInstanceTypes().flatMap(({ offerings }) => offerings.map(({ zone }) => zone))),
];
const [first = '', second = ''] = zones;
const zoneOf = (pod: ReturnType<typeof aPod>, snapshot = aSnapshot()) =>
  effectiveZones(snapshot.build())(pod.spec());
const inZones = (...names: readonly string[]) => term(labelKeys.zone, 'In', ...names);

describe('effectiveZones', () => {
  it('is flexible for a pod that may run in several zones', () => {
    expect(zones.length).toBeGreaterThan(1);
    expect(zoneOf(aPod())).toBe('flexible');
    expect(zoneOf(aPod().requiringOneOf(inZones(first, second)))).toBe('flexible');
  });

  it('is the zone that the node selector or affinity of the pod leaves', () => {
    expect(zoneOf(aPod().selecting({ [labelKeys.zone]: first }))).toBe(first);
    expect(zoneOf(aPod().requiringOneOf(inZones(second, 'elsewhere')))).toBe(second);
    expect(zoneOf(aPod().requiringOneOf(inZones(first), inZones(second)))).toBe('flexible');
  });

  it('is the zone of a volume, and none if the pod must run in another', () => {
    const pod = aPod().withVolume('shop/data', {
      driver: null,
      nodeRequirements: [inZones(first)],
    });
    expect(zoneOf(pod)).toBe(first);
    expect(zoneOf(pod.selecting({ [labelKeys.zone]: second }))).toBe('none');
  });

  it('is none where no NodePool has offerings', () => {
    expect(zoneOf(aPod().selecting({ [labelKeys.zone]: 'mars-1a' }))).toBe('none');
  });

  it('is the only zone that the NodePools allow', () => {
    const pool = aNodePool().requiring(labelKeys.zone, 'In', [second]);
    expect(zoneOf(aPod(), aSnapshot().withNodePools(pool))).toBe(second);
  });

  it('ignores requirements on other labels', () => {
    expect(zoneOf(aPod().requiringOneOf(term('team', 'In', 'a')))).toBe('flexible');
  });
});
