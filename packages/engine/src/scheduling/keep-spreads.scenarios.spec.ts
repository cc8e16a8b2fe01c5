import { invariant, labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type PodBuilder,
  podsWith,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { solve } from './solve.js';

const { zone, arch, hostname, capacityType, instanceType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const alone = (pod: PodBuilder) => pod.awayFrom({ app: 'web' }, hostname);
const either = [term(zone, 'In', 'zone-b'), term(capacityType, 'In', 'on-demand')] as const;
const eitherWay = alone(aPod('spread')).requiringOneOf(...either);
/** Both go where their first alternative says; by the second, a node anywhere else is one for them. */
const uneven = eitherWay.spreadOver(zone);
const other = alone(aPod('other').labelled({ app: 'other' }));
const inB = alone(aPod('spread')).selecting({ [zone]: 'zone-b' });
const cluster = (pod: PodBuilder, plain: PodBuilder = other) =>
  aSnapshot().withPods(pod.times(2), plain);
const node = (name: string, where: string) => aNode(name).bought('t2', where, 'on-demand', 1);
const reservedIn = (where: string) =>
  anOffering(where, 'reserved', 1, { reservationId: `cr-${where}`, reservationCapacity: 1 });

/** The zones that are left to the planned node of `other`. */
function zonesOfOther(given: SnapshotBuilder): string {
  const { newNodeClaims } = solve(given.build());
  const claim = newNodeClaims.find(({ podUids }) => podUids.includes('other'));
  invariant(claim !== undefined, 'the pod is on a planned node');
  return claim.requirements.find(({ key }) => key === zone)?.values.join() ?? 'any';
}

const kept: Record<string, readonly [SnapshotBuilder, string]> = {
  'where the pods of the spread are': [cluster(uneven), 'zone-b'],
  'where pods of the spread are as well, few enough less': [
    cluster(uneven).withNodes(
      node('n1', 'zone-c').tainted(taint).running(aPod('running').running()),
    ),
    'zone-b,zone-c',
  ],
  'where they went on nodes that exist': [
    cluster(uneven, other.createdAt(1)).withNodes(node('n1', 'zone-b'), node('n2', 'zone-b')),
    'zone-b',
  ],
  'out of zones whose nodes the spread looks at because it ignores node affinity': [
    cluster(inB.spreadOver(zone, { nodeAffinityPolicy: 'Ignore' })),
    'zone-b',
  ],
  'also where it is of a pool that cannot buy everywhere': [
    cluster(uneven).withNodePools(
      aNodePool('near').weighing(9).requiring(zone, 'In', ['zone-a', 'zone-b']),
      aNodePool('far').requiring(zone, 'In', ['zone-c']),
    ),
    'zone-b',
  ],
  'also when it has taints, to a spread that ignores them': [
    cluster(uneven, other.tolerating({ key: 'team' })).withNodePools(
      aNodePool('open'),
      aNodePool('team').weighing(9).tainted(taint),
    ),
    'zone-b',
  ],
};

const left: Record<string, readonly [SnapshotBuilder, string]> = {
  'while no zone has so many pods more than another': [
    cluster(eitherWay.spreadOver(zone, { maxSkew: 2 })),
    'any',
  ],
  'when the spread is a wish that was given up': [
    cluster(
      inB
        .preferring(1, term(arch, 'In', 'arm64'))
        .spreadOver(zone, { nodeAffinityPolicy: 'Ignore', whenUnsatisfiable: 'ScheduleAnyway' }),
    ),
    'any',
  ],
  'when the spread counts others than its own pods': [
    cluster(eitherWay.spreadOver(zone, { labelSelector: podsWith({ app: 'db' }) })),
    'any',
  ],
  'when the pods are together for another reason': [
    cluster(
      aPod('spread')
        .near({ app: 'web' }, zone)
        .spreadOver(hostname)
        .selecting({ [zone]: 'zone-b' }),
    ),
    'any',
  ],
  'when the spread honors taints that its pods do not tolerate': [
    cluster(
      eitherWay.spreadOver(zone, { nodeTaintsPolicy: 'Honor' }),
      other.tolerating({ key: 'team' }),
    ).withNodePools(aNodePool('open'), aNodePool('team').weighing(9).tainted(taint)),
    'any',
  ],
  'when it is none that the pods of the spread could go to': [
    cluster(
      alone(aPod('spread'))
        .requiringOneOf(term(zone, 'In', 'zone-b'), term(arch, 'In', 'arm64'))
        .spreadOver(zone),
      other.selecting({ [arch]: 'amd64' }),
    ),
    'any',
  ],
  'when nothing large enough is sold where it should be': [
    cluster(uneven, other.requesting({ milliCpu: 3_000 })).withInstanceTypes(
      anInstanceType('t2'),
      anInstanceType('t4')
        .with({ milliCpu: 4_000 })
        .sold({ microUsdPerHour: 200_000, in: ['zone-a', 'zone-c'] }),
    ),
    'any',
  ],
  'when its pool asks for flexibility': [
    cluster(uneven, other.selecting({ team: 'x' })).withNodePools(
      aNodePool('open'),
      aNodePool('flexible').labelled({ team: 'x' }).requiring(instanceType, 'Exists', [], 2),
    ),
    'any',
  ],
  'when it holds places in reservations': [
    cluster(uneven, other.selecting({ [capacityType]: 'reserved' }))
      .withNodePools(aNodePool().launchingAnything())
      .withInstanceTypes(
        anInstanceType('t2'),
        anInstanceType('r2').offered(reservedIn('zone-a'), reservedIn('zone-b')),
      ),
    'any',
  ],
};

describe('a planned node that may still end in several zones is kept', () => {
  it.each(Object.entries(kept))('%s', (_sentence, [given, zones]) => {
    expect(zonesOfOther(given)).toBe(zones);
  });
});

describe('a planned node is left as it is', () => {
  it.each(Object.entries(left))('%s', (_sentence, [given, zones]) => {
    expect(zonesOfOther(given)).toBe(zones);
  });
});
