import { labelKeys } from '@kerf/core';
import {
  aNodePool,
  general,
  generalCluster,
  lone,
  type SnapshotBuilder,
  size,
  term,
  typeNamed,
  withGaps,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelTerm } from '../model/scheduling-reason.js';
import { planWithFirstFit } from '../plan/write-result.js';

const { arch, capacityType, instanceType, nodePool, zone } = labelKeys;
const is = (...values: readonly string[]): readonly LabelTerm[] => [
  { operator: 'In', values, omitted: 0 },
];

/** Returns the reason of the first NodePool, or of the pod itself. */
function reasonOf(snapshot: SnapshotBuilder) {
  const [pod] = planWithFirstFit(snapshot.build()).unschedulable;
  return pod?.reasons[0] ?? pod?.byNodePool[0]?.reason;
}
const volume = (claim: string, ...zones: readonly string[]) =>
  [claim, { nodeRequirements: zones.map((one) => term(zone, 'In', one)) }] as const;

describe('the reason for a label requirement of a pod', () => {
  it('shows the values of the types if it takes more than two requirements to exclude all', () => {
    const types = [
      typeNamed('c5.large', 2, 4).labelled('team', 'b'),
      typeNamed('c5.xlarge', 4, 8).labelled('team', 'b').labelled(arch, 'arm64'),
      typeNamed('m5.large', 2, 8).labelled('team', 'a').labelled(arch, 'arm64'),
    ];
    const pods = generalCluster
      .withInstanceTypes(...types)
      .withSettings({ wellKnownLabels: ['team', size] })
      .withPods(lone.selecting({ [arch]: 'arm64', team: 'b', [size]: 'large' }));
    expect(reasonOf(pods)).toMatchObject({
      code: 'REQUIREMENT_INCOMPATIBLE',
      key: 'team',
      required: is('b'),
      allowed: { source: 'InstanceTypes', key: 'team', terms: is('a') },
    });
  });

  it('is not VALUE_UNKNOWN while the types of the region are unknown', () => {
    const pods = generalCluster.withPods(lone.selecting({ [zone]: 'us-east-1z' }));
    expect(reasonOf(pods.with({ catalogGapsByNodePool: {} }))).toMatchObject({
      code: 'REQUIREMENT_INCOMPATIBLE',
      allowed: { source: 'InstanceTypes', terms: is('us-east-1a', 'us-east-1b') },
    });
  });

  it('is not VALUE_UNKNOWN if one of the names exists, or if names are excluded', () => {
    const either = term(zone, 'In', 'us-east-1z', 'us-east-1e');
    expect(reasonOf(generalCluster.withPods(lone.requiringOneOf(either)))).toMatchObject({
      code: 'SUBNET_MISSING',
      zones: ['us-east-1e'],
    });
    const neither = term(zone, 'NotIn', 'us-east-1a', 'us-east-1b');
    expect(reasonOf(generalCluster.withPods(lone.requiringOneOf(neither)))).toMatchObject({
      code: 'SUBNET_MISSING',
      required: [{ operator: 'NotIn', values: ['us-east-1a', 'us-east-1b'] }],
      zones: ['us-east-1e'],
    });
  });

  it('is VALUE_UNKNOWN for an existing zone in which only unmanaged nodes are', () => {
    const pods = generalCluster.withPods(lone.selecting({ [zone]: 'us-east-1e' }));
    const gaps = { general: { zones: [], instanceTypes: [] } };
    expect(reasonOf(pods.with({ catalogGapsByNodePool: gaps }))).toMatchObject({
      code: 'VALUE_UNKNOWN',
      known: ['us-east-1a', 'us-east-1b'],
    });
  });

  it('lists no existing names if there are many', () => {
    const many = Array.from({ length: 11 }, (_, index) => typeNamed(`c5.${index}`, 2, 4));
    const pods = generalCluster
      .withPods(lone.selecting({ [instanceType]: 'm99.huge' }))
      .withInstanceTypes(...many);
    expect(reasonOf(pods)).toMatchObject({ code: 'VALUE_UNKNOWN', known: [] });
  });

  it('lists the first of many values', () => {
    const sizes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const pods = generalCluster
      .withPods(lone.requiringOneOf(term('team', 'In', ...sizes)))
      .withNodePools(general.labelled({ team: 'z' }));
    expect(reasonOf(pods)).toMatchObject({
      required: [{ operator: 'In', values: ['a', 'b', 'c', 'd', 'e'], omitted: 2 }],
      allowed: { source: 'NodePool', key: 'team', terms: is('z') },
    });
  });

  it('names the requirement of the NodePool that excludes most types with its value', () => {
    const pods = generalCluster
      .withPods(
        lone.requiringOneOf(term(instanceType, 'In', 'r5.4xlarge', 'r5.xlarge', 'c5.xlarge')),
      )
      .withInstanceTypes(
        typeNamed('c5.large', 2, 4),
        typeNamed('c5.xlarge', 4, 8),
        typeNamed('r5.xlarge', 4, 32),
        typeNamed('r5.4xlarge', 16, 128),
      )
      .withNodePools(general.requiring(size, 'In', ['large']));
    expect(reasonOf(pods)).toMatchObject({ allowed: { key: size, terms: is('large') } });
  });

  it('names the NodePool if it excludes the common values', () => {
    const pods = generalCluster
      .withPods(lone.requiringOneOf(term(size, 'In', 'large', 'unheard-of')))
      .withNodePools(general.requiring(size, 'NotIn', ['large']));
    expect(reasonOf(pods)).toMatchObject({
      code: 'REQUIREMENT_INCOMPATIBLE',
      allowed: { source: 'NodePool', key: size, terms: [{ operator: 'NotIn', values: ['large'] }] },
    });
  });

  it('comes before the requests of the pod', () => {
    const pods = generalCluster.withPods(
      lone.selecting({ [capacityType]: 'spot' }).requesting({ milliCpu: 900_000 }),
    );
    expect(reasonOf(pods)).toMatchObject({
      code: 'REQUIREMENT_INCOMPATIBLE',
      key: capacityType,
      required: is('spot'),
    });
  });

  it('knows NodePools by name, static ones included', () => {
    const pools = generalCluster.withNodePools(general, aNodePool('fixed').withReplicas(2));
    const pods = withGaps(pools, 'general').withPods(lone.selecting({ [nodePool]: 'batch' }));
    expect(reasonOf(pods)).toMatchObject({ code: 'VALUE_UNKNOWN', known: ['fixed', 'general'] });
  });
});

