import { labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeSelectorTerm, RequirementOperator } from '../model/requirement-spec.js';
import { daemonRunsOn, mayRunOn, nodeOffers } from './node-offer.js';

const family = 'karpenter.k8s.aws/instance-family';
const cpus = 'karpenter.k8s.aws/instance-cpu';
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;

const type = anInstanceType('m5.large')
  .labelled(family, 'm5')
  .labelled(cpus, '4')
  .labelled('karpenter.k8s.aws/instance-gpu-name')
  .offered(
    anOffering('zone-a', 'on-demand', 100, { zoneId: 'use1-az1' }),
    anOffering('zone-b', 'spot', 40),
  );

const offersOf = (pool = aNodePool().allowingAllCapacityTypes(), offered = type) => [
  ...nodeOffers(aSnapshot().withNodePools(pool).withInstanceTypes(offered).build()),
];
const placesOf = (pool: ReturnType<typeof aNodePool>, offered = type): readonly string[] =>
  offersOf(pool, offered).map(({ offering }) => `${offering.zone}/${offering.capacityType}`);
const first = offersOf().at(0)!;

const everywhere = ['zone-a/on-demand', 'zone-b/spot'];
const open = aNodePool().allowingAllCapacityTypes();

describe('the launchable nodes', () => {
  it('are all offerings of all types of all ready NodePools', () => {
    expect(placesOf(open)).toEqual(everywhere);
    expect(placesOf(open.notReady('no class'))).toEqual([]);
    expect(placesOf(open.withReplicas(3))).toEqual([]);
  });

  it('have a price and are available', () => {
    const offered = type.offered(
      anOffering('zone-a', 'on-demand', null),
      anOffering('zone-b', 'on-demand', 100, { available: false }),
      anOffering('zone-c', 'on-demand', 0),
    );
    expect(placesOf(open, offered)).toEqual(['zone-c/on-demand']);
  });

  it.each<[string, RequirementOperator, readonly string[], readonly string[]]>([
    [labelKeys.capacityType, 'In', ['spot'], ['zone-b/spot']],
    [labelKeys.capacityType, 'NotIn', ['spot'], ['zone-a/on-demand']],
    [labelKeys.zone, 'In', ['zone-a', 'zone-z'], ['zone-a/on-demand']],
    ['failure-domain.beta.kubernetes.io/zone', 'In', ['zone-b'], ['zone-b/spot']],
    [labelKeys.zoneId, 'In', ['use1-az1'], everywhere],
    [labelKeys.zoneId, 'In', ['use1-az2'], ['zone-b/spot']],
    [labelKeys.instanceType, 'In', ['m5.large'], everywhere],
    [labelKeys.instanceType, 'NotIn', ['m5.large'], []],
    [family, 'In', ['m5'], everywhere],
    [family, 'In', ['c5'], []],
    [family, 'Exists', [], everywhere],
    [family, 'DoesNotExist', [], []],
    ['karpenter.k8s.aws/instance-gpu-name', 'Exists', [], []],
    ['karpenter.k8s.aws/instance-gpu-name', 'DoesNotExist', [], everywhere],
    ['karpenter.k8s.aws/instance-gpu-name', 'NotIn', ['t4'], everywhere],
    [cpus, 'Gt', ['3'], everywhere],
    [cpus, 'Gt', ['4'], []],
    [cpus, 'Gte', ['4'], everywhere],
    [cpus, 'Gte', ['5'], []],
    [cpus, 'Lt', ['5'], everywhere],
    [cpus, 'Lt', ['4'], []],
    [cpus, 'Lte', ['4'], everywhere],
    [cpus, 'Lte', ['3'], []],
  ])('%s %s %j', (key, operator, values, places) => {
    expect(placesOf(open.requiring(key, operator, values))).toEqual(places);
  });
});

