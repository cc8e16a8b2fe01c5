import { annotationKeys } from '@kerf/core';
import {
  aDevice,
  aDeviceClaim,
  aDeviceRequest,
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  type NodeBuilder,
  published,
  type SnapshotBuilder,
  someDevices,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { noEvaluations } from '../disruption/evaluation-order.js';
import { planDisruption } from '../disruption/plan-disruption.js';
import { simulateDisruption } from '../disruption/simulate-disruption.js';
import type { DeviceAlternative, DeviceClaim } from '../model/device.js';
import { solve } from '../optimize/solve.js';
import { planWithFirstFit } from '../plan/write-result.js';

const deviceSelections = { gpu: { gpu: true }, nic: { nic: true, vague: 'unknown' } } as const;
const type = (name: string, cpus: number, gpus: number) => {
  const plain = anInstanceType(name)
    .with({ milliCpu: cpus * 1_000 })
    .offeredAt({ microUsdPerHour: cpus * 50_000 + gpus * 500_000 });
  return gpus === 0 ? plain : plain.withDevices(someDevices(gpus));
};
const cluster: SnapshotBuilder = aSnapshot()
  .withInstanceTypes(type('c2', 2, 0), type('g4', 4, 1), type('g8', 8, 2), type('g32', 32, 8))
  .with({ deviceSelections });
const gpuNode = (name: string, ...held: readonly boolean[]): NodeBuilder =>
  aNode(name).with({
    devices: published(
      ...held.map((isHeld, index) => aDevice(`${index}`, isHeld ? { isHeld } : {})),
    ),
  });
const claim = aDeviceClaim();
const shared = (pods: Partial<DeviceClaim> = {}) =>
  aDeviceClaim({ shared: 'default/gpu', ...pods });

/** Returns, for each new node, its cheapest type and its pods; and where the other pods go. */
function plan(snapshot: SnapshotBuilder) {
  const result = planWithFirstFit(snapshot.build());
  return [
    ...result.newNodeClaims.map(({ expected, podUids }) => [expected.instanceType, ...podUids]),
    ...result.existingNodes.map(({ nodeName, podUids }) => [nodeName, ...podUids]),
    ...result.unschedulable.map(({ podUid, reasons, byNodePool }) => [
      podUid,
      ...[...reasons, ...byNodePool.map(({ reason }) => reason)].map((reason) =>
        reason.code === 'DEVICES_MISSING' ? `${reason.code} ${reason.cause}` : reason.code,
      ),
    ]),
  ];
}

describe('a pod with a claim', () => {
  it('gets the cheapest node that has the devices', () => {
    expect(plan(cluster.withPods(aPod('a').claiming(claim)))).toEqual([['g4', 'a']]);
    expect(plan(cluster.withPods(aPod('a').claiming(aDeviceClaim({}, { count: 2 }))))).toEqual([
      ['g8', 'a'],
    ]);
  });

  it('shares a node with others as far as its devices last', () => {
    const pods = aPod('a').requesting({ milliCpu: 100 }).claiming(claim).times(9);
    const [first, second] = plan(cluster.withPods(pods));
    expect([first?.length, second?.length]).toEqual([9, 2]);
  });

  it('leaves types without devices to pods without claims', () => {
    expect(plan(cluster.withPods(aPod('a').claiming(claim), aPod('b')))).toEqual([
      ['g4', 'a', 'b'],
    ]);
    expect(plan(cluster.withPods(aPod('b')))).toEqual([['c2', 'b']]);
  });

  it('goes to a node that has a device free', () => {
    const pods = aPod('a').requesting({ milliCpu: 100 }).claiming(claim).times(2);
    const nodes = [gpuNode('n1', true), gpuNode('n2', true, false)];
    expect(plan(cluster.withPods(pods).withNodes(...nodes))).toEqual([
      ['g4', 'a-2'],
      ['n2', 'a-1'],
    ]);
  });

  it('has none of the devices of a starting node that other pods are expected to take', () => {
    const planned = { isPublished: false, devices: [aDevice('0')] };
    const expected = aPod('x').requesting({ milliCpu: 100 }).claiming(claim).running();
    const node = aNode('n1').starting().with({ devices: planned });
    const pod = aPod('a').requesting({ milliCpu: 100 }).claiming(claim);
    expect(plan(cluster.withPods(pod).withNodes(node))).toEqual([['n1', 'a']]);
    expect(plan(cluster.withPods(pod).withNodes(node.running(expected)))).toEqual([['g4', 'a']]);
  });

  it('stays on the node where its claim is allocated', () => {
    const allocation = { node: 'n2', isKept: false };
    const pod = aPod('a').claiming(aDeviceClaim({ allocation }));
    const nodes = [gpuNode('n1', false), gpuNode('n2', true)];
    expect(plan(cluster.withPods(pod).withNodes(...nodes))).toEqual([['n2', 'a']]);
    const full = aPod('full').requesting({ milliCpu: 1_900 }).running();
    expect(
      plan(
        cluster.withPods(pod).withNodes(gpuNode('n1', false), gpuNode('n2', true).running(full)),
      ),
    ).toEqual([['a', 'DEVICES_MISSING ELSEWHERE']]);
  });

  it('gets new devices when the node of its claim goes, unless something else keeps it', () => {
    const pod = (isKept: boolean) =>
      aPod('a').claiming(aDeviceClaim({ allocation: { node: 'n1', isKept } }));
    const nodes = [gpuNode('n1', true).terminating()];
    expect(plan(cluster.withPods(pod(false)).withNodes(...nodes))).toEqual([['g4', 'a']]);
    expect(plan(cluster.withPods(pod(true)).withNodes(...nodes))).toEqual([
      ['a', 'DEVICES_MISSING ELSEWHERE'],
    ]);
  });

  it('names the drivers of its devices in the annotations of its node', () => {
    const drivers = (...pods: readonly ReturnType<typeof aPod>[]) =>
      planWithFirstFit(cluster.withPods(...pods).build()).newNodeClaims.map(
        ({ annotations }) => annotations[annotationKeys.draDrivers],
      );
    expect(drivers(aPod('a').claiming(claim))).toEqual(['gpu']);
    expect(drivers(aPod('a'))).toEqual([undefined]);
  });

  it('excludes the types without devices from its node by name', () => {
    const [node] = planWithFirstFit(
      cluster.withPods(aPod('a').claiming(aDeviceClaim({}, { count: 2 }))).build(),
    ).newNodeClaims;
    expect(node?.rejectedInstanceTypes).toEqual([
      { reason: { code: 'INSTANCE_TYPE_LACKS_DEVICES' }, count: 2, examples: ['c2', 'g4'] },
    ]);
  });

  it('is placed by the optimizer as by FirstFit', () => {
    const pods = [...aPod('a').claiming(claim).times(4), ...aPod('b').times(40)];
    const { newNodeClaims, unschedulable } = solve(cluster.withPods(pods).build(), {
      searchMs: 50,
    });
    expect(unschedulable).toEqual([]);
    const gpus = new Map<string, number>(
      [4, 8, 32].map((cpus, index) => [`g${cpus}`, [1, 2, 8][index] ?? 0] as const),
    );
    for (const { podUids, instanceTypes } of newNodeClaims) {
      const needed = podUids.filter((uid) => uid.startsWith('a-')).length;
      for (const { name } of instanceTypes)
        expect(gpus.get(name) ?? 0).toBeGreaterThanOrEqual(needed);
    }
  });

  it('leaves the plan to FirstFit if all pods have claims, with a lower bound that ignores them', () => {
    const pods = aPod('a').claiming(claim).times(12);
    const snapshot = cluster.withPods(pods).build();
    const { cost, newNodeClaims } = solve(snapshot);
    expect(newNodeClaims).toEqual(planWithFirstFit(snapshot).newNodeClaims);
    expect(cost?.method).toBe('FirstFit');
    const ignoring = solve(cluster.withPods(aPod('a').times(12)).build());
    expect(cost?.lowerBoundMicroUsdPerHour).toBeGreaterThan(0);
    expect(cost?.lowerBoundMicroUsdPerHour).toBe(ignoring.cost?.lowerBoundMicroUsdPerHour);
    expect(cost?.gapRatio).toBeGreaterThan(0);
  });

  it('is refused while it is not known what its claims select', () => {
    const unread = cluster.with({ deviceSelections: {} }).withPods(aPod('a').claiming(claim));
    expect(plan(unread)).toEqual([['a', 'DEVICES_MISSING TOO_FEW']]);
  });
});

describe('pods that share a claim', () => {
  const pods = aPod('a').requesting({ milliCpu: 100 }).claiming(shared()).times(3);

  it('get one node', () => {
    expect(plan(cluster.withPods(pods))).toEqual([['g4', 'a-1', 'a-2', 'a-3']]);
    expect(plan(cluster.withPods(pods).withNodes(gpuNode('n1', false)))).toEqual([
      ['n1', 'a-1', 'a-2', 'a-3'],
    ]);
  });

  it('wait if their node is full', () => {
    const large = aPod('a').requesting({ milliCpu: 20_000 }).claiming(shared()).times(2);
    expect(plan(cluster.withPods(large))).toEqual([
      ['g32', 'a-1'],
      ['a-2', 'DEVICES_MISSING ELSEWHERE'],
    ]);
  });
});

describe('the reason of a pod whose claim cannot be satisfied', () => {
  const reasonOf = (snapshot: SnapshotBuilder) =>
    planWithFirstFit(snapshot.build()).unschedulable.flatMap(({ reasons, byNodePool }) => [
      ...reasons,
      ...byNodePool.map(({ reason }) => reason),
    ]);

  it('names claim, request, cause and the most devices of any type', () => {
    const pod = aPod('a').claiming(aDeviceClaim({}, { count: 9 }));
    expect(reasonOf(cluster.withPods(pod))).toEqual([
      {
        code: 'DEVICES_MISSING',
        claim: 'gpu',
        request: 'gpu',
        cause: 'TOO_FEW',
        detail: '',
        neededDevices: 9,
        foundDevices: 8,
      },
    ]);
  });

  it.each<readonly [string, Partial<DeviceAlternative>, object]>([
    ['they are selected', { selectors: 'mig' }, { cause: 'UNSUPPORTED', detail: 'partitions' }],
    ['they may be selected', { selectors: 'maybe' }, { cause: 'UNSUPPORTED' }],
    ['others are selected as well', { selectors: 'any', count: 2 }, { cause: 'TOO_FEW' }],
    ['they are not selected', { selectors: 'nic' }, { cause: 'TOO_FEW', detail: '' }],
  ])('names devices that no new node is planned with, if %s', (_, alternative, reason) => {
    const partitions = someDevices(0, { profile: 'mig', unsupported: 'partitions' });
    const snapshot = cluster
      .withInstanceTypes(
        type('c2', 2, 0),
        anInstanceType('g4').withDevices(someDevices(1), partitions),
        type('g8', 8, 1),
      )
      .with({
        deviceSelections: {
          any: { gpu: true, mig: true },
          mig: { mig: true },
          maybe: { mig: 'unknown' },
        },
      })
      .withPods(aPod('a').claiming(aDeviceClaim({}, alternative)));
    expect(reasonOf(snapshot)).toMatchObject([{ claim: 'gpu', request: 'gpu', ...reason }]);
  });

  it('names what cannot be decided', () => {
    const types = [type('c2', 2, 0).withDevices(someDevices(1, { profile: 'vague' }))];
    const pod = aPod('a').claiming(
      aDeviceClaim({ requests: [aDeviceRequest('efa', { selectors: 'nic' })] }),
    );
    expect(reasonOf(cluster.withInstanceTypes(...types).withPods(pod))).toMatchObject([
      { request: 'efa', cause: 'UNDECIDED', detail: 'unknown' },
    ]);
  });

  it('is the problem of the claim itself, for all NodePools', () => {
    const problem = 'ResourceClaim default/gpu does not exist';
    const pod = aPod('a').claiming(aDeviceClaim({ problem }));
    expect(reasonOf(cluster.withPods(pod))).toEqual([
      { code: 'POD_INVALID', problem: 'RESOURCE_CLAIM', detail: problem },
    ]);
  });

  it('names the NodePool with devices first', () => {
    const pools = [aNodePool('cpu'), aNodePool('gpu')];
    const pod = aPod('a').claiming(aDeviceClaim({}, { count: 9 }));
    const snapshot = cluster
      .withNodePools(...pools)
      .withInstanceTypesOf('cpu', type('c2', 2, 0))
      .withPods(pod);
    const [waiting] = planWithFirstFit(snapshot.build()).unschedulable;
    expect(waiting?.byNodePool.map(({ nodePool }) => nodePool)).toEqual(['gpu', 'cpu']);
  });
});

describe('consolidation', () => {
  const running = (name: string, node: string, over: Partial<DeviceClaim> = {}) =>
    aPod(name)
      .requesting({ milliCpu: 500 })
      .claiming(aDeviceClaim({ allocation: { node, isKept: false }, ...over }))
      .running();
  const gpuPool = aNodePool().consolidatingAfter(0);
  const costly = (name: string, ...held: readonly boolean[]) =>
    gpuNode(name, ...held).launchedAs('g32', 'zone-a', 'on-demand', 5_600_000);
  const commands = (...nodes: readonly NodeBuilder[]) =>
    planDisruption(
      cluster
        .withNodePools(gpuPool)
        .withNodes(...nodes)
        .at(10_000_000)
        .build(),
      noEvaluations,
    ).commands.map(({ candidates, replacements, moves }) => [
      candidates.map(({ nodeName }) => nodeName),
      replacements.map(({ expected }) => expected.instanceType),
      moves.map(({ to }) => to),
    ]);

  it('moves a pod to a node with a free device', () => {
    expect(
      commands(
        costly('n1', true, false).running(running('a', 'n1')),
        costly('n2', true, false).running(running('b', 'n2')),
      ),
    ).toMatchObject([[['n1'], [], ['n2']]]);
  });

  it('replaces a node by a cheaper one with as many devices', () => {
    expect(commands(costly('n1', true).running(running('a', 'n1')))).toEqual([
      [['n1'], ['g4'], ['claim-0001']],
    ]);
  });

  it('leaves a node whose claim is kept', () => {
    const kept = running('a', 'n1', { allocation: { node: 'n1', isKept: true } });
    expect(commands(costly('n1', true).running(kept))).toEqual([]);
  });

  it('keeps a node whose pods fit on no other type', () => {
    const all = running(
      'a',
      'n1',
      aDeviceClaim({ allocation: { node: 'n1', isKept: false } }, { count: 8 }),
    );
    expect(commands(costly('n1', ...Array.from({ length: 8 }, () => true)).running(all))).toEqual(
      [],
    );
  });

  it('is simulated with the devices of other nodes', () => {
    const nodes = [
      costly('n1', true).running(running('a', 'n1')),
      costly('n2', true, false).running(running('b', 'n2')),
    ];
    const simulated = simulateDisruption(
      cluster
        .withNodePools(gpuPool)
        .withNodes(...nodes)
        .build(),
      ['n1'],
    );
    expect(JSON.stringify(simulated)).toContain('"to":"n2"');
  });
});
