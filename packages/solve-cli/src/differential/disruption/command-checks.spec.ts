import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  podsWith,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { commandProblems, disruptionsOf } from './command-checks.js';

const web = aPod('web').requesting({ milliCpu: 1_000, memoryMib: 512 }).running();
const pool = aNodePool().withBudget('100%');
const cluster = aSnapshot()
  .withNodePools(pool)
  .withInstanceTypes(anInstanceType('t2'))
  .withNodes(aNode('n').running(web), aNode('roomy'));
const remove = (snapshot: SnapshotBuilder, to: string | null = 'roomy') =>
  commandProblems({
    before: snapshot.build(),
    removed: ['n'],
    launched: [],
    destinations: new Map(to === null ? [] : [[web.uid, to]]),
  });

describe('the checks of a command', () => {
  it('accept one whose pods can be bound', () => {
    expect(remove(cluster)).toEqual([]);
  });

  it('refuse one that loses a pod, or binds it to a node without room', () => {
    expect(remove(cluster, null)).toEqual(['not every pod is in the plan exactly once']);
    const full = aPod('big').requesting({ milliCpu: 1_500, memoryMib: 512 }).running();
    expect(
      remove(cluster.withNodes(aNode('n').running(web), aNode('roomy').running(full))),
    ).toEqual(['web on roomy: cpu is not enough']);
  });

  it.each<[string, SnapshotBuilder]>([
    [
      'n has do-not-disrupt',
      cluster.withNodes(aNode('n').running(web).with({ doNotDisrupt: 'true' }), aNode('roomy')),
    ],
    [
      'a pod of n has do-not-disrupt',
      cluster.withNodes(aNode('n').running({ ...web, doNotDisrupt: 'true' }), aNode('roomy')),
    ],
    [
      'a PodDisruptionBudget protects a pod of n',
      cluster.withPodDisruptionBudgets(aPodDisruptionBudget('none', podsWith({ app: 'web' }))),
    ],
    ['default may lose 0 nodes', cluster.withNodePools(aNodePool().withBudget('0'))],
  ])('refuse one although %s', (problem, snapshot) => {
    expect(remove(snapshot)).toContain(problem);
  });

  it('follow the commands of Karpenter from node to node', () => {
    const replacement = {
      nodePool: 'default',
      instanceType: 't2',
      zone: 'zone-a',
      capacityType: 'on-demand',
    };
    const found = disruptionsOf(cluster.build(), [
      { candidates: ['n'], replacement, moves: { web: 'z000001' } },
      { candidates: ['z000001'], replacement: null, moves: { web: 'roomy' } },
    ]);
    expect(found.flatMap(commandProblems)).toEqual([]);
    expect(found[1]?.before.nodes.map(({ name, pods }) => [name, pods.length])).toEqual([
      ['roomy', 0],
      ['z000001', 1],
    ]);
  });
});
