import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

const { arch, zone } = labelKeys;
const amd = anInstanceType('amd');
const arm = anInstanceType('arm').labelled(arch, 'arm64');

const typesOf = (given: SnapshotBuilder) =>
  planWithFirstFit(given.build()).newNodeClaims.map(({ instanceTypes }) =>
    instanceTypes.map(({ name }) => name).join(' '),
  );

describe('a NodePool', () => {
  const daemon = aDaemonSet(
    'logs',
    aPod()
      .requesting({ milliCpu: 1_000 })
      .requiringOneOf(term(arch, 'In', 'arm64'), term(zone, 'In', 'nowhere')),
  );

  it('reserves capacity for a daemon on the types that one of its alternatives allows', () => {
    const given = aSnapshot().withPods(aPod()).withInstanceTypes(amd, arm);
    expect(typesOf(given)).toEqual(['amd arm']);
    expect(typesOf(given.withDaemonSets(daemon))).toEqual(['amd']);
  });

  it.each([labelKeys.registered, labelKeys.initialized])(
    'reserves capacity for a daemon that waits for the label %s',
    (label) => {
      const waiting = aPod().requesting({ milliCpu: 1_500 });
      const given = aSnapshot().withPods(aPod().requesting({ milliCpu: 500 }));
      const small = given.withInstanceTypes(amd, anInstanceType('large').with({ milliCpu: 4_000 }));
      expect(typesOf(small)).toEqual(['amd large']);
      for (const daemonPod of [
        waiting.selecting({ [label]: 'true' }),
        waiting.requiringOneOf(term(label, 'In', 'true')),
        waiting.requiringOneOf(term(label, 'Exists')),
      ]) {
        expect(typesOf(small.withDaemonSets(aDaemonSet('logs', daemonPod)))).toEqual(['large']);
      }
    },
  );

  it('spreads pods over the listed values of a custom label', () => {
    const pool = (...racks: readonly string[]) =>
      aSnapshot()
        .withPods(aPod().spreadOver('rack').times(3))
        .withNodePools(aNodePool().requiring('rack', 'In', racks));
    const racksOf = (given: SnapshotBuilder) =>
      planWithFirstFit(given.build())
        .newNodeClaims.map(({ labels, podUids }) => `${labels['rack']}: ${podUids.length}`)
        .sort();
    expect(racksOf(pool('r1', 'r2'))).toEqual(['r1: 2', 'r2: 1']);
    expect(racksOf(pool('r1'))).toEqual(['r1: 3']);
  });

  it('counts the values of a label on its types for minValues', () => {
    const families = [
      amd,
      ...['x', 'y'].map((name) => anInstanceType(name).labelled('family', name)),
    ];
    const flexible = (minValues: number) =>
      aSnapshot()
        .withPods(aPod())
        .withInstanceTypes(...families)
        .withNodePools(aNodePool().requiring('family', 'Exists', [], minValues))
        .withSettings({ wellKnownLabels: ['family'] });
    expect(typesOf(flexible(2))).toEqual(['amd x y']);
    expect(typesOf(flexible(3))).toEqual([]);
  });

  it('sorts types of equal price by name', () => {
    const types = ['b', 'c', 'a'].map((name) => anInstanceType(name));
    expect(
      typesOf(
        aSnapshot()
          .withPods(aPod())
          .withInstanceTypes(...types),
      ),
    ).toEqual(['a b c']);
  });

  it('has no value for a preferred topology label that no node has', () => {
    const pod = aPod().preferringAffinityTo(1, { app: 'db' }, 'rack');
    expect(typesOf(aSnapshot().withPods(pod).withInstanceTypes(amd))).toEqual(['amd']);
    expect(typesOf(aSnapshot().withPods(pod.withAffinityTo({ app: 'db' }, 'rack')))).toEqual([]);
  });
});
