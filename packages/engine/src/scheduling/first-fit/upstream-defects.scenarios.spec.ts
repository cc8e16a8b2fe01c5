import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

const { zone, hostname, capacityType } = labelKeys;
const zonesOf = (snapshot: SnapshotBuilder) =>
  planWithFirstFit(snapshot.build())
    .newNodeClaims.map(({ expected }) => expected.zone)
    .sort();
const unplaced = (snapshot: SnapshotBuilder) =>
  planWithFirstFit(snapshot.build()).unschedulable.map(({ podUid, reasons, byNodePool }) => ({
    podUid,
    reasons: [...reasons, ...byNodePool.map(({ reason }) => reason)],
  }));

/** Plans of karpenter v1.14.1 whose pods the kube-scheduler does not bind, so that nodes stay empty. */
describe('where upstream launches nodes that its pods cannot use, FirstFit', () => {
  it('refuses a pod that requires a label and its absence', () => {
    const pod = aPod().selecting({ team: 'x' }).requiringOneOf(term('team', 'DoesNotExist'));
    expect(unplaced(aSnapshot().withPods(pod))).toEqual([
      {
        podUid: 'web',
        reasons: [
          {
            code: 'REQUIREMENT_INCOMPATIBLE',
            key: 'team',
            required: [{ operator: 'DoesNotExist', values: [], omitted: 0 }],
            volume: null,
            alternatives: 1,
            allowed: {
              source: 'Pod',
              key: 'team',
              terms: [{ operator: 'In', values: ['x'], omitted: 0 }],
            },
          },
        ],
      },
    ]);
  });

  it('relaxes a preference that contradicts a requirement of the pod', () => {
    const pod = aPod().selecting({ team: 'x' }).preferring(1, term('team', 'DoesNotExist'));
    const pools = [aNodePool('plain').withWeight(9), aNodePool('team').labelled({ team: 'x' })];
    const { newNodeClaims } = planWithFirstFit(
      aSnapshot()
        .withPods(pod)
        .withNodePools(...pools)
        .build(),
    );
    expect(newNodeClaims.map(({ nodePool }) => nodePool)).toEqual(['team']);
  });

  it('refuses an empty required term', () => {
    const empty = { matchExpressions: [], hasMatchFields: false };
    expect(unplaced(aSnapshot().withPods(aPod().requiringOneOf(empty)))).toMatchObject([
      { reasons: [{ code: 'POD_INVALID', problem: 'INVALID_REQUIREMENT' }] },
    ]);
  });

  it('requires a label to exist that also excludes values', () => {
    const both = [
      ...term('team', 'NotIn', 'z').matchExpressions,
      ...term('team', 'Exists').matchExpressions,
    ];
    const pod = aPod().requiringOneOf({ matchExpressions: both, hasMatchFields: false });
    expect(unplaced(aSnapshot().withPods(pod))).toMatchObject([
      { reasons: [{ code: 'LABEL_UNDEFINED', key: 'team' }] },
    ]);
    const pools = [aNodePool('plain').withWeight(9), aNodePool('team').labelled({ team: 'x' })];
    const { newNodeClaims } = planWithFirstFit(
      aSnapshot()
        .withPods(pod)
        .withNodePools(...pools)
        .build(),
    );
    expect(newNodeClaims.map(({ nodePool }) => nodePool)).toEqual(['team']);
  });

  it('does not start an affinity group in a second domain while it has pods in another', () => {
    const pod = aPod()
      .selecting({ [zone]: 'zone-b' })
      .withAffinityTo({ app: 'web' }, zone);
    expect(
      unplaced(
        aSnapshot()
          .withPods(pod)
          .withNodes(aNode('n1').running(aPod('r').running())),
      ),
    ).toMatchObject([
      { reasons: [{ code: 'TOPOLOGY_UNSATISFIABLE', kind: 'Affinity', key: zone }] },
    ]);
  });

  it('reserves the ports of daemons that are not running yet', () => {
    const { existingNodes, newNodeClaims } = planWithFirstFit(
      aSnapshot()
        .withPods(aPod().onHostPort(80))
        .withDaemonSets(
          aDaemonSet(
            'proxy',
            aPod()
              .selecting({ [hostname]: 'n1' })
              .onHostPort(80),
          ),
        )
        .withNodes(aNode('n1').with({ allocatable: { cpu: 8_000, memory: 2 ** 35, pods: 20 } }))
        .build(),
    );
    expect([existingNodes, newNodeClaims.length]).toEqual([[], 1]);
  });

  it('tries an alternative again that was relaxed before a preference', () => {
    const pod = aPod()
      .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-without-types'))
      .preferring(1, term(capacityType, 'In', 'reserved'));
    expect(zonesOf(aSnapshot().withPods(pod))).toEqual(['zone-a']);
  });

  it('reserves no capacity for a daemon that runs on no node', () => {
    const typesOf = (snapshot: SnapshotBuilder) =>
      planWithFirstFit(snapshot.build()).newNodeClaims.map(({ instanceTypes }) =>
        instanceTypes.map(({ name }) => name),
      );
    const pods = aSnapshot().withPods(aPod().requesting({ milliCpu: 1_500 }));
    const large = aPod().requesting({ milliCpu: 1_000 });
    const contradicting = large.selecting({ team: 'x' });
    const never = aDaemonSet('a', contradicting.requiringOneOf(term('team', 'DoesNotExist')));
    const silent = aDaemonSet(
      'b',
      large.requiringOneOf({ matchExpressions: [], hasMatchFields: false }),
    );
    expect(typesOf(pods.withDaemonSets(never, silent))).toEqual(typesOf(pods));
    expect(typesOf(pods.withDaemonSets(aDaemonSet('c', large)))).not.toEqual(typesOf(pods));
  });

  it('counts the nodes of all alternatives of a pod for the skew', () => {
    const cluster = aSnapshot().withPods(
      aPod()
        .requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b'))
        .spreadOver(zone)
        .times(2),
    );
    const inB = aNode('n1').launchedAs('t2', 'zone-b', 'on-demand', 100_000).tainted(full);
    expect(zonesOf(cluster.withNodes(inB))).toEqual(['zone-a', 'zone-b']);
    // Without a node, zone-b is no domain for the kube-scheduler.
    expect(zonesOf(cluster)).toEqual(['zone-a']);
  });

  it('does not launch a node for other pods where it breaks a spread', () => {
    // Both pods of the spread go where their first alternative says. By the second, a node in any other
    // zone is a domain without pods to them.
    const spread = aPod('spread')
      .requiringOneOf(term(zone, 'In', 'zone-b'), term(capacityType, 'In', 'on-demand'))
      .spreadOver(zone)
      .withAntiAffinityTo({ app: 'web' }, hostname);
    const other = aPod('other')
      .labelled({ app: 'other' })
      .withAntiAffinityTo({ app: 'web' }, hostname);
    const cluster = aSnapshot().withPods(spread.times(2), other);
    expect(zonesOf(cluster)).toEqual(['zone-b', 'zone-b', 'zone-b']);
    expect(zonesOf(aSnapshot().withPods(other))).toEqual(['zone-a']);
  });

  it('counts nodes with a PreferNoSchedule taint for a spread that honors taints', () => {
    const avoided = { ...full, effect: 'PreferNoSchedule' } as const;
    const cluster = aSnapshot()
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a']))
      .withNodes(
        aNode('n1')
          .launchedAs('t2', 'zone-b', 'on-demand', 100_000)
          .tainted(avoided)
          .with({ allocatable: { cpu: 0, memory: 0, pods: 0 } }),
      )
      .withPods(aPod().spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(2));
    expect(unplaced(cluster)).toHaveLength(1);
  });

  it('counts a zone that a node for another pod makes a domain later', () => {
    const either = [term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-b')];
    const spread = aPod('spread')
      .requesting({ milliCpu: 1_500 })
      .requiringOneOf(...either)
      .spreadOver(zone);
    const inB = aPod('other')
      .labelled({ app: 'other' })
      .selecting({ [zone]: 'zone-b' });
    const zonesOfSpread = (snapshot: SnapshotBuilder) =>
      planWithFirstFit(snapshot.build())
        .newNodeClaims.filter(({ podUids }) => podUids.some((uid) => uid.startsWith('spread')))
        .map(({ expected }) => expected.zone);
    expect(zonesOfSpread(aSnapshot().withPods(spread.times(2)))).toEqual(['zone-a']);
    expect(zonesOfSpread(aSnapshot().withPods(spread.times(2), inB))).toEqual(['zone-a', 'zone-b']);
  });

  it('counts domains that a pod cannot reach where its spread ignores node affinity', () => {
    const spread = (nodeAffinityPolicy: 'Honor' | 'Ignore') =>
      aSnapshot()
        .withNodes(aNode('n1').launchedAs('t2', 'zone-a', 'spot', 40_000).tainted(full))
        .withPods(
          aPod()
            .selecting({ [capacityType]: 'on-demand' })
            .spreadOver(capacityType, { nodeAffinityPolicy })
            .times(3),
        );
    expect(unplaced(spread('Honor'))).toEqual([]);
    expect(unplaced(spread('Ignore'))).toHaveLength(2);
  });
});

const full = { key: 'full', value: '', effect: 'NoSchedule' } as const;
