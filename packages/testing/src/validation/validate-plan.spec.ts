import { labelKeys } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { aDevice, aDeviceClaim, published, someDevices } from '../builders/device-builder.js';
import { anInstanceType } from '../builders/instance-type-builder.js';
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

/** A cluster whose type `t2` has this many devices, which the claims of pods select. */
const withDevices = (count: number) =>
  aSnapshot()
    .withInstanceTypes(
      anInstanceType('t2').with({ milliCpu: 8_000 }).withDevices(someDevices(count)),
    )
    .with({ deviceSelections: { gpu: { gpu: true } } });
const claiming = web.claiming(aDeviceClaim());
const sharing = web.claiming(aDeviceClaim({ shared: 'default/gpu' }));

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

  it('reports pods whose claims need more devices than their new node has', () => {
    const pods = claiming.times(3);
    const enough = withDevices(3).withPods(pods).build();
    expect(validatePlan(enough, together(enough))).toEqual([]);
    const few = withDevices(2).withPods(pods).build();
    expect(validatePlan(few, together(few))).toEqual([
      'a-1 on claim-0001: its claim gpu gets no devices: IN_USE',
    ]);
  });

  it('reports a pod with a claim if one of the types of its node has no devices', () => {
    const snapshot = withDevices(1)
      .withInstanceTypes(anInstanceType('t2').withDevices(someDevices(1)), anInstanceType('t3'))
      .withPods(claiming)
      .build();
    expect(validatePlan(snapshot, together(snapshot, { instanceTypes: ['t2', 't3'] }))).toEqual([
      'a on claim-0001: its claim gpu gets no devices: TOO_FEW',
    ]);
  });

  it.each([
    ['its device is in use', claiming, 'gets no devices: IN_USE'],
    [
      'its claim is not possible',
      web.claiming(aDeviceClaim({ problem: 'it is gone' })),
      'is not possible: it is gone',
    ],
    [
      'its claim has devices on another node',
      web.claiming(aDeviceClaim({ allocation: { node: 'n2', isKept: false } })),
      'has its devices on n2',
    ],
    [
      'its claim is kept on a node that went',
      web.claiming(aDeviceClaim({ allocation: { node: 'n3', isKept: true } })),
      'keeps its devices on n3',
    ],
  ])('reports a pod on a node that exists if %s', (_, pod, problem) => {
    const node = aNode('n1').with({ devices: published(aDevice('0', { isHeld: true })) });
    const snapshot = withDevices(1).withPods(pod).withNodes(node, aNode('n2')).build();
    const plan = { onNodes: [{ nodeName: 'n1', podUids: ['a'] }], toLaunch: [], unplaced: [] };
    expect(validatePlan(snapshot, plan)).toEqual([`a on n1: its claim gpu ${problem}`]);
  });

  it('reports nothing about a pod on the node where its claim has devices', () => {
    const devices = published(aDevice('0', { isHeld: true }));
    const pod = web.claiming(aDeviceClaim({ allocation: { node: 'n1', isKept: true } }));
    const snapshot = withDevices(1).withPods(pod).withNodes(aNode('n1').with({ devices })).build();
    const plan = { onNodes: [{ nodeName: 'n1', podUids: ['a'] }], toLaunch: [], unplaced: [] };
    expect(validatePlan(snapshot, plan)).toEqual([]);
  });

  it('reports pods that share a claim on two nodes, and lets them share its devices on one', () => {
    const snapshot = withDevices(1).withPods(sharing.times(2)).build();
    expect(validatePlan(snapshot, together(snapshot))).toEqual([]);
    const [node] = together(snapshot).toLaunch;
    const apart = ['a-1', 'a-2'].flatMap((uid) =>
      node === undefined ? [] : [{ ...node, name: `claim-${uid}`, podUids: [uid] }],
    );
    expect(validatePlan(snapshot, { onNodes: [], toLaunch: apart, unplaced: [] })).toEqual([
      'a-2 on claim-a-2: its claim gpu has its devices on claim-a-1',
    ]);
  });

  it('counts the devices that pods of a starting node will take', () => {
    const devices = { isPublished: false, devices: [aDevice('0')] };
    const node = aNode('n1').starting().with({ devices });
    const plan = { onNodes: [{ nodeName: 'n1', podUids: ['a'] }], toLaunch: [], unplaced: [] };
    const problems = (running: typeof node) =>
      validatePlan(withDevices(1).withPods(claiming).withNodes(running).build(), plan);
    expect(problems(node)).toEqual([]);
    expect(problems(node.running(claiming.named('b').running()))).toEqual([
      'a on n1: its claim gpu gets no devices: IN_USE',
    ]);
  });

  it('finds the order of pods in which claims leave the devices that the last pod needs', () => {
    // `a` before `b` takes 0 and leaves 1, so that `b` takes 2; `c` needs 2 once both are there.
    const profiles = ['0', '1', '2'];
    const claimingOneOf = (name: string, first: string, second = first) =>
      web
        .named(name)
        .labelled({ app: name })
        .claiming(aDeviceClaim({}, { selectors: first }, { selectors: second }));
    const last = claimingOneOf('c', '2')
      .withAffinityTo({ app: 'a' }, hostname)
      .withAffinityTo({ app: 'b' }, hostname);
    const devices = published(...profiles.map((profile) => aDevice(profile, { profile })));
    const snapshot = aSnapshot()
      .with({ deviceSelections: { 0: { 0: true }, 1: { 1: true }, 2: { 2: true } } })
      .withPods(claimingOneOf('a', '0', '1'), claimingOneOf('b', '0', '2'), last)
      .withNodes(aNode('n1').with({ devices }))
      .build();
    const podUids = ['a', 'b', 'c'];
    const plan = { onNodes: [{ nodeName: 'n1', podUids }], toLaunch: [], unplaced: [] };
    expect(validatePlan(snapshot, plan)).toEqual([]);
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
