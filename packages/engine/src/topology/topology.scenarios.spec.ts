import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  podsWith,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { planWithFirstFit } from '../plan/write-result.js';

interface Scenario {
  readonly given: SnapshotBuilder;
  /** Placed pods as `claim zone: pods` or `node: pods`, and the unplaced ones. */
  readonly expect: readonly string[];
}

const { zone, hostname, capacityType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const inZone = (name: string, where: string) =>
  aNode(name).launchedAs('t2', where, 'on-demand', 100_000);
const full = { allocatable: { cpu: 0, memory: 0, pods: 0 } };
const running = (name: string) => aPod(name).running();
const onlyIn = (...zones: readonly string[]) =>
  anInstanceType('t2').offeredAt({ microUsdPerHour: 100_000, in: zones });

function see({ newNodeClaims, existingNodes, unschedulable }: SchedulingResult): string[] {
  const zoneOf = (claim: SchedulingResult['newNodeClaims'][number]) =>
    claim.requirements.find(({ key }) => key === zone)?.values.join('+') || 'any';
  return [
    ...existingNodes.map(({ nodeName, podUids }) => `${nodeName}: ${podUids.join(' ')}`),
    ...newNodeClaims.map((claim) => `claim ${zoneOf(claim)}: ${claim.podUids.join(' ')}`),
    ...unschedulable.map(({ podUid }) => `not placed: ${podUid}`),
  ];
}

const scenarios: Record<string, Scenario> = {
  'a spread counts only pods of its namespace': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone))
      .withNodes(
        inZone('n1', 'zone-a').with(full).running(aPod('far').inNamespace('other').running()),
        inZone('n2', 'zone-b').with(full).running(running('near')),
      ),
    expect: ['claim zone-a: web'],
  },
  'a spread does not count terminal pods': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone))
      .withNodes(
        inZone('n1', 'zone-a')
          .with(full)
          .running(
            aPod('done').running({ isTerminal: true }),
            aPod('ending').running({ isTerminating: true }),
          ),
      ),
    expect: ['claim zone-a: web'],
  },
  'a spread with matchLabelKeys counts pods of the same revision': {
    given: aSnapshot()
      .withPods(
        aPod()
          .labelled({ app: 'web', revision: '2' })
          .spreadOver(zone, {
            labelSelector: podsWith({ app: 'web' }),
            matchLabelKeys: ['revision', 'absent'],
          }),
      )
      .withNodes(
        inZone('n1', 'zone-a')
          .with(full)
          .running(aPod('old').labelled({ app: 'web', revision: '1' }).running()),
      ),
    expect: ['claim zone-a: web'],
  },
  'a spread without a selector counts no pods': {
    given: aSnapshot().withPods(aPod().spreadOver(zone, { labelSelector: null }).times(3)),
    expect: ['claim zone-a: web-1 web-2 web-3'],
  },
  'a spread honors node affinity: unreachable domains do not count for the lowest count': {
    given: aSnapshot().withPods(
      aPod()
        .requiringOneOf(term(zone, 'In', 'zone-a', 'zone-b'))
        .spreadOver(zone)
        .times(4),
    ),
    expect: ['claim zone-a: web-1 web-3', 'claim zone-b: web-2 web-4'].toSorted(),
  },
  'a spread that honors taints ignores nodes that the pod does not tolerate': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(3))
      .withNodePools(aNodePool('open'), aNodePool('tainted').tainted(taint))
      .withInstanceTypesOf('open', onlyIn('zone-a', 'zone-b'))
      .withInstanceTypesOf('tainted', onlyIn('zone-c')),
    expect: ['claim zone-a: web-1', 'claim zone-b: web-2', 'claim zone-a: web-3'],
  },
  'a spread that ignores taints counts a zone that the pod cannot reach': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone).times(3))
      .withNodePools(aNodePool('open'), aNodePool('tainted').tainted(taint))
      .withInstanceTypesOf('open', onlyIn('zone-a', 'zone-b'))
      .withInstanceTypesOf('tainted', onlyIn('zone-c')),
    expect: ['claim zone-a: web-1', 'claim zone-b: web-2', 'not placed: web-3'],
  },
  'zones without launchable nodes are no domains': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone).times(3))
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a', 'zone-b'])),
    expect: ['claim zone-a: web-1 web-3', 'claim zone-b: web-2'],
  },
  'a spread plans a NodeClaim in the best zone rather than using one in the next best': {
    given: aSnapshot()
      .withPods(aPod('db').requesting({ milliCpu: 3_000 }), aPod().spreadOver(zone, { maxSkew: 2 }))
      .withInstanceTypes(
        onlyIn('zone-b'),
        anInstanceType('t8')
          .with({ milliCpu: 8_000 })
          .offeredAt({ microUsdPerHour: 400_000, in: ['zone-a'] }),
      )
      .withNodes(inZone('n1', 'zone-a').with(full).running(running('a'))),
    expect: ['claim any: db', 'claim zone-b: web'],
  },
  'a spread uses the next best zone if no node can be launched in the best': {
    given: aSnapshot()
      .withPods(
        aPod()
          .spreadOver(zone, { maxSkew: 2 })
          .selecting({ [capacityType]: 'spot' }),
      )
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 1),
          anOffering('zone-b', 'spot', 1),
        ),
      ),
    expect: ['claim zone-b: web'],
  },
  'two spreads over one label use a zone that satisfies both': {
    given: aSnapshot()
      .withPods(
        aPod()
          .labelled({ app: 'web', tier: 'front' })
          .spreadOver(zone, { labelSelector: podsWith({ app: 'web' }) })
          .spreadOver(zone, { labelSelector: podsWith({ tier: 'front' }) }),
      )
      .withNodes(
        inZone('n1', 'zone-a').with(full).running(running('w')),
        inZone('n2', 'zone-b')
          .with(full)
          .running(aPod('f').labelled({ tier: 'front' }).running()),
      ),
    expect: ['claim zone-c: web'],
  },
  'a spread over capacity types alternates': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(capacityType).times(2))
      .withNodePools(aNodePool().allowingAllCapacityTypes()),
    expect: ['claim any: web-1', 'claim any: web-2'],
  },
  'relaxing a preference does not change the counts of a spread': {
    given: aSnapshot()
      .withPods(
        aPod('first').createdAt(1).spreadOver(hostname),
        aPod('second')
          .createdAt(2)
          .requiringOneOf(term(zone, 'In', 'nowhere'), term(zone, 'Exists'))
          .spreadOver(hostname),
      )
      .withNodes(aNode('n1').with({ allocatable: { cpu: 4_000, memory: 2 ** 34, pods: 9 } })),
    expect: ['n1: first', 'claim any: second'],
  },
  'affinity uses the zone of running pods': {
    given: aSnapshot()
      .withPods(aPod().withAffinityTo({ app: 'db' }, zone))
      .withNodes(
        inZone('n1', 'zone-b')
          .with(full)
          .running(aPod('db').labelled({ app: 'db' }).running()),
      ),
    expect: ['claim zone-b: web'],
  },
  'affinity uses a pod of the batch that is placed later': {
    given: aSnapshot().withPods(
      aPod('big').requesting({ milliCpu: 3_000 }).withAffinityTo({ app: 'db' }, hostname),
      aPod('db').labelled({ app: 'db' }),
    ),
    expect: ['claim any: db big'],
  },
  'affinity counts pods of the namespaces that it names': {
    given: aSnapshot()
      .withNamespace('data', { kind: 'store' })
      .withPods(
        aPod().withAffinityTo({ app: 'db' }, zone, {
          namespaceSelector: podsWith({ kind: 'store' }),
        }),
      )
      .withNodes(
        inZone('n1', 'zone-a')
          .with(full)
          .running(aPod('mine').labelled({ app: 'db' }).running()),
        inZone('n2', 'zone-c')
          .with(full)
          .running(aPod('theirs').inNamespace('data').labelled({ app: 'db' }).running()),
      ),
    expect: ['claim zone-c: web'],
  },
  'affinity over hosts places a group on one node': {
    given: aSnapshot().withPods(aPod().withAffinityTo({ app: 'web' }, hostname).times(3)),
    expect: ['claim any: web-1 web-2 web-3'],
  },
  'anti-affinity of a running pod excludes matching pods from its zone': {
    given: aSnapshot()
      .withPods(aPod())
      .withNodes(
        inZone('n1', 'zone-a').running(
          aPod('loner')
            .labelled({ app: 'loner' })
            .withAntiAffinityTo({ app: 'web' }, zone)
            .running(),
        ),
      ),
    expect: ['claim zone-b+zone-c: web'],
  },
  'anti-affinity with mismatchLabelKeys allows pods of the same revision': {
    given: aSnapshot().withPods(
      aPod()
        .labelled({ app: 'web', revision: '2' })
        .withAntiAffinityTo({ app: 'web' }, hostname, { mismatchLabelKeys: ['revision'] })
        .times(2),
    ),
    expect: ['claim any: web-1 web-2'],
  },
  'preferred anti-affinity is relaxed if it cannot be satisfied': {
    given: aSnapshot()
      .withPods(
        aPod()
          .requesting({ milliCpu: 500 })
          .preferringAntiAffinityTo(1, { app: 'web' }, zone)
          .times(2),
      )
      .withInstanceTypes(onlyIn('zone-a')),
    expect: ['claim zone-a: web-1 web-2'],
  },
};

describe('topology', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, { given, expect: expected }) => {
    expect(see(planWithFirstFit(given.build())).toSorted()).toEqual(expected.toSorted());
  });
});
