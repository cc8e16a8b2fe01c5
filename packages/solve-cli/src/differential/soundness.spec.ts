import { labelKeys } from '@kerf/core';
import { aNode, anInstanceType, anOffering, aPod, aSnapshot, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ComparedAnswer } from './oracle.js';
import { checksFor } from './soundness.js';

const { zone, capacityType } = labelKeys;
const nothing: ComparedAnswer = {
  nodes: 0,
  totalPrice: 0,
  nodeClaims: [],
  existing: {},
  errors: {},
};
/** A node of the type `t2` with the pod `web`. */
const bought = (labels: Readonly<Record<string, string>>): ComparedAnswer => ({
  ...nothing,
  nodes: 1,
  nodeClaims: [
    {
      nodePool: 'default',
      pods: ['web'],
      requirements: [{ key: capacityType, operator: 'In', values: ['on-demand'] }],
      requests: {},
      labels: { [labelKeys.nodePool]: 'default', ...labels },
      taints: [],
      instanceTypes: ['t2'],
      instanceTypeCount: 1,
      cheapestPrice: 0.1,
      cheapestType: 't2',
      cheapestZone: 'zone-a',
      cheapestCapacityType: 'on-demand',
    },
  ],
});

describe('the checks of a plan', () => {
  const sold = anInstanceType('t2').offered(
    anOffering('zone-a', 'on-demand', 100_000),
    anOffering('zone-b', 'on-demand', 100_000),
  );
  const spread = aPod().requesting({ milliCpu: 100 }).spreadOver(zone);
  const together: ComparedAnswer = { ...nothing, existing: { n1: ['web-1', 'web-2'] } };

  it('see a spread that only holds while nothing is bought in other zones', () => {
    const cluster = aSnapshot().withPods(spread.times(2)).withNodes(aNode('n1'));
    const { problemsOf, defectOf } = checksFor(cluster.withInstanceTypes(sold).build());
    expect([problemsOf(together), defectOf(together)]).toEqual([[], 'TheirsMiscounted']);
    const onlyHere = anInstanceType('t2').offered(anOffering('zone-a', 'on-demand', 1));
    const { defectOf: inOneZone } = checksFor(cluster.withInstanceTypes(onlyHere).build());
    expect(inOneZone(together)).toBeNull();
  });

  it('do not count zones that the pod cannot go to', () => {
    const pods = spread
      .requiringOneOf(term(zone, 'In', 'zone-a'))
      .spreadOver(zone, { nodeAffinityPolicy: 'Ignore' })
      .times(2);
    const cluster = aSnapshot().withPods(pods).withNodes(aNode('n1')).withInstanceTypes(sold);
    expect(checksFor(cluster.build()).defectOf(together)).toBeNull();
  });

  it('see a node that needs a label which its pool does not define', () => {
    const cluster = aSnapshot().withInstanceTypes(sold);
    const needing = checksFor(cluster.withPods(aPod().selecting({ team: 'x' })).build());
    expect(needing.problemsOf(bought({ team: 'x' }))).toEqual([]);
    expect(needing.defectOf(bought({ team: 'x' }))).toBe('TheirsInventLabel');
    const indifferent = checksFor(cluster.withPods(aPod()).build());
    expect(indifferent.defectOf(bought({ team: 'x' }))).toBeNull();
  });
});
