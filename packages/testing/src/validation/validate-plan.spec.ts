import { labelKeys } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { aNode } from '../builders/node-builder.js';
import { aNodePool } from '../builders/node-pool-builder.js';
import { aPod } from '../builders/pod-builder.js';
import { aDaemonSet, aSnapshot } from '../builders/snapshot-builder.js';
import { type NodeToLaunch, type Plan, planOf } from './plan.js';
import { validatePlan } from './validate-plan.js';

const { zone, hostname, capacityType } = labelKeys;

/** A plan with the pods `a` and `b` on one new node, whatever their constraints. */
function together(snapshot: ClusterSnapshot, changes: Partial<NodeToLaunch> = {}): Plan {
  const claim: NodeToLaunch = {
    name: 'claim-0001',
    nodePool: 'default',
    podUids: snapshot.pods.map(({ uid }) => uid),
    requirements: [{ key: capacityType, operator: 'In', values: ['on-demand'], minValues: null }],
    labels: { [labelKeys.nodePool]: 'default' },
    taints: [],
    instanceTypes: ['t2'],
    ...changes,
  };
  return { onNodes: [], toLaunch: [claim], unplaced: [] };
}

const web = aPod('a').requesting({ milliCpu: 100 });
const wrong: Record<string, readonly [ClusterSnapshot, RegExp, Partial<NodeToLaunch>?]> = {
  'a pod on a node that it does not select': [
    aSnapshot()
      .withPods(web.selecting({ [zone]: 'zone-b' }))
      .build(),
    /does not select the node/,
  ],
  'a pod that does not tolerate a taint': [
    aSnapshot().withPods(web).build(),
    /does not tolerate full/,
    { taints: [{ key: 'full', value: '', effect: 'NoExecute' }] },
  ],
  'more than a type holds with its daemons': [
    aSnapshot()
      .withPods(web.requesting({ milliCpu: 1_500 }))
      .withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 500 })))
      .build(),
    /cpu is not enough/,
  ],
  'two pods on one host port': [
    aSnapshot().withPods(web.onHostPort(80).times(2)).build(),
    /host port 80 is in use/,
  ],
  'pods on one node despite anti-affinity': [
    aSnapshot()
      .withPods(web.withAntiAffinityTo({ app: 'web' }, hostname).times(2))
      .build(),
    /anti-affinity/,
  ],
  'a pod away from the pods of its affinity': [
    aSnapshot()
      .withPods(web.withAffinityTo({ app: 'db' }, zone))
      .build(),
    /its affinity over/,
  ],
  'too many pods of a spread on one host': [
    aSnapshot().withPods(web.spreadOver(hostname).times(2)).withNodes(aNode('n1')).build(),
    /its spread over kubernetes.io\/hostname/,
  ],
  'a volume in another zone': [
    aSnapshot()
      .withPods(
        web.withVolume('v', {
          nodeRequirements: [
            {
              hasMatchFields: false,
              matchExpressions: [
                { key: zone, operator: 'In', values: ['zone-c'], minValues: null },
              ],
            },
          ],
        }),
      )
      .build(),
    /cannot be attached/,
  ],
  'a NodePool above its limit': [
    aSnapshot()
      .withPods(web)
      .withNodePools(aNodePool().limitedTo({ milliCpu: 1_000 }))
      .build(),
    /exceeds its limit of cpu/,
  ],
  'fewer types than minValues requires': [
    aSnapshot()
      .withPods(web)
      .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 2))
      .build(),
    /not 2/,
  ],
  'a type that its NodePool does not allow': [
    aSnapshot()
      .withPods(web)
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-c']))
      .build(),
    /does not allow/,
  ],
  'a type without an offering': [
    aSnapshot().withPods(web).build(),
    /cannot be launched/,
    { instanceTypes: ['x9'] },
  ],
  'a pod twice': [aSnapshot().withPods(web).build(), /exactly once/, { podUids: ['a', 'a'] }],
  'an unknown NodePool': [
    aSnapshot().withPods(web).build(),
    /unknown NodePool/,
    { nodePool: 'other' },
  ],
};

describe('the validator', () => {
  it.each(Object.entries(wrong))('reports %s', (_, [snapshot, problem, changes]) => {
    const problems = validatePlan(snapshot, together(snapshot, changes));
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  it('reports a pod on a terminating node, and volumes above the limit', () => {
    const volume = { driver: 'ebs' };
    const snapshot = aSnapshot()
      .withPods(aPod('a').withVolume('v', volume))
      .withNodes(
        aNode('n1')
          .terminating()
          .with({ volumeLimits: { ebs: 0 } }),
      )
      .build();
    const plan = { onNodes: [{ nodeName: 'n1', podUids: ['a'] }], toLaunch: [], unplaced: [] };
    expect(validatePlan(snapshot, plan)).toEqual([
      'a goes to n1, which is terminating',
      'a on n1: no more volumes of ebs can be attached',
    ]);
  });

  it('reports nothing about a valid plan', () => {
    const snapshot = aSnapshot()
      .withPods(web.spreadOver(zone).withAntiAffinityTo({ app: 'db' }, hostname).times(5))
      .withNodes(aNode('n1'))
      .build();
    expect(validatePlan(snapshot, planOf(solve(snapshot)))).toEqual([]);
  });

  it('finds the only kind of order that binds every pod', () => {
    // Each pod of `db` allows at most one pod of `web` in its zone when it is bound.
    const db = aPod('db')
      .labelled({ app: 'db' })
      .spreadOver(zone, { labelSelector: { matchLabels: { app: 'web' }, matchExpressions: [] } });
    const pods = [...web.times(16), ...db.requesting({ milliCpu: 50 }).times(4)];
    const snapshot = aSnapshot()
      .withPods(pods)
      .withNodes(aNode('n1'), aNode('n2').launchedAs('t2', 'zone-b', 'on-demand', 100_000))
      .build();
    const plan = {
      onNodes: [{ nodeName: 'n1', podUids: snapshot.pods.map(({ uid }) => uid) }],
      toLaunch: [],
      unplaced: [],
    };
    expect(validatePlan(snapshot, plan)).toEqual([]);
  });
});
