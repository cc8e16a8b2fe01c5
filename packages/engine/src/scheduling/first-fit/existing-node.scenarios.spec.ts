import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aPod,
  aSnapshot,
  type NodeBuilder,
  type PodBuilder,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

const taint = (key: string) => ({ key, value: '', effect: 'NoSchedule' }) as const;
const onto = (node: NodeBuilder, pod: PodBuilder = aPod()): SnapshotBuilder =>
  aSnapshot().withPods(pod).withNodes(node);

const accepted: Record<string, SnapshotBuilder> = {
  'with free capacity': onto(aNode('n1')),
  'that is not managed': onto(aNode('n1').unmanaged()),
  'that is starting, with the taints that it will lose': onto(
    aNode('n1')
      .starting()
      .tainted(taint('node.kubernetes.io/not-ready'), taint('example.com/warming'))
      .withClaim({ startupTaints: [taint('example.com/warming')] }),
  ),
  'that is starting, with one of several taints that it will lose': onto(
    aNode('n1')
      .starting()
      .tainted(taint('example.com/warming'))
      .withClaim({ startupTaints: [taint('example.com/cooling'), taint('example.com/warming')] }),
  ),
  'whose taint is tolerated': onto(
    aNode('n1').tainted(taint('team')),
    aPod().tolerating({ key: 'team' }),
  ),
  'whose daemon is running': onto(
    aNode('n1').running(
      aPod('logs').requesting({ milliCpu: 900 }).running({ ownerKind: 'DaemonSet' }),
    ),
  ).withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 900 }))),
  'whose daemon is running and requests more than expected': onto(
    aNode('n1').running(
      aPod('logs').requesting({ milliCpu: 500 }).running({ ownerKind: 'DaemonSet' }),
      aPod('other').requesting({ milliCpu: 400 }).running(),
    ),
  ).withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 300 }))),
  'on which a daemon does not run': onto(aNode('n1')).withDaemonSets(
    aDaemonSet(
      'logs',
      aPod()
        .requesting({ milliCpu: 1_000 })
        .selecting({ [labelKeys.zone]: 'zone-b' }),
    ),
    aDaemonSet('metrics', aPod().selecting({ team: 'a' })),
  ),
  'whose other pods are terminal': onto(
    aNode('n1').running(aPod('done').requesting({ milliCpu: 1_900 }).running({ isTerminal: true })),
  ),
  'in the zone of the volume': onto(
    aNode('n1'),
    aPod().withVolume('v', { nodeRequirements: [term(labelKeys.zone, 'In', 'zone-a')] }),
  ),
  'with the shared volume attached': onto(
    aNode('n1')
      .with({ volumeLimits: { ebs: 1 } })
      .running(
        aPod('other').requesting({ milliCpu: 100 }).withVolume('v', { driver: 'ebs' }).running(),
      ),
    aPod().withVolume('v', { driver: 'ebs' }),
  ),
  'without the label that the pod excludes': onto(
    aNode('n1'),
    aPod().requiringOneOf(term('team', 'NotIn', 'a')),
  ),
};

const refused: Record<string, SnapshotBuilder> = {
  'that is terminating': onto(aNode('n1').terminating()),
  'that is not ready any more': onto(
    aNode('n1').tainted(taint('node.kubernetes.io/not-ready')).notReady(),
  ),
  'that is starting, with a taint that it will keep': onto(
    aNode('n1')
      .starting()
      .tainted(taint('team'))
      .withClaim({ startupTaints: [taint('example.com/warming')] }),
  ),
  'that is starting, with a startup taint of another effect': onto(
    aNode('n1')
      .starting()
      .tainted(taint('warming'))
      .withClaim({ startupTaints: [{ ...taint('warming'), effect: 'NoExecute' }] }),
  ),
  'that is not managed and not ready': onto(
    aNode('n1').starting().unmanaged().tainted(taint('node.kubernetes.io/not-ready')),
  ),
  'whose taint is not tolerated': onto(aNode('n1').tainted(taint('team'))),
  'whose startup taint came back': onto(
    aNode('n1')
      .tainted(taint('warming'))
      .withClaim({ startupTaints: [taint('warming')] }),
  ),
  'whose daemon is not running yet': onto(aNode('n1')).withDaemonSets(
    aDaemonSet('logs', aPod().requesting({ milliCpu: 1_000 })),
  ),
  'whose daemon is not running yet, whatever other pods are': onto(
    aNode('n1').running(aPod('other').requesting({ milliCpu: 500 }).running()),
    aPod().requesting({ milliCpu: 700 }),
  ).withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 1_000 }))),
  'that starts and whose daemon waits for its initialization': onto(
    aNode('n1').starting(),
  ).withDaemonSets(
    aDaemonSet(
      'logs',
      aPod()
        .requesting({ milliCpu: 1_000 })
        .selecting({ [labelKeys.initialized]: 'true' }),
    ),
  ),
  'that is full': onto(
    aNode('n1').running(aPod('other').requesting({ milliCpu: 1_000 }).running()),
  ),
  'that lacks a resource': onto(aNode('n1'), aPod().requesting({ 'nvidia.com/gpu': 1 })),
  'whose host port is in use': onto(
    aNode('n1').running(aPod('other').requesting({ milliCpu: 100 }).onHostPort(80).running()),
    aPod().onHostPort(80),
  ),
  'in another zone than the volume': onto(
    aNode('n1'),
    aPod().withVolume('v', { nodeRequirements: [term(labelKeys.zone, 'In', 'zone-b')] }),
  ),
  'that can attach no more volumes': onto(
    aNode('n1').with({ volumeLimits: { ebs: 0 } }),
    aPod().withVolume('v', { driver: 'ebs' }),
  ),
  'with the maximum number of volumes attached': onto(
    aNode('n1')
      .with({ volumeLimits: { ebs: 1 } })
      .running(
        aPod('other').requesting({ milliCpu: 100 }).withVolume('w', { driver: 'ebs' }).running(),
      ),
    aPod().withVolume('v', { driver: 'ebs' }),
  ),
  'without the label that the pod selects': onto(aNode('n1'), aPod().selecting({ team: 'a' })),
};

describe('a pod is placed on an existing node', () => {
  it.each(Object.entries(accepted))('%s', (_sentence, given) => {
    expect(planWithFirstFit(given.build()).existingNodes).toEqual([
      { nodeName: 'n1', podUids: ['web'] },
    ]);
  });
});

describe('a pod is not placed on an existing node', () => {
  it.each(Object.entries(refused))('%s', (_sentence, given) => {
    expect(planWithFirstFit(given.build()).existingNodes).toEqual([]);
  });
});

describe('existing nodes', () => {
  it('are tried by name, starting ones last, and listed by name', () => {
    const pod = aPod().requesting({ milliCpu: 1_500 });
    const given = aSnapshot()
      .withPods(pod.times(2))
      .withNodes(aNode('n3'), aNode('n1').starting(), aNode('n2'));
    expect(planWithFirstFit(given.build()).existingNodes).toEqual([
      { nodeName: 'n2', podUids: ['web-1'] },
      { nodeName: 'n3', podUids: ['web-2'] },
    ]);
    expect(planWithFirstFit(given.withPods(pod.times(3)).build()).existingNodes).toEqual([
      { nodeName: 'n1', podUids: ['web-3'] },
      { nodeName: 'n2', podUids: ['web-1'] },
      { nodeName: 'n3', podUids: ['web-2'] },
    ]);
  });
});
