import { invariant, labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  aPod,
  aSnapshot,
  type NodeBuilder,
  type PodBuilder,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { chooseDomains } from '../../topology/domain-choice.js';
import { compileProblem } from '../problem/problem.js';
import { ExistingNodeSearch } from './existing-node-search.js';

const { zone, hostname } = labelKeys;
const taint = (key: string) => ({ key, value: '', effect: 'NoSchedule' }) as const;
const inZone = (name: string, where: string) => aNode(name).launchedAs('t2', where, 'on-demand', 1);
const volumeIn = (...zones: readonly string[]) =>
  aPod().withVolume('v', { nodeRequirements: zones.map((one) => term(zone, 'In', one)) });
const small = (name: string) => aPod(name).requesting({ milliCpu: 100 });

/** Places the pods by name, one after the other; returns the node of each, or the rejection. */
function tries(given: SnapshotBuilder, ...names: readonly string[]): readonly string[] {
  const { nodes, pods } = compileProblem(given.build());
  const search = new ExistingNodeSearch(nodes, null);
  const nodeOf = (uid: string) =>
    [...search.podsByNode].find(([, put]) => put.some((pod) => pod.uid === uid))?.[0].node.name;
  return names.map((name) => {
    const found = pods.find(({ pod }) => pod.name === name);
    const attempt = found?.podGroup.attempts[0];
    invariant(found && attempt, 'a pod with an attempt');
    const choices = attempt.topology.keyed.map((rules) => chooseDomains(rules, attempt.strict));
    const answer = search.tryPlace(found.pod, found.podGroup, attempt, choices);
    return answer === 'Placed' ? `on ${nodeOf(found.pod.uid)}` : answer;
  });
}

const web = (pod: PodBuilder, ...nodes: readonly NodeBuilder[]) =>
  tries(
    aSnapshot()
      .withPods(pod)
      .withNodes(...nodes),
    'web',
  );

describe('an existing node never takes a pod', () => {
  it.each<[string, PodBuilder, NodeBuilder]>([
    ['that is larger than its free capacity', aPod().requesting({ milliCpu: 2_000 }), aNode('n')],
    ['that does not tolerate its taints', aPod(), aNode('n').tainted(taint('team'))],
    [
      'whose volume it cannot attach',
      aPod().withVolume('v', { driver: 'ebs' }),
      aNode('n').with({ volumeLimits: { ebs: 0 } }),
    ],
    [
      'whose host port is in use',
      small('web').onHostPort(80),
      aNode('n').running(small('other').onHostPort(80).running()),
    ],
    ['that selects another', aPod().selecting({ [zone]: 'zone-b' }), inZone('n', 'zone-a')],
    ['whose volume is elsewhere', volumeIn('zone-b', 'zone-c'), inZone('n', 'zone-a')],
    [
      'with anti-affinity to a pod on it',
      small('web').withAntiAffinityTo({ app: 'db' }, hostname),
      aNode('n').running(small('other').labelled({ app: 'db' }).running()),
    ],
  ])('%s', (_, pod, node) => {
    expect(web(pod, node)).toEqual(['Never']);
  });

  it('if there are no nodes', () => {
    expect(web(aPod())).toEqual(['Never']);
  });
});

describe('an existing node does not take a pod now', () => {
  const full = inZone('n', 'zone-a').running(small('other').running());

  it.each<[string, PodBuilder, NodeBuilder]>([
    [
      'that needs another pod on the same host',
      aPod().withAffinityTo({ app: 'db' }, hostname),
      full,
    ],
    ['whose spread excludes its zone', small('web').spreadOver(zone), full],
    [
      'with a constraint over a label that it lacks',
      small('web').spreadOver(zone),
      aNode('n').with({ labels: { [hostname]: 'n' } }),
    ],
  ])('%s', (_, pod, node) => {
    expect(web(pod, node)).toEqual(['NotNow']);
  });

  it('whatever the nodes before and after it return', () => {
    const pod = small('web').spreadOver(zone);
    const never = (name: string) => inZone(name, 'zone-b').tainted(taint('team'));
    const busy = (name: string) => inZone(name, 'zone-a').running(small('other').running());
    expect(web(pod, busy('n1'), never('n2'))).toEqual(['NotNow']);
    expect(web(pod, never('n1'), busy('n2'))).toEqual(['NotNow']);
  });
});

describe('a pod that was placed on a node', () => {
  const pair = (pod: (name: string) => PodBuilder, ...nodes: readonly NodeBuilder[]) =>
    tries(
      aSnapshot()
        .withPods(pod('a'), pod('b'))
        .withNodes(...nodes),
      'a',
      'b',
    );

  it('uses its capacity, ports and volumes', () => {
    const node = aNode('n1').with({ volumeLimits: { ebs: 1 } });
    const withVolume = (name: string) => small(name).withVolume(name, { driver: 'ebs' });
    expect(pair((name) => aPod(name).requesting({ milliCpu: 1_000 }), node)).toEqual([
      'on n1',
      'Never',
    ]);
    expect(pair((name) => small(name).onHostPort(80), node)).toEqual(['on n1', 'Never']);
    expect(pair(withVolume, node)).toEqual(['on n1', 'Never']);
    expect(pair(small, node)).toEqual(['on n1', 'on n1']);
  });

  it('counts only for spreads that count the node', () => {
    const spread = (nodeTaintsPolicy: 'Honor' | 'Ignore') =>
      aSnapshot()
        .withPods(
          small('guest').tolerating({ key: 'team' }),
          ...small('web').spreadOver(zone, { nodeTaintsPolicy }).times(2),
        )
        .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a', 'zone-b']))
        .withNodes(inZone('n1', 'zone-a').tainted(taint('team')), inZone('n2', 'zone-b'));
    const order = ['guest', 'web-1', 'web-2'];
    expect(tries(spread('Ignore'), ...order)).toEqual(['on n1', 'on n2', 'on n2']);
    expect(tries(spread('Honor'), ...order)).toEqual(['on n1', 'on n2', 'NotNow']);
  });

  it('excludes pods by its anti-affinity', () => {
    const given = aSnapshot()
      .withPods(
        small('loner').labelled({ app: 'loner' }).withAntiAffinityTo({ app: 'web' }, zone),
        small('web'),
      )
      .withNodes(inZone('n1', 'zone-a'), inZone('n2', 'zone-a'), inZone('n3', 'zone-b'));
    expect(tries(given, 'loner', 'web')).toEqual(['on n1', 'on n3']);
  });

  it('allows pods with affinity to it on nodes that refused them before', () => {
    const given = aSnapshot()
      .withPods(
        small('web').withAffinityTo({ app: 'db' }, hostname),
        small('db').labelled({ app: 'db' }),
      )
      .withNodes(aNode('n0').tainted(taint('team')), aNode('n1'), aNode('n2'));
    expect(tries(given, 'web', 'db', 'web')).toEqual(['NotNow', 'on n1', 'on n1']);
  });
});

describe('a pod is placed on an existing node', () => {
  it('in any zone that can attach its volume', () => {
    expect(web(volumeIn('zone-b', 'zone-a'), inZone('n', 'zone-a'))).toEqual(['on n']);
  });

  it('the first that fits', () => {
    const nodes = [inZone('n1', 'zone-a'), inZone('n2', 'zone-b'), inZone('n3', 'zone-b')];
    expect(web(aPod().selecting({ [zone]: 'zone-b' }), ...nodes)).toEqual(['on n2']);
  });
});
