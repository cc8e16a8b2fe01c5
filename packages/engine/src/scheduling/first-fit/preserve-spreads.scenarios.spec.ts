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
import { planWithFirstFit } from '../../plan/write-result.js';

const { zone, arch, hostname, capacityType, instanceType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const alone = (pod: PodBuilder) => pod.withAntiAffinityTo({ app: 'web' }, hostname);
const either = [term(zone, 'In', 'zone-b'), term(capacityType, 'In', 'on-demand')] as const;
const eitherWay = alone(aPod('spread')).requiringOneOf(...either);
/** Both go where their first alternative says; by the second, a node anywhere else is one for them. */
const uneven = eitherWay.spreadOver(zone);
const other = alone(aPod('other').labelled({ app: 'other' }));
const inB = alone(aPod('spread')).selecting({ [zone]: 'zone-b' });
const cluster = (pod: PodBuilder, plain: PodBuilder = other) =>
  aSnapshot().withPods(pod.times(2), plain);
const node = (name: string, where: string) => aNode(name).launchedAs('t2', where, 'on-demand', 1);
const reservedIn = (where: string) =>
  anOffering(where, 'reserved', 1, { reservationId: `cr-${where}`, reservationCapacity: 1 });

/** The allowed zones of the planned node of `other`. */
function zonesOfOther(given: SnapshotBuilder): string {
  const { newNodeClaims } = planWithFirstFit(given.build());
  const claim = newNodeClaims.find(({ podUids }) => podUids.includes('other'));
  invariant(claim !== undefined, 'the pod is on a planned node');
  return claim.requirements.find(({ key }) => key === zone)?.values.join() ?? 'any';
}

const restricted: Record<string, readonly [SnapshotBuilder, string]> = {
  'to zones with the pods of the spread': [cluster(uneven), 'zone-b'],
  'to zones with pods of the spread within the skew': [
    cluster(uneven).withNodes(
      node('n1', 'zone-c').tainted(taint).running(aPod('running').running()),
    ),
    'zone-b,zone-c',
  ],
  'to zones of existing nodes with pods of the spread': [
    cluster(uneven, other.createdAt(1)).withNodes(node('n1', 'zone-b'), node('n2', 'zone-b')),
    'zone-b',
  ],
  'to other zones than those that the spread counts because it ignores node affinity': [
    cluster(inB.spreadOver(zone, { nodeAffinityPolicy: 'Ignore' })),
    'zone-b',
  ],
  'also if its NodePool does not allow all zones': [
    cluster(uneven).withNodePools(
      aNodePool('near').withWeight(9).requiring(zone, 'In', ['zone-a', 'zone-b']),
      aNodePool('far').requiring(zone, 'In', ['zone-c']),
    ),
    'zone-b',
  ],
  'also if it has taints and the spread ignores them': [
    cluster(uneven, other.tolerating({ key: 'team' })).withNodePools(
      aNodePool('open'),
      aNodePool('team').withWeight(9).tainted(taint),
    ),
    'zone-b',
  ],
};

const left: Record<string, readonly [SnapshotBuilder, string]> = {
  'while the counts of the zones are within the skew': [
    cluster(eitherWay.spreadOver(zone, { maxSkew: 2 })),
    'any',
  ],
  'if the spread is a relaxed preference': [
    cluster(
      inB
        .preferring(1, term(arch, 'In', 'arm64'))
        .spreadOver(zone, { nodeAffinityPolicy: 'Ignore', whenUnsatisfiable: 'ScheduleAnyway' }),
    ),
    'any',
  ],
  'if the spread counts only other pods': [
    cluster(eitherWay.spreadOver(zone, { labelSelector: podsWith({ app: 'db' }) })),
    'any',
  ],
  'if the pods share a zone for another reason': [
    cluster(
      aPod('spread')
        .withAffinityTo({ app: 'web' }, zone)
        .spreadOver(hostname)
        .selecting({ [zone]: 'zone-b' }),
    ),
    'any',
  ],
  'if the spread honors taints that its pods do not tolerate': [
    cluster(
      eitherWay.spreadOver(zone, { nodeTaintsPolicy: 'Honor' }),
      other.tolerating({ key: 'team' }),
    ).withNodePools(aNodePool('open'), aNodePool('team').withWeight(9).tainted(taint)),
    'any',
  ],
  'if the pods of the spread could not use it': [
    cluster(
      alone(aPod('spread'))
        .requiringOneOf(term(zone, 'In', 'zone-b'), term(arch, 'In', 'arm64'))
        .spreadOver(zone),
      other.selecting({ [arch]: 'amd64' }),
    ),
    'any',
  ],
  'if no type is large enough in the other zones': [
    cluster(uneven, other.requesting({ milliCpu: 3_000 })).withInstanceTypes(
      anInstanceType('t2'),
      anInstanceType('t4')
        .with({ milliCpu: 4_000 })
        .offeredAt({ microUsdPerHour: 200_000, in: ['zone-a', 'zone-c'] }),
    ),
    'any',
  ],
  'if its NodePool has minValues': [
    cluster(uneven, other.selecting({ team: 'x' })).withNodePools(
      aNodePool('open'),
      aNodePool('flexible').labelled({ team: 'x' }).requiring(instanceType, 'Exists', [], 2),
    ),
    'any',
  ],
  'if it holds reservations': [
    cluster(uneven, other.selecting({ [capacityType]: 'reserved' }))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2'),
        anInstanceType('r2').offered(reservedIn('zone-a'), reservedIn('zone-b')),
      ),
    'any',
  ],
};

describe('a planned node that may still end in several zones is restricted', () => {
  it.each(Object.entries(restricted))('%s', (_sentence, [given, zones]) => {
    expect(zonesOfOther(given)).toBe(zones);
  });
});

describe('a planned node is not restricted', () => {
  it.each(Object.entries(left))('%s', (_sentence, [given, zones]) => {
    expect(zonesOfOther(given)).toBe(zones);
  });
});
