import { compareText, labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  planOf,
  type SnapshotBuilder,
  term,
  validatePlan,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../plan/write-result.js';

const { zone, arch, capacityType, nodePool } = labelKeys;
const gpu = 'nvidia.com/gpu';
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const soft = { ...taint, effect: 'PreferNoSchedule' } as const;

/** One NodePool is in `zone-a` only, the other may be anywhere. */
const twoPools = aSnapshot().withNodePools(
  aNodePool('ours').labelled({ group: 'ours' }).requiring(zone, 'In', ['zone-a']),
  aNodePool('open').labelled({ group: 'open' }),
);
const large = aPod().requesting({ milliCpu: 1_500 });
const selecting = large.selecting({ group: 'ours' });
const typeIn = (name: string, ...zones: readonly string[]) =>
  anInstanceType(name).offeredAt({ microUsdPerHour: 100_000, in: zones });
const arm = typeIn('arm', 'zone-b').labelled(arch, 'arm64');
const withGpu = typeIn('gpu', 'zone-b').with({ [gpu]: 1 });
const learning = aPod('learning')
  .labelled({ app: 'ml' })
  .requesting({ milliCpu: 1_500, [gpu]: 1 });
const gpuInB = aSnapshot().withInstanceTypes(typeIn('t2', 'zone-a', 'zone-b', 'zone-c'), withGpu);
const nodeOf = (pool: string, name: string, where: string) =>
  aNode(name)
    .inPool(pool)
    .labelled({ group: pool })
    .launchedAs('t8', where, 'on-demand', 400_000)
    .with({ allocatable: { cpu: 7_900, memory: 2 ** 35, pods: 20 } });
const full = { allocatable: { cpu: 0, memory: 0, pods: 0 } };
const boundTo = (...zones: readonly string[]) => ({
  nodeRequirements: [term(zone, 'In', ...zones)],
});

/** The zones of the placed pods; `none` for each that was not placed. */
function zonesOf(given: SnapshotBuilder): string {
  const snapshot = given.build();
  const result = planWithFirstFit(snapshot);
  expect(validatePlan(snapshot, planOf(result))).toEqual([]);
  const zoneOf = (name: string) => snapshot.nodes.find((node) => node.name === name)?.labels[zone];
  const zones = [
    ...result.existingNodes.flatMap(({ nodeName, podUids }) => podUids.map(() => zoneOf(nodeName))),
    ...result.newNodeClaims.flatMap(({ expected, podUids }) => podUids.map(() => expected.zone)),
  ];
  const letters = zones.map((one = '') => one.replace('zone-', '')).sort(compareText);
  return [...letters, ...result.unschedulable.map(() => 'none')].join(' ');
}

const notCounted: Record<string, readonly [SnapshotBuilder, string]> = {
  'of NodePools that the pod does not select': [
    twoPools.withPods(selecting.spreadOver(zone).times(3)),
    'a a a',
  ],
  'of NodePools that its required affinity excludes': [
    twoPools.withPods(
      large
        .requiringOneOf(term(nodePool, 'NotIn', 'open'))
        .spreadOver(zone)
        .times(3),
    ),
    'a a a',
  ],
  'that only such NodePools have a node in': [
    twoPools
      .withPods(selecting.spreadOver(zone).times(2))
      .withNodes(nodeOf('open', 'n1', 'zone-b'), nodeOf('open', 'n2', 'zone-c')),
    'a a',
  ],
  'that are out of reach of a pod for which a running node has room': [
    twoPools
      .withPods(selecting.spreadOver(zone).times(2))
      .withNodes(
        nodeOf('ours', 'n1', 'zone-a').running(selecting.named('old').running()),
        nodeOf('open', 'n2', 'zone-b'),
      ),
    'a a',
  ],
  'that are labels of NodePools that the pod does not select': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').labelled({ group: 'ours' }).requiring('lane', 'In', ['1']).tainted(taint),
        aNodePool('open').labelled({ group: 'open' }).requiring('lane', 'In', ['2', '3']),
      )
      .withPods(
        selecting
          .tolerating({ key: 'team' })
          .spreadOver('lane', { nodeTaintsPolicy: 'Honor' })
          .times(3),
      ),
    'a a a',
  ],
  'of NodePools whose limits allow no CPU at all': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('closed').limitedTo({ milliCpu: 0 }),
      )
      .withPods(large.spreadOver(zone).times(3)),
    'a a a',
  ],
  'of NodePools whose limits allow no node at all': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('closed').limitedTo({ nodes: 0 }),
      )
      .withPods(large.spreadOver(zone).times(3)),
    'a a a',
  ],
  'of NodePools whose limits are smaller than each of their types': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('closed').limitedTo({ milliCpu: 1_000 }),
      )
      .withPods(large.spreadOver(zone).times(3)),
    'a a a',
  ],
  'of NodePools whose taints the pod does not tolerate, if it honors taints': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('tainted').tainted(taint),
      )
      .withPods(large.spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(3)),
    'a a a',
  ],
  'without an instance type of its architecture': [
    aSnapshot()
      .withInstanceTypes(typeIn('t2', 'zone-a', 'zone-b', 'zone-c'), arm)
      .withPods(
        large
          .selecting({ [arch]: 'arm64' })
          .spreadOver(zone)
          .times(3),
      ),
    'b b b',
  ],
  'without an instance type that has its resource': [
    gpuInB.withPods(learning.spreadOver(zone).times(3)),
    'b b b',
  ],
  'without an instance type that is large enough': [
    aSnapshot()
      .withInstanceTypes(
        typeIn('t2', 'zone-a', 'zone-b', 'zone-c'),
        typeIn('t8', 'zone-c').with({ milliCpu: 8_000 }),
      )
      .withPods(aPod().requesting({ milliCpu: 5_000 }).spreadOver(zone).times(2)),
    'c c',
  ],
  'without an offering of its capacity type': [
    aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 100_000),
          anOffering('zone-b', 'on-demand', 100_000),
          anOffering('zone-b', 'spot', 40_000),
        ),
      )
      .withPods(
        large
          .selecting({ [capacityType]: 'spot' })
          .spreadOver(zone)
          .times(2),
      ),
    'b b',
  ],
  'without a reservation for pods that select reserved capacity': [
    aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 100_000),
          anOffering('zone-c', 'reserved', 1, { reservationId: 'cr-1', reservationCapacity: 2 }),
        ),
      )
      .withPods(
        large
          .selecting({ [capacityType]: 'reserved' })
          .spreadOver(zone)
          .times(2),
      ),
    'c c',
  ],
  'that its NodePool names and no instance type is offered in': [
    aSnapshot()
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a', 'zone-x']))
      .withPods(large.spreadOver(zone).times(2)),
    'a a',
  ],
  'where its volume cannot be attached': [
    aSnapshot().withPods(large.withVolume('data', boundTo('zone-b')).spreadOver(zone).times(2)),
    'b b',
  ],
  'that are capacity types which it does not select': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').labelled({ group: 'ours' }).requiring(zone, 'In', ['zone-a']),
        aNodePool('open').allowingAllCapacityTypes(),
      )
      .withPods(selecting.spreadOver(capacityType).times(2)),
    'a a',
  ],
  'of NodePools that the pod prefers': [
    twoPools.withPods(
      selecting
        .preferring(1, term(zone, 'In', 'zone-b'))
        .spreadOver(zone)
        .times(2),
    ),
    'a a',
  ],
  'where another pod of the same pass can, but need not, have a node': [
    gpuInB.withPods(learning.spreadOver(zone).times(3), aPod()),
    'b b b b',
  ],
  'that other pods of the pass are placed in, if the skew allows it': [
    gpuInB.withPods(
      learning.spreadOver(zone, { maxSkew: 3 }).times(3),
      aPod().selecting({ [zone]: 'zone-a' }),
    ),
    'a b b b',
  ],
  'out of reach of other pods with another selector': [
    twoPools.withPods(
      selecting.spreadOver(zone).times(2),
      large.named('free').selecting({ group: 'open' }).spreadOver(zone).times(3),
    ),
    'a a a b c',
  ],
};

