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
import { solve } from '../scheduling/solve.js';

interface Scenario {
  readonly given: SnapshotBuilder;
  /** Where pods went: `claim zone: pods` or `node: pods`, and who was not placed. */
  readonly expect: readonly string[];
}

const { zone, hostname, capacityType } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const inZone = (name: string, where: string) =>
  aNode(name).bought('t2', where, 'on-demand', 100_000);
const full = { allocatable: { cpu: 0, memory: 0, pods: 0 } };
const running = (name: string) => aPod(name).running();
const onlyIn = (...zones: readonly string[]) =>
  anInstanceType('t2').sold({ microUsdPerHour: 100_000, in: zones });

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
  'a spread does not count pods that end': {
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
  'a spread whose selector is missing counts nobody': {
    given: aSnapshot().withPods(aPod().spreadOver(zone, { labelSelector: null }).times(3)),
    expect: ['claim zone-a: web-1 web-2 web-3'],
  },
  'a spread honors node affinity: domains out of reach do not count towards the minimum': {
    given: aSnapshot().withPods(
      aPod()
        .requiringOneOf(term(zone, 'In', 'zone-a', 'zone-b'))
        .spreadOver(zone)
        .times(4),
    ),
    expect: ['claim zone-a: web-1 web-3', 'claim zone-b: web-2 web-4'].toSorted(),
  },
  'a spread that honors taints leaves out what the pod does not tolerate': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone, { nodeTaintsPolicy: 'Honor' }).times(3))
      .withNodePools(aNodePool('open'), aNodePool('tainted').tainted(taint))
      .withInstanceTypesOf('open', onlyIn('zone-a', 'zone-b'))
      .withInstanceTypesOf('tainted', onlyIn('zone-c')),
    expect: ['claim zone-a: web-1', 'claim zone-b: web-2', 'claim zone-a: web-3'],
  },
  'a spread that ignores taints is held back by a zone out of reach': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone).times(3))
      .withNodePools(aNodePool('open'), aNodePool('tainted').tainted(taint))
      .withInstanceTypesOf('open', onlyIn('zone-a', 'zone-b'))
      .withInstanceTypesOf('tainted', onlyIn('zone-c')),
    expect: ['claim zone-a: web-1', 'claim zone-b: web-2', 'not placed: web-3'],
  },
  'zones that no pool can buy in are no domains': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone).times(3))
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a', 'zone-b'])),
    expect: ['claim zone-a: web-1 web-3', 'claim zone-b: web-2'],
  },
  'a spread rather opens a claim in the best zone than fills one in the next best': {
    given: aSnapshot()
      .withPods(aPod('db').requesting({ milliCpu: 3_000 }), aPod().spreadOver(zone, { maxSkew: 2 }))
      .withInstanceTypes(
        onlyIn('zone-b'),
        anInstanceType('t8')
          .with({ milliCpu: 8_000 })
          .sold({ microUsdPerHour: 400_000, in: ['zone-a'] }),
      )
      .withNodes(inZone('n1', 'zone-a').with(full).running(running('a'))),
    expect: ['claim any: db', 'claim zone-b: web'],
  },
  'a spread takes the next best zone when the best cannot be bought': {
    given: aSnapshot()
      .withPods(
        aPod()
          .spreadOver(zone, { maxSkew: 2 })
          .selecting({ [capacityType]: 'spot' }),
      )
      .withNodePools(aNodePool().launchingAnything())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 1),
          anOffering('zone-b', 'spot', 1),
        ),
      ),
    expect: ['claim zone-b: web'],
  },
  'two spreads over one label agree on a zone that suits both': {
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
      .withNodePools(aNodePool().launchingAnything()),
    expect: ['claim any: web-1', 'claim any: web-2'],
  },
  'giving up a wish does not forget the pods that a spread has counted': {
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
  'affinity follows pods that run': {
    given: aSnapshot()
      .withPods(aPod().near({ app: 'db' }, zone))
      .withNodes(
        inZone('n1', 'zone-b')
          .with(full)
          .running(aPod('db').labelled({ app: 'db' }).running()),
      ),
    expect: ['claim zone-b: web'],
  },
  'affinity finds a pod of the batch that is placed later': {
    given: aSnapshot().withPods(
      aPod('big').requesting({ milliCpu: 3_000 }).near({ app: 'db' }, hostname),
      aPod('db').labelled({ app: 'db' }),
    ),
    expect: ['claim any: db big'],
  },
  'affinity looks into the namespaces that it names': {
    given: aSnapshot()
      .withNamespace('data', { kind: 'store' })
      .withPods(
        aPod().near({ app: 'db' }, zone, {
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
  'affinity over hosts keeps a group on one node': {
    given: aSnapshot().withPods(aPod().near({ app: 'web' }, hostname).times(3)),
    expect: ['claim any: web-1 web-2 web-3'],
  },
  'anti-affinity of a running pod in a zone keeps the pods it names out': {
    given: aSnapshot()
      .withPods(aPod())
      .withNodes(
        inZone('n1', 'zone-a').running(
          aPod('loner').labelled({ app: 'loner' }).awayFrom({ app: 'web' }, zone).running(),
        ),
      ),
    expect: ['claim zone-b+zone-c: web'],
  },
  'anti-affinity with a mismatch key spares pods of the same revision': {
    given: aSnapshot().withPods(
      aPod()
        .labelled({ app: 'web', revision: '2' })
        .awayFrom({ app: 'web' }, hostname, { mismatchLabelKeys: ['revision'] })
        .times(2),
    ),
    expect: ['claim any: web-1 web-2'],
  },
  'preferred anti-affinity is given up where it cannot be had': {
    given: aSnapshot()
      .withPods(
        aPod().requesting({ milliCpu: 500 }).preferringAwayFrom(1, { app: 'web' }, zone).times(2),
      )
      .withInstanceTypes(onlyIn('zone-a')),
    expect: ['claim zone-a: web-1 web-2'],
  },
};

describe('topology', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, { given, expect: expected }) => {
    expect(see(solve(given.build())).toSorted()).toEqual(expected.toSorted());
  });
});
