import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

const { zone, hostname, capacityType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const big = (name: string) => aPod(name).labelled({ app: name }).requesting({ milliCpu: 1_000 });
const small = (name: string) => aPod(name).labelled({ app: name }).requesting({ milliCpu: 100 });
const onlyIn = (...zones: readonly string[]) => aNodePool().requiring(zone, 'In', zones);
/** A reservation with free instances. */
const reservedWith = (reservationCapacity: number) =>
  anInstanceType('r').offered(
    anOffering('zone-a', 'reserved', 1, { reservationId: 'cr-1', reservationCapacity }),
  );
/** One to a node. */
const half = (name: string) => aPod(name).labelled({ app: name }).requesting({ milliCpu: 1_500 });

/** Placed pods as `pool zone: pods` for planned nodes and `node: pods`, and the unplaced ones. */
function see(given: SnapshotBuilder): readonly string[] {
  const { newNodeClaims, existingNodes, unschedulable } = planWithFirstFit(given.build());
  const zoneOf = (claim: (typeof newNodeClaims)[number]) =>
    claim.requirements.find(({ key }) => key === zone)?.values.join('+') ?? 'any';
  return [
    ...existingNodes.map(({ nodeName, podUids }) => `${nodeName}: ${podUids.join(' ')}`),
    ...newNodeClaims.map(
      (claim) => `${claim.nodePool} ${zoneOf(claim)}: ${claim.podUids.join(' ')}`,
    ),
    ...unschedulable.map(({ podUid }) => `not placed: ${podUid}`),
  ];
}

const scenarios: Record<string, readonly [SnapshotBuilder, readonly string[]]> = {
  'on an existing node, once the pod of its affinity is there': [
    aSnapshot()
      .withPods(big('late').withAffinityTo({ app: 'db' }, hostname), small('db'))
      .withNodes(aNode('n1'))
      .withNodePools(),
    ['n1: db late'],
  ],
  'on an existing node, if its other alternative fits nowhere': [
    aSnapshot()
      .withPods(
        big('late')
          .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'nowhere'))
          .withAffinityTo({ app: 'db' }, hostname),
        small('db'),
      )
      .withNodes(aNode('n1'))
      .withNodePools(),
    ['n1: db late'],
  ],
  'on a planned node, once the pod of its affinity is there, although no other node can be launched':
    [
      aSnapshot()
        .withPods(
          aPod('first').labelled({ app: 'first' }).requesting({ milliCpu: 5_000 }),
          big('late').withAffinityTo({ app: 'db' }, hostname),
          small('db'),
        )
        .withNodePools(aNodePool().limitedTo({ milliCpu: 8_000 })),
      ['default any: first db late'],
    ],
  'on nodes that refused an equal pod before, if they allow it now': [
    aSnapshot()
      .withPods(
        ...big('b')
          .selecting({ [zone]: 'zone-b' })
          .times(1),
        ...big('a')
          .selecting({ [zone]: 'zone-a' })
          .times(2),
        ...small('web').spreadOver(zone).times(3),
      )
      .withNodePools(onlyIn('zone-a', 'zone-b')),
    ['default zone-a: a-1 a-2 web-2', 'default zone-b: b-1 web-1 web-3'],
  ],
  'in the next best zone, if another constraint leaves it a choice': [
    aSnapshot()
      .withPods(
        small('web')
          .selecting({ [capacityType]: 'spot' })
          .spreadOver(zone, { maxSkew: 2 })
          .withAntiAffinityTo({ app: 'db' }, capacityType),
      )
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 1),
          anOffering('zone-b', 'spot', 1),
        ),
      ),
    ['default zone-b: web'],
  ],
  'nowhere, with affinity over a label that no node has': [
    aSnapshot().withPods(small('web').withAffinityTo({ app: 'db' }, 'rack')),
    ['not placed: web'],
  ],
  'nowhere near a pod whose node may still end in any zone': [
    aSnapshot().withPods(
      aPod('db').labelled({ app: 'db' }).requesting({ milliCpu: 5_000 }),
      aPod('web').requesting({ milliCpu: 4_500 }).withAffinityTo({ app: 'db' }, zone),
    ),
    ['default any: db', 'not placed: web'],
  ],
  'in no other NodePool while an earlier one waits for a reservation': [
    aSnapshot()
      .withPods(half('db'), half('web'))
      .withNodePools(
        aNodePool('reserved').allowingAllCapacityTypes().withWeight(9),
        aNodePool('open'),
      )
      .withInstanceTypesOf('reserved', reservedWith(1)),
    ['reserved any: db', 'not placed: web'],
  ],
  'in another NodePool if the reservation of an earlier one is full': [
    aSnapshot()
      .withPods(half('web'))
      .withNodePools(
        aNodePool('reserved').allowingAllCapacityTypes().withWeight(9),
        aNodePool('open').requiring(zone, 'In', ['zone-b']),
      )
      .withInstanceTypesOf('reserved', reservedWith(0)),
    ['open zone-b: web'],
  ],
  'with other capacity of its NodePool if the reservation is full': [
    aSnapshot()
      .withPods(half('web'))
      .withNodePools(aNodePool().allowingAllCapacityTypes().requiring(zone, 'In', ['zone-a']))
      .withInstanceTypes(reservedWith(0), anInstanceType('t2')),
    ['default zone-a: web'],
  ],
  'nowhere if it may use a full reservation only': [
    aSnapshot()
      .withPods(half('web').selecting({ [capacityType]: 'reserved' }))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(reservedWith(0), anInstanceType('t2')),
    ['not placed: web'],
  ],
  'by none of its other alternatives while it waits for a reservation': [
    aSnapshot()
      .withPods(
        half('db').selecting({ [capacityType]: 'reserved' }),
        half('web').requiringOneOf(
          term(capacityType, 'In', 'reserved'),
          term(capacityType, 'In', 'on-demand'),
        ),
      )
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(reservedWith(1), anInstanceType('t2')),
    ['default any: db', 'not placed: web'],
  ],
  'in a zone that became a domain of its spread through a planned node of other pods': [
    aSnapshot().withPods(
      big('first').selecting({ [zone]: 'zone-b' }),
      ...small('web')
        .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b'))
        .spreadOver(zone)
        .times(2),
    ),
    ['default zone-b: first web-2', 'default zone-a: web-1'],
  ],
  'on a node with a PreferNoSchedule taint, if no other NodePool fits': [
    aSnapshot()
      .withPods(small('web').tolerating({ key: 'team' }))
      .withNodePools(
        aNodePool('soft').tainted(taint, { ...taint, key: 'soft', effect: 'PreferNoSchedule' }),
        aNodePool('hard').tainted({ ...taint, key: 'hard' }),
      ),
    ['soft any: web'],
  ],
  'by its spread, without pods on planned nodes that it does not count': [
    aSnapshot()
      .withPods(
        big('guest')
          .labelled({ app: 'web' })
          .selecting({ [zone]: 'zone-a' })
          .tolerating({ key: 'team' }),
        small('web').spreadOver(zone, { nodeTaintsPolicy: 'Honor' }),
      )
      .withNodePools(aNodePool('open'), aNodePool('team').withWeight(9).tainted(taint)),
    ['team zone-a: guest', 'open zone-a: web'],
  ],
  'by its spread, with pods on planned nodes that it counts': [
    aSnapshot()
      .withPods(
        big('guest')
          .labelled({ app: 'web' })
          .selecting({ [zone]: 'zone-a' })
          .tolerating({ key: 'team' }),
        small('web').spreadOver(zone),
      )
      .withNodePools(aNodePool('open'), aNodePool('team').withWeight(9).tainted(taint)),
    ['team zone-a: guest', 'open zone-b: web'],
  ],
};

describe('a pod is placed', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, [given, expected]) => {
    expect(see(given).toSorted()).toEqual(expected.toSorted());
  });
});