describe('the reason for the volumes of a pod', () => {
  it('shows the alternative that the NodePool satisfies best', () => {
    const pods = generalCluster
      .withNodePools(general.requiring(zone, 'In', ['us-east-1a']))
      .withPods(
        lone
          .requesting({ milliCpu: 900_000 })
          .withVolume(...volume('v', 'us-east-1b', 'us-east-1a')),
      );
    expect(reasonOf(pods)).toMatchObject({ code: 'RESOURCE_TOO_LARGE' });
  });

  it('names the PersistentVolumeClaim that conflicts with the NodePool', () => {
    const pods = generalCluster
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b']))
      .withPods(
        lone
          .withVolume('anywhere')
          .withVolume('labelled', { nodeRequirements: [term(arch, 'In', 'amd64')] })
          .withVolume(...volume('data', 'us-east-1a')),
      );
    expect(reasonOf(pods)).toMatchObject({ key: zone, required: is('us-east-1a'), volume: 'data' });
  });

  it('names the zones in which both the pod and a volume may be, if no type is offered there', () => {
    const zones = term(zone, 'In', 'us-east-1b', 'us-east-1e');
    const pods = generalCluster.withPods(
      lone
        .requiringOneOf(term(zone, 'In', 'us-east-1a', 'us-east-1e'))
        .withVolume('data', { nodeRequirements: [zones] }),
    );
    expect(reasonOf(pods)).toMatchObject({
      code: 'SUBNET_MISSING',
      key: zone,
      required: is('us-east-1e'),
      volume: 'data',
    });
  });

  it('names two volumes in different zones, with all zones of each', () => {
    const pods = generalCluster.withPods(
      lone
        .withVolume(...volume('a', 'us-east-1a', 'us-east-1b'))
        .withVolume(...volume('b', 'us-east-1b'))
        .withVolume(...volume('c', 'us-east-1a', 'us-east-1e')),
    );
    expect(reasonOf(pods)).toEqual({
      code: 'VOLUMES_INCOMPATIBLE',
      key: zone,
      volumes: [
        { claim: 'b', required: is('us-east-1b') },
        { claim: 'c', required: is('us-east-1a', 'us-east-1e') },
      ],
    });
  });

  it('does not exist if one alternative of the pod reaches them', () => {
    const pods = generalCluster.withPods(
      lone
        .requiringOneOf(term(zone, 'In', 'us-east-1b'), term(zone, 'In', 'us-east-1a'))
        .withVolume(...volume('a', 'us-east-1a'))
        .requesting({ milliCpu: 900_000 }),
    );
    expect(reasonOf(pods)).toMatchObject({ code: 'RESOURCE_TOO_LARGE' });
  });
});
