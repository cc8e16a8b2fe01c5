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

const { zone, arch, capacityType, hostname } = labelKeys;
const lane = 'lane';
const full = { allocatable: { cpu: 0, memory: 0, pods: 0 } };
const large = aPod().requesting({ milliCpu: 1_500 });
const offerings = (...places: readonly string[]) =>
  places.map((place) => {
    const [where, kind] = place.split('/');
    return kind === 'spot'
      ? anOffering(`zone-${where}`, 'spot', 40_000)
      : anOffering(`zone-${where}`, 'on-demand', 100_000);
  });
const typeIn = (name: string, ...places: readonly string[]) =>
  anInstanceType(name).offered(...offerings(...places));
const nodeIn = (name: string, where: string, kind: 'on-demand' | 'spot' = 'on-demand') =>
  aNode(name).launchedAs('t2', `zone-${where}`, kind, 100_000).with(full);

/** Spot only in `zone-a`, on-demand capacity in both zones. */
const spotInA = aSnapshot()
  .withNodePools(aNodePool().allowingAllCapacityTypes())
  .withInstanceTypes(typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand'));
const overBoth = large.spreadOver(zone).spreadOver(capacityType);
const other = aPod('other')
  .labelled({ app: 'other' })
  .selecting({ [zone]: 'zone-b' });
/** With the pod on it, the next one is due in another zone, on Spot. */
const busyInA = nodeIn('n1', 'a').running(overBoth.named('old').running());

const lanes = aSnapshot().withNodePools(
  aNodePool('two').requiring(zone, 'In', ['zone-a']).requiring(lane, 'In', ['1', '2']),
  aNodePool('one').requiring(zone, 'In', ['zone-b']).requiring(lane, 'In', ['1']),
);
const overLanes = large.spreadOver(zone).spreadOver(lane);
const busyInLane = nodeIn('n1', 'a')
  .labelled({ [lane]: '1' })
  .running(overLanes.named('old').running());

/** The nodes of the placed pods, as zone, capacity type and lane; `none` for each other pod. */
function placesOf(given: SnapshotBuilder): string {
  const snapshot = given.build();
  const result = planWithFirstFit(snapshot);
  expect(validatePlan(snapshot, planOf(result))).toEqual([]);
  const places = [
    ...result.existingNodes.flatMap(({ nodeName, podUids }) => podUids.map(() => nodeName)),
    ...result.newNodeClaims.flatMap(({ expected, podUids, requirements }) => {
      const only = requirements.find(({ key }) => key === lane)?.values.join('+');
      const place = [expected.zone, expected.capacityType, only ?? []].flat().join('/');
      return podUids.map(() => place.replace('zone-', '').replace('on-demand', 'od'));
    }),
  ].sort(compareText);
  return [...places, ...result.unschedulable.map(() => 'none')].join(' ');
}

const placed: Record<string, readonly [SnapshotBuilder, string]> = {
  'a zone without nodes and Spot, if the zone has no Spot': [
    spotInA.withNodes(busyInA).withPods(overBoth),
    'a/spot',
  ],
  'a zone without nodes and a lane, if no NodePool has both': [
    lanes.withNodes(busyInLane).withPods(overLanes),
    'a/od/2',
  ],
  'a capacity type and an architecture, neither with nodes, if no type has both': [
    aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        typeIn('amd', 'a/on-demand', 'a/spot').labelled(arch, 'amd64'),
        typeIn('arm', 'a/on-demand').labelled(arch, 'arm64'),
      )
      .withPods(large.spreadOver(capacityType).spreadOver(arch).times(2)),
    'a/od a/spot',
  ],
  'a zone without nodes and Spot, if a node with both is too small': [
    spotInA
      .withInstanceTypes(
        typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand'),
        typeIn('t1', 'b/spot').with({ milliCpu: 1_000 }),
      )
      .withNodes(busyInA)
      .withPods(overBoth),
    'a/spot',
  ],
  'a zone without nodes and Spot, if the NodePool with both has a taint': [
    spotInA
      .withInstanceTypes(typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand', 'b/spot'))
      .withNodePools(
        aNodePool('spot').allowingAllCapacityTypes().requiring(zone, 'In', ['zone-a']),
        aNodePool('open').requiring(zone, 'In', ['zone-b']),
        aNodePool('tainted')
          .allowingAllCapacityTypes()
          .tainted({ key: 'team', value: 'a', effect: 'NoSchedule' }),
      )
      .withNodes(busyInA)
      .withPods(overBoth),
    'a/spot',
  ],
  'a zone without nodes and Spot, which the zone of its volume has not': [
    spotInA
      .withInstanceTypes(typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand', 'c/spot'))
      .withNodes(busyInA)
      .withPods(
        overBoth.withVolume('data', {
          nodeRequirements: [term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b')],
        }),
      ),
    'a/spot',
  ],
  'a zone without nodes and Spot, and hosts of their own': [
    spotInA.withNodes(busyInA).withPods(overBoth.spreadOver(hostname)),
    'a/spot',
  ],
  'a zone and Spot, if the zone has a node and Spot none': [
    spotInA.withNodes(busyInA, nodeIn('n2', 'b')).withPods(overBoth),
    'b/od',
  ],
  'a zone whose only node has no lane': [
    lanes.withNodes(busyInLane, nodeIn('n2', 'b')).withPods(overLanes),
    'a/od/2',
  ],
  'a zone without nodes and Spot, as long as nothing opens the zone': [
    spotInA.withNodes(busyInA).withPods(overBoth.times(4)),
    'a/od a/od a/spot a/spot',
  ],
};

const waiting: Record<string, readonly [SnapshotBuilder, string]> = {
  'both have nodes': [
    spotInA.withNodes(busyInA, nodeIn('n2', 'b'), nodeIn('n3', 'a', 'spot')).withPods(overBoth),
    'none',
  ],
  'Spot has a node, and the zone gets one for another pod': [
    spotInA.withNodes(busyInA, nodeIn('n3', 'a', 'spot')).withPods(overBoth, other),
    'b/od none',
  ],
  'a NodePool can launch Spot in the zone, and its limits are used up': [
    spotInA
      .withInstanceTypes(typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand', 'b/spot'))
      .withNodePools(
        aNodePool('here').allowingAllCapacityTypes().requiring(zone, 'In', ['zone-a']),
        aNodePool('busy')
          .allowingAllCapacityTypes()
          .limitedTo({ milliCpu: 8_000 }, { milliCpu: 8_000 }),
      )
      .withNodes(busyInA)
      .withPods(overBoth),
    'none',
  ],
};

describe('the domains of the first of equal pods', () => {
  const here = aSnapshot()
    .withNodePools(
      aNodePool('with-spot').allowingAllCapacityTypes().requiring(zone, 'In', ['zone-a']),
      aNodePool('on-demand').requiring(zone, 'In', ['zone-b']),
    )
    .withInstanceTypes(typeIn('t2', 'a/on-demand', 'a/spot', 'b/on-demand', 'b/spot'))
    .withNodes(nodeIn('n1', 'b').running(overBoth.named('old').running()));

  it('leave room for the others: the second is not where the third must have a node', () => {
    expect(placesOf(here.withPods(overBoth.times(4)))).toBe('a/spot a/spot b/od b/od');
  });

  it('are the first by name if the others have no room anyway', () => {
    expect(placesOf(here.withPods(overBoth.times(2)))).toBe('a/od a/spot');
  });
});

describe('a spread over zones and lanes', () => {
  it('does not count pods on nodes without a lane', () => {
    const bare = nodeIn('n1', 'b').running(
      overLanes.named('old-1').running(),
      overLanes.named('old-2').running(),
    );
    const even = lanes.withNodePools(
      aNodePool('here').requiring(zone, 'In', ['zone-a']).requiring(lane, 'In', ['1']),
      aNodePool('there').requiring(zone, 'In', ['zone-b']).requiring(lane, 'In', ['1']),
    );
    expect(placesOf(even.withNodes(bare).withPods(overLanes.times(2)))).toBe('a/od/1 b/od/1');
  });
});

describe('pods with two spreads do not wait for nodes with', () => {
  it.each(Object.entries(placed))('%s', (_sentence, [given, expected]) => {
    expect(placesOf(given)).toBe(expected);
  });
});

describe('a pod with two spreads waits for Spot in a zone that has none, if', () => {
  it.each(Object.entries(waiting))('%s', (_sentence, [given, expected]) => {
    expect(placesOf(given)).toBe(expected);
  });
});
