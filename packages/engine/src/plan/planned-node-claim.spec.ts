import { invariant, labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  someInstanceTypes,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { planWithFirstFit } from './write-result.js';

const { capacityType, instanceType, nodeClass, nodePool, zone, zoneId, arch } = labelKeys;

function claimOf(given: SnapshotBuilder): PlannedNodeClaim {
  const [claim] = planWithFirstFit(given.build()).newNodeClaims;
  invariant(claim !== undefined, 'no claim is planned');
  return claim;
}

describe('a planned NodeClaim', () => {
  it('contains what the launch, the node and users need', () => {
    const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
    const startup = { key: 'warming', value: '', effect: 'NoSchedule' } as const;
    const pool = aNodePool()
      .labelled({ team: 'a' })
      .withTemplate({ annotations: { note: 'x' } })
      .tainted(taint)
      .taintedAtStartup(startup)
      .requiring('size', 'Gte', ['3'])
      .requiring(arch, 'NotIn', ['arm64']);
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod().requesting({ milliCpu: 3_000 }).tolerating({ key: 'team' }))
        .withNodePools(pool)
        .withDaemonSets(
          aDaemonSet('logs', aPod().requesting({ milliCpu: 200, memoryMib: 1 }).tolerating({})),
        ),
    );
    const offerings = (name: string, price: number) =>
      ['zone-a', 'zone-b', 'zone-c'].map((where) => ({
        instanceType: name,
        zone: where,
        capacityType: 'on-demand',
        priceMicroUsdPerHour: price,
      }));
    expect(claim).toEqual({
      id: 'claim-0001',
      nodePool: 'default',
      podUids: ['web'],
      requests: { cpu: 3_200, memory: 1_048_576, pods: 2 },
      requirements: [
        { key: nodeClass, operator: 'In', values: ['default'], minValues: null },
        { key: capacityType, operator: 'In', values: ['on-demand'], minValues: null },
        { key: nodePool, operator: 'In', values: ['default'], minValues: null },
        { key: arch, operator: 'NotIn', values: ['arm64'], minValues: null },
        { key: instanceType, operator: 'In', values: ['t4', 't8'], minValues: null },
        { key: 'size', operator: 'Gte', values: ['3'], minValues: null },
        { key: 'team', operator: 'In', values: ['a'], minValues: null },
      ],
      labels: { team: 'a', size: '3', [nodePool]: 'default', [nodeClass]: 'default' },
      annotations: { note: 'x', 'karpenter.sh/nodeclaim-min-values-relaxed': 'false' },
      taints: [taint],
      startupTaints: [startup],
      instanceTypes: [
        { name: 't4', offerings: offerings('t4', 200_000) },
        { name: 't8', offerings: offerings('t8', 400_000) },
      ],
      rejectedInstanceTypes: [
        {
          reason: {
            code: 'INSTANCE_TYPE_TOO_SMALL',
            resource: 'cpu',
            requested: 3_200,
            largest: 1_900,
            instanceType: 't2',
          },
          count: 1,
          examples: ['t2'],
        },
      ],
      expected: offerings('t4', 200_000)[0],
      savingAgainstNextBestMicroUsdPerHour: 200_000,
    });
  });

  it('has the cheapest 600 types, and reports that others fit', () => {
    const types = Array.from({ length: 607 }, (_, index) =>
      anInstanceType(`t${String(index).padStart(3, '0')}`).offeredAt({
        microUsdPerHour: 1_000_000 - index * 1_000,
      }),
    );
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod())
        .withInstanceTypes(...types),
    );
    expect(claim.instanceTypes).toHaveLength(600);
    expect(claim.expected.instanceType).toBe('t606');
    expect(claim.requirements.find(({ key }) => key === instanceType)?.values).toHaveLength(600);
    expect(claim.rejectedInstanceTypes).toEqual([
      {
        reason: { code: 'MORE_EXPENSIVE_THAN_CHOSEN' },
        count: 7,
        examples: ['t006', 't005', 't004', 't003', 't002'],
      },
    ]);
  });

  it('is refused if the 600 cheapest types do not satisfy minValues', () => {
    const types = Array.from({ length: 601 }, (_, index) =>
      anInstanceType(`t${String(index).padStart(3, '0')}`)
        .labelled('family', index === 600 ? 'expensive' : 'cheap')
        .offeredAt({ microUsdPerHour: 100 + index }),
    );
    const snapshot = aSnapshot()
      .withPods(aPod())
      .withInstanceTypes(...types)
      .withNodePools(aNodePool().requiring('family', 'Exists', [], 2))
      .withSettings({ wellKnownLabels: ['family'] });
    const reason = { code: 'MIN_VALUES_UNMET', key: 'family', minValues: 2, found: 1 };
    expect(planWithFirstFit(snapshot.build())).toMatchObject({
      newNodeClaims: [],
      unschedulable: [{ podUid: 'web', byNodePool: [{ nodePool: 'default', reason }] }],
      totalPriceMicroUsdPerHour: 0,
    });
  });

  it('reports that minValues was relaxed', () => {
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod())
        .withNodePools(aNodePool().requiring(instanceType, 'Exists', [], 9))
        .withSettings({ minValuesPolicy: 'BestEffort' }),
    );
    expect(claim.annotations).toEqual({ 'karpenter.sh/nodeclaim-min-values-relaxed': 'true' });
    expect(claim.requirements.find(({ key }) => key === instanceType)?.minValues).toBe(3);
  });

  it('groups excluded types by reason', () => {
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod().selecting({ [zone]: 'zone-a' }))
        .withInstanceTypes(
          ...someInstanceTypes(),
          anInstanceType('arm').labelled(arch, 'arm64'),
          anInstanceType('away').offeredAt({ microUsdPerHour: 1, in: ['zone-b'] }),
          anInstanceType('unpriced').offered(anOffering('zone-a', 'on-demand', null)),
          anInstanceType('tiny').with({ milliCpu: 500 }),
        )
        .withNodePools(aNodePool().limitedTo({ milliCpu: 4_000 }).requiring(arch, 'In', ['amd64'])),
    );
    expect(claim.instanceTypes.map(({ name }) => name)).toEqual(['t2', 't4']);
    expect(
      claim.rejectedInstanceTypes.map(({ reason, examples }) => [reason.code, ...examples]),
    ).toEqual([
      ['INSTANCE_TYPE_MISMATCH', 'arm'],
      ['INSTANCE_TYPE_MISMATCH', 'away'],
      ['OFFERING_UNPRICED', 'unpriced'],
      ['INSTANCE_TYPE_TOO_SMALL', 'tiny'],
      ['LIMIT_EXCEEDED', 't8'],
    ]);
  });

  it('includes the lowest daemon overhead of any of its types', () => {
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod())
        .withInstanceTypes(anInstanceType('amd'), anInstanceType('arm').labelled(arch, 'arm64'))
        .withDaemonSets(
          aDaemonSet('all', aPod().requesting({ milliCpu: 100 })),
          aDaemonSet(
            'arm',
            aPod()
              .requesting({ milliCpu: 300 })
              .selecting({ [arch]: 'arm64' }),
          ),
        ),
    );
    expect(claim.requests['cpu']).toBe(1_100);
    expect(claim.instanceTypes.map(({ name }) => name)).toEqual(['amd', 'arm']);
  });

  it('includes the daemon overhead of its own types only', () => {
    const onArm = { [arch]: 'arm64' };
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod().selecting(onArm))
        .withInstanceTypes(anInstanceType('amd'), anInstanceType('arm').labelled(arch, 'arm64'))
        .withDaemonSets(
          aDaemonSet('arm', aPod().requesting({ milliCpu: 300 }).selecting(onArm)),
          aDaemonSet(
            'both',
            aPod()
              .requesting({ milliCpu: 100 })
              .requiringOneOf(term(arch, 'In', 'amd64'), term(arch, 'In', 'arm64')),
          ),
        ),
    );
    expect(claim.requests['cpu']).toBe(1_400);
  });

  it('has the cheapest offering first: among equals spot, then by zone', () => {
    const given = aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t').offered(
          anOffering('zone-c', 'on-demand', 5),
          anOffering('zone-b', 'on-demand', 5),
          anOffering('zone-b', 'spot', 5),
          anOffering('zone-a', 'on-demand', 6),
          anOffering('zone-a', 'spot', 4, { available: false }),
        ),
      );
    const sorted = claimOf(given).instanceTypes.flatMap(({ offerings }) =>
      offerings.map(({ zone: where, capacityType: variant }) => `${variant} in ${where}`),
    );
    expect(sorted).toEqual([
      'spot in zone-b',
      'on-demand in zone-b',
      'on-demand in zone-c',
      'on-demand in zone-a',
    ]);
  });

  it('may be restricted by zone id', () => {
    const offered = (where: string, id: string) =>
      anOffering(where, 'on-demand', 1, { zoneId: id });
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod().selecting({ [zoneId]: 'use1-az2' }))
        .withInstanceTypes(
          anInstanceType('t').offered(offered('zone-a', 'use1-az1'), offered('zone-b', 'use1-az2')),
        ),
    );
    expect(
      claim.instanceTypes.flatMap(({ offerings }) => offerings.map((one) => one.zone)),
    ).toEqual(['zone-b']);
  });

  it('is restricted to the reservations that it holds', () => {
    const reserved = (name: string, id: string) =>
      anInstanceType(name).offered(
        anOffering('zone-a', 'reserved', 1, { reservationId: id, reservationCapacity: 1 }),
        anOffering('zone-a', 'on-demand', 100_000),
      );
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod())
        .withNodePools(aNodePool().allowingAllCapacityTypes())
        .withInstanceTypes(reserved('r1', 'cr-1'), reserved('r2', 'cr-2'), anInstanceType('t2')),
    );
    expect(claim.instanceTypes.map(({ name }) => name)).toEqual(['r1', 'r2']);
    expect(
      claim.requirements.filter(({ key }) => key.includes('capacity')).map(({ values }) => values),
    ).toEqual([['cr-1', 'cr-2'], ['reserved']]);
  });

  it('has a value for each custom label of the NodePool, and each requirement once', () => {
    const pool = aNodePool()
      .allowingAllCapacityTypes()
      .requiring('generation', 'NotIn', ['0', '1'])
      .requiring('legacy', 'DoesNotExist')
      .requiring('tier', 'In', ['gold', 'silver']);
    const claim = claimOf(
      aSnapshot()
        .withPods(aPod().requiringOneOf(term(instanceType, 'In', 't2', 't4', 't9')))
        .withNodePools(pool),
    );
    expect(claim.labels).toEqual({
      generation: '2',
      tier: 'gold',
      [nodePool]: 'default',
      [nodeClass]: 'default',
    });
    const valuesOf = (label: string) =>
      claim.requirements.filter(({ key }) => key === label).map(({ values }) => values);
    expect(valuesOf(instanceType)).toEqual([['t2', 't4']]);
    expect(valuesOf(capacityType)).toEqual([['on-demand', 'spot']]);
  });
});