const counted: Record<string, readonly [SnapshotBuilder, string]> = {
  'of another alternative of the pod': [
    twoPools.withPods(
      large
        .requiringOneOf(term('group', 'In', 'ours'), term('group', 'In', 'open'))
        .spreadOver(zone)
        .times(3),
    ),
    'a b c',
  ],
  'of NodePools that the pod does not select, if it ignores node affinity': [
    twoPools.withPods(selecting.spreadOver(zone, { nodeAffinityPolicy: 'Ignore' }).times(3)),
    'a none none',
  ],
  'of their nodes too, if it ignores node affinity': [
    twoPools
      .withPods(selecting.spreadOver(zone, { nodeAffinityPolicy: 'Ignore' }).times(3))
      .withNodes(nodeOf('open', 'n1', 'zone-b')),
    'a none none',
  ],
  'of NodePools whose limits are used up, which may end': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('busy').limitedTo({ milliCpu: 8_000 }, { milliCpu: 8_000 }),
      )
      .withPods(large.spreadOver(zone).times(2)),
    'a none',
  ],
  'of NodePools whose taints the pod does not tolerate, if it ignores taints': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('tainted').tainted(taint),
      )
      .withPods(large.spreadOver(zone).times(2)),
    'a none',
  ],
  'of NodePools with a taint that the pod only avoids, although it honors taints': [
    aSnapshot()
      .withNodePools(
        aNodePool('ours').requiring(zone, 'In', ['zone-a']),
        aNodePool('soft').requiring(zone, 'In', ['zone-b']).tainted(soft),
      )
      .withPods(large.spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(2)),
    'a b',
  ],
  'with a node with a taint that the pod only avoids, although it honors taints': [
    aSnapshot()
      .withNodePools(aNodePool('ours').requiring(zone, 'In', ['zone-a']))
      .withPods(large.spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(2))
      .withNodes(nodeOf('gone', 'n1', 'zone-b').tainted(soft).with(full)),
    'a none',
  ],
  'with a node that lacks the resource of the pod': [
    gpuInB
      .withNodes(nodeOf('default', 'n1', 'zone-a'))
      .withPods(learning.spreadOver(zone).times(2)),
    'b none',
  ],
  'that a smaller pod of the spread can be in': [
    aSnapshot()
      .withInstanceTypes(typeIn('t2', 'zone-a', 'zone-b'), withGpu)
      .withPods(
        learning.spreadOver(zone).times(3),
        learning.named('small').requesting({ milliCpu: 100 }).spreadOver(zone),
      ),
    'a b b none',
  ],
  'that another pod of the spread has its volume in': [
    aSnapshot().withPods(
      large.withVolume('one', boundTo('zone-a')).spreadOver(zone).times(3),
      large.named('two').withVolume('two', boundTo('zone-b', 'zone-c')).spreadOver(zone).times(2),
    ),
    'a a b c none',
  ],
  'where another pod of the same pass needs a node': [
    gpuInB.withPods(learning.spreadOver(zone).times(3), aPod().selecting({ [zone]: 'zone-a' })),
    'a b none none',
  ],
  'where two other pods of the same pass need nodes': [
    gpuInB.withPods(
      learning.spreadOver(zone).times(3),
      aPod().selecting({ [zone]: 'zone-a' }),
      aPod('other').selecting({ [zone]: 'zone-c' }),
    ),
    'a b c none none',
  ],
  'of another alternative, where another pod of the same pass needs a node': [
    aSnapshot().withPods(
      large
        .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b'))
        .spreadOver(zone)
        .times(3),
      aPod().selecting({ [zone]: 'zone-b' }),
    ),
    'a a b b',
  ],
  'up to minDomains: fewer count as one without pods': [
    twoPools.withPods(selecting.spreadOver(zone, { minDomains: 2 }).times(3)),
    'a none none',
  ],
};

describe('a spread does not count domains', () => {
  it.each(Object.entries(notCounted))('%s', (_sentence, [given, expected]) => {
    expect(zonesOf(given)).toBe(expected);
  });
});

describe('a spread counts domains', () => {
  it.each(Object.entries(counted))('%s', (_sentence, [given, expected]) => {
    expect(zonesOf(given)).toBe(expected);
  });
});