describe('a pod may run on a launchable node', () => {
  const may = (pod: ReturnType<typeof aPod>, pool = open): readonly string[] =>
    offersOf(pool).flatMap((offer) =>
      mayRunOn(pod.spec(), offer) ? [`${offer.offering.zone}/${offer.offering.capacityType}`] : [],
    );

  it('if it has no constraints', () => {
    expect(may(aPod())).toEqual(everywhere);
  });

  it('only if it tolerates the taints, except PreferNoSchedule', () => {
    const tainted = open.tainted(taint);
    expect(may(aPod(), tainted)).toEqual([]);
    expect(may(aPod(), open.tainted({ ...taint, effect: 'PreferNoSchedule' }))).toEqual(everywhere);
    expect(may(aPod().tolerating({}), tainted)).toEqual(everywhere);
    expect(may(aPod().tolerating({ key: 'team' }), tainted)).toEqual(everywhere);
    expect(may(aPod().tolerating({ key: 'other' }), tainted)).toEqual([]);
    expect(may(aPod().tolerating({ key: 'team', effect: 'NoExecute' }), tainted)).toEqual([]);
    expect(may(aPod().tolerating({ key: 'team', effect: 'NoSchedule' }), tainted)).toEqual(
      everywhere,
    );
    const equal = (value: string) => aPod().tolerating({ key: 'team', operator: 'Equal', value });
    expect(may(equal('a'), tainted)).toEqual(everywhere);
    expect(may(equal('b'), tainted)).toEqual([]);
    expect(may(equal('a'), tainted.tainted(taint, { ...taint, key: 'more' }))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    [labelKeys.zone, 'zone-a', ['zone-a/on-demand']],
    [labelKeys.capacityType, 'spot', ['zone-b/spot']],
    [labelKeys.nodePool, 'default', everywhere],
    [labelKeys.nodePool, 'other', []],
    [labelKeys.nodeClass, 'default', everywhere],
    [labelKeys.nodeClass, 'other', []],
    [labelKeys.instanceType, 'm5.large', everywhere],
    [labelKeys.registered, 'true', everywhere],
    [labelKeys.initialized, 'false', []],
    [family, 'm5', everywhere],
    [family, 'c5', []],
    ['node.kubernetes.io/anything', 'x', everywhere],
    ['team', 'a', []],
  ])('selecting %s=%s', (key, value, places) => {
    expect(may(aPod().selecting({ [key]: value }))).toEqual(places);
  });

  it('by the labels of the NodePool and the requirements that it leaves open', () => {
    const a = aPod().selecting({ team: 'a' });
    expect(may(a, open.labelled({ team: 'a' }))).toEqual(everywhere);
    expect(may(a, open.labelled({ team: 'b' }))).toEqual([]);
    expect(may(a, open.requiring('team', 'In', ['a', 'b']))).toEqual(everywhere);
    expect(may(a, open.requiring('team', 'In', ['b']))).toEqual([]);
    expect(may(a, open.requiring('team', 'Exists'))).toEqual(everywhere);
    const b = aPod().requiringOneOf(term('team', 'Gt', '5'));
    expect(may(b, open.requiring('team', 'Exists'))).toEqual(everywhere);
    expect(may(b)).toEqual([]);
  });

  it('not with a label that the requirements of the NodePool exclude', () => {
    const narrow = open.requiring(family, 'NotIn', ['m5']);
    expect(
      mayRunOn(
        aPod()
          .selecting({ [family]: 'm5' })
          .spec(),
        { ...first, pool: narrow.build() },
      ),
    ).toBe(false);
  });

  it('if one required term holds, with one value for all expressions on a label', () => {
    const on = (...terms: readonly NodeSelectorTerm[]) => may(aPod().requiringOneOf(...terms));
    expect(on(term(family, 'In', 'c5'), term(labelKeys.zone, 'In', 'zone-b'))).toEqual([
      'zone-b/spot',
    ]);
    expect(on(term(family, 'In', 'c5'))).toEqual([]);
    expect(on({ matchExpressions: [], hasMatchFields: false })).toEqual([]);
    const both = {
      matchExpressions: [
        ...term('node.kubernetes.io/x', 'In', 'a').matchExpressions,
        ...term('node.kubernetes.io/x', 'NotIn', 'a').matchExpressions,
      ],
      hasMatchFields: false,
    };
    expect(on(both)).toEqual([]);
    expect(
      may(
        aPod()
          .selecting({ [family]: 'm5' })
          .requiringOneOf(term(labelKeys.zone, 'In', 'zone-a')),
      ),
    ).toEqual(['zone-a/on-demand']);
  });

  it.each<[RequirementOperator, readonly string[], boolean]>([
    ['In', ['a'], true],
    ['NotIn', ['a'], true],
    ['Exists', [], true],
    ['DoesNotExist', [], true],
    ['Gt', ['5'], true],
  ])('lets %s %j pass on a label that nothing is known of', (operator, values, passes) => {
    const pod = aPod().requiringOneOf(term('node.kubernetes.io/x', operator, ...values));
    expect(may(pod)).toEqual(passes ? everywhere : []);
  });

  it('if each volume can be attached', () => {
    const zone = (...names: readonly string[]) => term(labelKeys.zone, 'In', ...names);
    const volume = (...terms: ReturnType<typeof zone>[]) =>
      aPod().withVolume('data', { nodeRequirements: terms });
    expect(may(volume(zone('zone-b')))).toEqual(['zone-b/spot']);
    expect(may(volume(zone('zone-x'), zone('zone-a')))).toEqual(['zone-a/on-demand']);
    expect(
      may(volume(zone('zone-a')).withVolume('more', { nodeRequirements: [zone('zone-b')] })),
    ).toEqual([]);
    expect(may(volume())).toEqual(everywhere);
  });

  it('with any value of a well-known label', () => {
    const known = { ...first, openLabels: new Set(['team']) };
    expect(mayRunOn(aPod().selecting({ team: 'a' }).spec(), known)).toBe(true);
    expect(mayRunOn(aPod().selecting({ team: 'a' }).spec(), first)).toBe(false);
  });
});

describe('a daemon is counted on nodes', () => {
  const counted = (pod: ReturnType<typeof aPod>, pool = open): boolean =>
    daemonRunsOn(pod.spec(), pool.build(), type.build());

  it('unless a taint or a label excludes it', () => {
    expect(counted(aPod())).toBe(true);
    expect(counted(aPod(), open.tainted(taint))).toBe(false);
    expect(counted(aPod().tolerating({ key: 'team' }), open.tainted(taint))).toBe(true);
    expect(counted(aPod(), open.tainted({ ...taint, effect: 'PreferNoSchedule' }))).toBe(true);
    expect(counted(aPod().selecting({ [family]: 'c5' }))).toBe(false);
    expect(counted(aPod().selecting({ [labelKeys.zone]: 'zone-b' }))).toBe(true);
    expect(counted(aPod().selecting({ [labelKeys.zone]: 'zone-c' }))).toBe(false);
    expect(counted(aPod().selecting({ team: 'a' }))).toBe(false);
    expect(counted(aPod().selecting({ team: 'a' }), open.requiring('team', 'Exists'))).toBe(true);
  });
});
