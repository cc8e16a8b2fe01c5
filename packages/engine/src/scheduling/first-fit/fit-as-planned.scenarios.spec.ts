import { invariant, labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  someInstanceTypes,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { onlyValueOf } from '../../requirements/requirements.js';
import { compileProblem } from '../problem/problem.js';
import { fitAsPlanned } from './first-fit.js';

const { zone, hostname } = labelKeys;

interface PlannedNode {
  readonly pool?: string;
  readonly zone?: string;
  /** Number of pods of the same group as each of these. */
  readonly pods: Readonly<Record<string, number>>;
  /** Index of the attempt of its pods in the plan; the last by default. */
  readonly attempt?: number;
}

/** Placed pods as `pool zone: pods` for planned nodes and `node: pods`, and the unplaced ones. */
function follow(given: SnapshotBuilder, ...nodes: readonly PlannedNode[]): readonly string[] {
  const problem = compileProblem(given.build());
  const { space, table, templates, pods } = problem;
  const zoneKey = space.keyOf(zone) ?? -1;
  const blueprint = nodes.map((node) => {
    const template = templates.find(({ pool }) => pool.name === (node.pool ?? 'default'));
    invariant(template !== undefined, 'the pool of the plan');
    const value = node.zone === undefined ? undefined : space.valueOf(zoneKey, node.zone);
    return {
      template,
      requirements: value === undefined ? [] : [table.value(zoneKey, value)],
      pods: Object.entries(node.pods).map(([name, count]) => {
        const podGroup = pods.find(({ pod }) => pod.name === name)?.podGroup;
        const attempt = podGroup?.attempts.at(node.attempt ?? -1);
        invariant(podGroup && attempt, 'the pod of the plan');
        return { podGroup, attempt, count };
      }),
    };
  });
  const { claims, podsByNode, unplaced } = fitAsPlanned(problem, { nodes: blueprint });
  const names = (put: readonly { readonly name: string }[]) =>
    put.map(({ name }) => name).join(' ');
  return [
    ...[...podsByNode].map(([{ node }, put]) => `${node.name}: ${names(put)}`),
    ...claims.map(({ template, requirements, pods: put }) => {
      const zoneValue = onlyValueOf(requirements, zoneKey);
      const where = zoneValue === undefined ? 'any' : space.textOf(zoneKey, zoneValue);
      return `${template.pool.name} ${where}: ${names(put.map(({ pod }) => pod))}`;
    }),
    ...(unplaced.length === 0 ? [] : [`not placed: ${names(unplaced.map(({ pod }) => pod))}`]),
  ];
}

const small = aPod().requesting({ milliCpu: 500 });

describe('a pass with a blueprint', () => {
  it('plans its nodes with their pods, even if fewer nodes are enough', () => {
    expect(
      follow(
        aSnapshot().withPods(small.times(4)),
        { pods: { 'web-1': 1 } },
        { pods: { 'web-1': 3 }, zone: 'zone-c' },
      ),
    ).toEqual(['default any: web-1', 'default zone-c: web-2 web-3 web-4']);
  });

  it('places pods of several groups as in the blueprint', () => {
    const db = aPod('db').labelled({ app: 'db' });
    expect(
      follow(
        aSnapshot().withPods(small.times(2), db.times(2)),
        { pods: { 'web-1': 2, 'db-1': 1 } },
        { pods: { 'db-1': 1 } },
      ),
    ).toEqual(['default any: db-1 web-1 web-2', 'default any: db-2']);
  });

  it('uses the NodePool of the blueprint', () => {
    const pools = [aNodePool('default'), aNodePool('first').withWeight(9)];
    const given = aSnapshot()
      .withPods(small.times(2))
      .withNodePools(...pools);
    expect(follow(given, { pods: { 'web-1': 1 } })).toEqual(['default any: web-1 web-2']);
  });

  it('places other pods by FirstFit, on nodes of the blueprint first', () => {
    const given = aSnapshot().withPods(small.times(3), aPod('big').requesting({ milliCpu: 7_500 }));
    expect(follow(given, { pods: { 'web-1': 1 }, zone: 'zone-b' })).toEqual([
      'default zone-b: web-1 web-2 web-3',
      'default any: big',
    ]);
  });

  it('places pods on existing nodes first', () => {
    const given = aSnapshot().withPods(small.times(4)).withNodes(aNode('n1'));
    expect(follow(given, { pods: { 'web-1': 4 } })).toEqual([
      'n1: web-1 web-2 web-3',
      'default any: web-4',
    ]);
  });

  it('places larger pods without a place in the blueprint on existing nodes in their turn', () => {
    const big = aPod('big').requesting({ milliCpu: 1_800 });
    const given = aSnapshot().withPods(small.times(2), big).withNodes(aNode('n1'));
    expect(follow(given, { pods: { 'web-1': 2 } })).toEqual([
      'n1: big',
      'default any: web-1 web-2',
    ]);
  });

  it('places pods that do not fit on a node of the blueprint on the next one', () => {
    const given = aSnapshot()
      .withPods(small.times(5))
      .withInstanceTypes(...someInstanceTypes().slice(0, 1));
    expect(follow(given, { pods: { 'web-1': 4 } }, { pods: { 'web-1': 2 } })).toEqual([
      'default any: web-1 web-2 web-3',
      'default any: web-4 web-5',
    ]);
  });

  it('does not plan a node beyond the limits of its NodePool', () => {
    const pools = [
      aNodePool('closed').withWeight(9).limitedTo({ nodes: 1 }, { nodes: 1 }),
      aNodePool('default'),
    ];
    const given = aSnapshot()
      .withPods(small)
      .withNodePools(...pools);
    expect(follow(given, { pool: 'closed', pods: { web: 1 } })).toEqual(['default any: web']);
  });

  it('respects the limits of NodePools by the largest type of a node', () => {
    const pool = aNodePool().limitedTo({ milliCpu: 12_000 });
    const given = aSnapshot()
      .withPods(aPod().requesting({ milliCpu: 3_000 }).times(3))
      .withNodePools(pool);
    const alone = { pods: { 'web-1': 1 } };
    // The first node may have 8 CPUs: the second then has 4, and a third none.
    expect(follow(given, alone, alone, alone)).toEqual([
      'default any: web-1 web-3',
      'default any: web-2',
    ]);
  });

  it('respects topology spread, and uses the next zone if the best is full', () => {
    const spread = small.spreadOver(zone);
    const planned = ['zone-c', 'zone-a'].map((where) => ({ zone: where, pods: { 'web-1': 2 } }));
    expect(follow(aSnapshot().withPods(spread.times(3)), ...planned)).toEqual([
      'default zone-c: web-1',
      'default zone-a: web-2',
      'default zone-b: web-3',
    ]);
  });

  it('leaves a pod without an allowed zone to FirstFit', () => {
    const lonely = aPod('lonely').withAffinityTo({ app: 'nobody' }, zone);
    expect(follow(aSnapshot().withPods(lonely), { pods: { lonely: 1 } })).toEqual([
      'not placed: lonely',
    ]);
  });

  it('follows the blueprint for a pod whose preference has no zone', () => {
    const pod = small.preferringAffinityTo(1, { app: 'nobody' }, zone);
    const planned = ['zone-c', 'zone-b'].map((where) => ({ zone: where, pods: { 'web-1': 1 } }));
    expect(follow(aSnapshot().withPods(pod.times(2)), ...planned)).toEqual([
      'default zone-c: web-1',
      'default zone-b: web-2',
    ]);
  });

  it('tries existing nodes only with the preferences of the blueprint', () => {
    const given = aSnapshot()
      .withPods(
        small
          .preferring(1, term(hostname, 'DoesNotExist'))
          .preferring(2, term(zone, 'In', 'zone-b')),
      )
      .withNodes(aNode('n1'));
    expect(follow(given, { pods: { web: 1 }, attempt: 0 })).toEqual(['default zone-b: web']);
    expect(follow(given, { pods: { web: 1 } })).toEqual(['n1: web']);
  });
});
