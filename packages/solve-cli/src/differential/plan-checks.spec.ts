import { labelKeys } from '@kerf/core';
import { aNode, anInstanceType, anOffering, aPod, aSnapshot, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ComparedAnswer } from './oracle.js';
import { createPlanChecks } from './plan-checks.js';

const { zone, capacityType } = labelKeys;
const nothing: ComparedAnswer = {
  nodes: 0,
  totalPrice: 0,
  nodeClaims: [],
  existing: {},
  errors: {},
};
/** A node of the type `t2` with the pod `web`. */
const launched = (labels: Readonly<Record<string, string>>): ComparedAnswer => ({
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
  const type = anInstanceType('t2').offered(
    anOffering('zone-a', 'on-demand', 100_000),
    anOffering('zone-b', 'on-demand', 100_000),
  );
  const spread = aPod().requesting({ milliCpu: 100 }).spreadOver(zone);
  const together: ComparedAnswer = { ...nothing, existing: { n1: ['web-1', 'web-2'] } };

  it('detect a spread that holds only while other zones have no nodes', () => {
    const cluster = aSnapshot().withPods(spread.times(2)).withNodes(aNode('n1'));
    const { problemsOf, defectOf } = createPlanChecks(cluster.withInstanceTypes(type).build());
    expect([problemsOf(together), defectOf(together)]).toEqual([[], 'KarpenterMiscounts']);
    const inZoneA = anInstanceType('t2').offered(anOffering('zone-a', 'on-demand', 1));
    const { defectOf: inOneZone } = createPlanChecks(cluster.withInstanceTypes(inZoneA).build());
    expect(inOneZone(together)).toBeNull();
  });

  it('do not count zones that the pod cannot use', () => {
    const pods = spread
      .requiringOneOf(term(zone, 'In', 'zone-a'))
      .spreadOver(zone, { nodeAffinityPolicy: 'Ignore' })
      .times(2);
    const cluster = aSnapshot().withPods(pods).withNodes(aNode('n1')).withInstanceTypes(type);
    expect(createPlanChecks(cluster.build()).defectOf(together)).toBeNull();
  });

  it('detect a node that needs a label that its NodePool does not define', () => {
    const cluster = aSnapshot().withInstanceTypes(type);
    const needing = createPlanChecks(cluster.withPods(aPod().selecting({ team: 'x' })).build());
    expect(needing.problemsOf(launched({ team: 'x' }))).toEqual([]);
    expect(needing.defectOf(launched({ team: 'x' }))).toBe('KarpenterInventsLabel');
    const indifferent = createPlanChecks(cluster.withPods(aPod()).build());
    expect(indifferent.defectOf(launched({ team: 'x' }))).toBeNull();
  });
});
