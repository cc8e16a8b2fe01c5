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
import { solve } from './solve.js';

const { zone, hostname, capacityType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const big = (name: string) => aPod(name).labelled({ app: name }).requesting({ milliCpu: 1_000 });
const small = (name: string) => aPod(name).labelled({ app: name }).requesting({ milliCpu: 100 });
const onlyIn = (...zones: readonly string[]) => aNodePool().requiring(zone, 'In', zones);
const reservedFull = anInstanceType('r').offered(
  anOffering('zone-a', 'reserved', 1, { reservationId: 'cr-1', reservationCapacity: 0 }),
);

/** Where pods went: `pool zone: pods` for planned nodes, `node: pods`, and who was not placed. */
function see(given: SnapshotBuilder): readonly string[] {
  const { newNodeClaims, existingNodes, unschedulable } = solve(given.build());
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
  'on a node that exists, once the one came that it waits for': [
    aSnapshot()
      .withPods(big('late').near({ app: 'db' }, hostname), small('db'))
      .withNodes(aNode('n1'))
      .withNodePools(),
    ['n1: db late'],
  ],
  'there as well, when its other alternative is nowhere': [
    aSnapshot()
      .withPods(
        big('late')
          .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'nowhere'))
          .near({ app: 'db' }, hostname),
        small('db'),
      )
      .withNodes(aNode('n1'))
      .withNodePools(),
    ['n1: db late'],
  ],
  'on a planned node, once the one came that it waits for, though no other can be bought': [
    aSnapshot()
      .withPods(
        aPod('first').labelled({ app: 'first' }).requesting({ milliCpu: 5_000 }),
        big('late').near({ app: 'db' }, hostname),
        small('db'),
      )
      .withNodePools(aNodePool().limitedTo({ milliCpu: 8_000 })),
    ['default any: first db late'],
  ],
  'on nodes that one of its kind passed over, when they suit it now': [
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
  'in the next best zone, though another rule leaves it a choice': [
    aSnapshot()
      .withPods(
        small('web')
          .selecting({ [capacityType]: 'spot' })
          .spreadOver(zone, { maxSkew: 2 })
          .awayFrom({ app: 'db' }, capacityType),
      )
      .withNodePools(aNodePool().launchingAnything())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 1),
          anOffering('zone-b', 'spot', 1),
        ),
      ),
    ['default zone-b: web'],
  ],
  'nowhere, while nobody is in any domain of a label that no node has': [
    aSnapshot().withPods(small('web').near({ app: 'db' }, 'rack')),
    ['not placed: web'],
  ],
  'nowhere near one whose node may still end in any zone': [
    aSnapshot().withPods(
      aPod('db').labelled({ app: 'db' }).requesting({ milliCpu: 5_000 }),
      aPod('web').requesting({ milliCpu: 4_500 }).near({ app: 'db' }, zone),
    ),
    ['default any: db', 'not placed: web'],
  ],
  'in no other pool while one that comes first has a reservation to wait for': [
    aSnapshot()
      .withPods(small('web'))
      .withNodePools(aNodePool('reserved').launchingAnything().weighing(9), aNodePool('open'))
      .withInstanceTypesOf('reserved', reservedFull),
    ['not placed: web'],
  ],
  'by none of its other alternatives while it has a reservation to wait for': [
    aSnapshot()
      .withPods(
        small('web').requiringOneOf(
          term(capacityType, 'In', 'reserved'),
          term(capacityType, 'In', 'on-demand'),
        ),
      )
      .withNodePools(aNodePool().launchingAnything())
      .withInstanceTypes(reservedFull, anInstanceType('t2')),
    ['not placed: web'],
  ],
  'where a planned node of others makes a zone one for its spread': [
    aSnapshot().withPods(
      big('first').selecting({ [zone]: 'zone-b' }),
      ...small('web')
        .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b'))
        .spreadOver(zone)
        .times(2),
    ),
    ['default zone-b: first web-2', 'default zone-a: web-1'],
  ],
  'where it would rather not be, when no other pool takes it': [
    aSnapshot()
      .withPods(small('web').tolerating({ key: 'team' }))
      .withNodePools(
        aNodePool('soft').tainted(taint, { ...taint, key: 'soft', effect: 'PreferNoSchedule' }),
        aNodePool('hard').tainted({ ...taint, key: 'hard' }),
      ),
    ['soft any: web'],
  ],
  'where its spread says, whatever runs on planned nodes that it does not look at': [
    aSnapshot()
      .withPods(
        big('guest')
          .labelled({ app: 'web' })
          .selecting({ [zone]: 'zone-a' })
          .tolerating({ key: 'team' }),
        small('web').spreadOver(zone, { nodeTaintsPolicy: 'Honor' }),
      )
      .withNodePools(aNodePool('open'), aNodePool('team').weighing(9).tainted(taint)),
    ['team zone-a: guest', 'open zone-a: web'],
  ],
  'where its spread says, counting those on planned nodes that it looks at': [
    aSnapshot()
      .withPods(
        big('guest')
          .labelled({ app: 'web' })
          .selecting({ [zone]: 'zone-a' })
          .tolerating({ key: 'team' }),
        small('web').spreadOver(zone),
      )
      .withNodePools(aNodePool('open'), aNodePool('team').weighing(9).tainted(taint)),
    ['team zone-a: guest', 'open zone-b: web'],
  ],
};

describe('a pod is placed', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, [given, expected]) => {
    expect(see(given).toSorted()).toEqual(expected.toSorted());
  });
});
