import { invariant, labelKeys } from '@kerf/core';
import { aNode, aPod, aSnapshot, podsWith, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../requirements/bits.js';
import { compileProblem } from '../scheduling/problem/problem.js';

const { zone, hostname, arch } = labelKeys;
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const inZone = (name: string, where: string) => aNode(name).launchedAs('t2', where, 'on-demand', 1);
const running = (name: string) => aPod(name).running();
const spread = aPod().spreadOver(zone);
const noZone = aNode('n1').with({ labels: { [hostname]: 'n1' } });
const old = aPod('old').labelled({ app: 'web', revision: '1' }).running();
const near = (namespaces: readonly string[]) =>
  aPod().withAffinityTo({ app: 'web' }, zone, { namespaces });
const data = aPod('theirs').inNamespace('data').running();

/** The only constraint of the pod `web`: pods by domain, and which domains have a node. */
function ruleOf(given: SnapshotBuilder) {
  const problem = compileProblem(given.build());
  const topologies = problem.pods
    .filter(({ pod }) => pod.name === 'web')
    .map(({ podGroup }) => podGroup.attempts[0]?.topology);
  const terms = topologies.flatMap((topology) => [
    ...(topology?.keyed.flatMap(({ constraints }) => constraints) ?? []),
    ...(topology?.hosts ?? []),
  ]);
  const [term, ...others] = terms;
  invariant(term !== undefined && others.length === 0, 'the pod has one topology constraint');
  const { group } = term;
  const { key, isHostname } = group.term;
  const hosts = problem.nodes.map(({ node, host }) => [node.name, host] as const);
  const values = Array.from({ length: problem.space.valueCount(key) }, (_, value) => value);
  const domains = isHostname
    ? hosts
    : values.map((value) => [problem.space.textOf(key, value), value] as const);
  const counts = domains.map(([name, domain]) => [name, group.countOf(domain)] as const);
  return {
    counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    withNode: membersOf(group.withNodes).map((domain) => problem.space.textOf(key, domain)),
  };
}

interface Scenario {
  readonly given: SnapshotBuilder;
  readonly expect: ReturnType<typeof ruleOf>;
}

const nothing = { counts: {}, withNode: [] };

const scenarios: Record<string, Scenario> = {
  'pods that it selects, by zone': {
    given: aSnapshot()
      .withPods(spread)
      .withNodes(
        inZone('n1', 'zone-a').running(running('a'), running('b')),
        inZone('n2', 'zone-b').running(aPod('c').labelled({ app: 'db' }).running()),
        inZone('n3', 'zone-a').running(running('d')),
      ),
    expect: { counts: { 'zone-a': 3 }, withNode: ['zone-a', 'zone-b'] },
  },
  'pods by host': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(hostname))
      .withNodes(
        aNode('n1').running(running('a'), running('b')),
        aNode('n2').running(running('c')),
      ),
    expect: { counts: { n1: 2, n2: 1 }, withNode: [] },
  },
  'no terminal or terminating pods': {
    given: aSnapshot()
      .withPods(spread)
      .withNodes(
        inZone('n1', 'zone-b').running(
          aPod('ended').running({ isTerminal: true }),
          aPod('ending').running({ isTerminating: true }),
        ),
      ),
    expect: { counts: {}, withNode: ['zone-b'] },
  },
  'no pods that are scheduled again': {
    given: aSnapshot()
      .withPods(spread, aPod('moves').labelled({ app: 'web' }))
      .withNodes(inZone('n1', 'zone-b').running(running('moves'), running('stays'))),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-b'] },
  },
  'no node without the label, nor its pods': {
    given: aSnapshot()
      .withPods(spread)
      .withNodes(noZone.running(running('a'))),
    expect: nothing,
  },
  'pods of a terminating node, whose zone is no domain without them': {
    given: aSnapshot()
      .withPods(spread)
      .withNodes(
        inZone('n1', 'zone-a').terminating().running(running('a')),
        inZone('n2', 'zone-b').terminating(),
      ),
    expect: { counts: { 'zone-a': 1 }, withNode: ['zone-a'] },
  },
  'nodes that the pod tolerates, when it honors taints': {
    given: aSnapshot()
      .withPods(aPod().tolerating({ key: 'ours' }).spreadOver(zone, { nodeTaintsPolicy: 'Honor' }))
      .withNodes(
        inZone('n1', 'zone-a').tainted(taint).running(running('a')),
        inZone('n2', 'zone-b')
          .tainted({ ...taint, key: 'ours' })
          .running(running('b')),
      ),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-b'] },
  },
  'every node, when it ignores taints': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone, { nodeTaintsPolicy: 'Ignore' }))
      .withNodes(inZone('n1', 'zone-a').tainted(taint).running(running('a'))),
    expect: { counts: { 'zone-a': 1 }, withNode: ['zone-a'] },
  },
  'nodes that the pod selects, when it honors node affinity': {
    given: aSnapshot()
      .withPods(
        aPod()
          .selecting({ [arch]: 'arm64' })
          .spreadOver(zone),
      )
      .withNodes(
        inZone('n1', 'zone-a').running(running('a')),
        inZone('n2', 'zone-b')
          .labelled({ [arch]: 'arm64' })
          .running(running('b')),
      ),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-b'] },
  },
  'only pods of the same revision, ignoring labels that the pod does not have': {
    given: aSnapshot()
      .withPods(
        aPod()
          .labelled({ app: 'web', revision: '2' })
          .spreadOver(zone, {
            labelSelector: podsWith({ app: 'web' }),
            matchLabelKeys: ['absent', 'revision'],
          }),
      )
      .withNodes(
        inZone('n1', 'zone-a').running(old),
        inZone('n2', 'zone-b').running(
          aPod('new').labelled({ app: 'web', revision: '2' }).running(),
        ),
      ),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-a', 'zone-b'] },
  },
  'no pods without a selector, whatever matchLabelKeys are': {
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone, { labelSelector: null, matchLabelKeys: ['app'] }))
      .withNodes(inZone('n1', 'zone-a').running(running('a'))),
    expect: { counts: {}, withNode: ['zone-a'] },
  },
  'pods of its own namespace': {
    given: aSnapshot()
      .withPods(near([]))
      .withNodes(inZone('n1', 'zone-a').running(running('ours'), data)),
    expect: { counts: { 'zone-a': 1 }, withNode: ['zone-a'] },
  },
  'pods of the namespaces that it names, and not of its own': {
    given: aSnapshot()
      .withPods(near(['data']))
      .withNodes(
        inZone('n1', 'zone-a').running(running('ours')),
        inZone('n2', 'zone-b').running(data),
      ),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-a', 'zone-b'] },
  },
  'pods with anti-affinity to others, also while they are terminating': {
    given: aSnapshot()
      .withPods(aPod())
      .withNodes(
        inZone('n1', 'zone-b').running(
          aPod('loner')
            .labelled({ app: 'loner' })
            .withAntiAffinityTo({ app: 'web' }, zone)
            .running({ isTerminating: true }),
        ),
      ),
    expect: { counts: { 'zone-b': 1 }, withNode: ['zone-b'] },
  },
};

describe('a topology constraint counts', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, { given, expect: expected }) => {
    expect(ruleOf(given)).toEqual(expected);
  });
});

describe('terminal pods', () => {
  it('exclude no pods by anti-affinity', () => {
    const loner = aPod('loner').labelled({ app: 'loner' }).withAntiAffinityTo({ app: 'web' }, zone);
    const { pods } = compileProblem(
      aSnapshot()
        .withPods(aPod())
        .withNodes(inZone('n1', 'zone-b').running(loner.running({ isTerminal: true })))
        .build(),
    );
    expect(pods[0]?.podGroup.attempts[0]?.topology.keyed).toEqual([]);
  });
});
