import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelTerm, SchedulingReason } from '../model/scheduling-reason.js';
import { planWithFirstFit } from '../plan/write-result.js';

interface Scenario {
  readonly given: SnapshotBuilder;
  /** Why the NodePool `default` cannot take the pod `lone`. */
  readonly expect: SchedulingReason;
}

const { zone, capacityType, arch, hostname } = labelKeys;
const lone = aPod('lone');
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const onlyReserved = anInstanceType('t2').offered(
  anOffering('zone-a', 'reserved', 1, { reservationId: 'cr-1', reservationCapacity: 0 }),
);

const mib = 2 ** 20;
const arm = (name: string) =>
  anInstanceType(name).labelled(arch, 'arm64').with({ milliCpu: 16_000, memoryMib: 64_000 });
const is = (...values: readonly string[]) =>
  [{ operator: 'In', values, omitted: 0 }] as const satisfies readonly LabelTerm[];
const requires = (key: string, ...values: readonly string[]) => ({
  key,
  required: is(...values),
  volume: null,
  alternatives: 1,
});
const tooLarge = (
  resource: string,
  [requested, daemons]: readonly [number, number],
  [largest, instanceType]: readonly [number, string],
) =>
  ({
    code: 'RESOURCE_TOO_LARGE',
    resource,
    requested,
    daemons,
    largest,
    instanceType,
    fitting: null,
  }) as const;
const topology = (
  kind: 'Spread' | 'Affinity' | 'AntiAffinity',
  key: string,
  domains: readonly string[],
  reachable: readonly string[],
) =>
  ({
    code: 'TOPOLOGY_UNSATISFIABLE',
    kind,
    key,
    selector: kind === 'Spread' ? 'app=web' : 'app=db',
    isOwn: true,
    domains,
    reachable,
  }) as const;
const fullNode = { allocatable: { cpu: 0, memory: 0, pods: 0 } };
const abc = ['zone-a', 'zone-b', 'zone-c'];

const scenarios: Record<string, Scenario> = {
  'the NodePool is not ready': {
    given: aSnapshot().withPods(lone).withNodePools(aNodePool().notReady('no node class')),
    expect: { code: 'NODE_POOL_NOT_READY', nodeClass: 'default', detail: 'no node class' },
  },
  'the NodePool has no instance types': {
    given: aSnapshot().withPods(lone).withInstanceTypes(),
    expect: { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
  },
  'a taint is not tolerated': {
    given: aSnapshot().withPods(lone).withNodePools(aNodePool().tainted(taint)),
    expect: { code: 'TAINT_NOT_TOLERATED', ...taint },
  },
  'a label is defined nowhere': {
    given: aSnapshot().withPods(lone.selecting({ team: 'a' })),
    expect: { code: 'LABEL_UNDEFINED', ...requires('team', 'a') },
  },
  'the NodePool excludes a value that the pod requires': {
    given: aSnapshot().withPods(lone.selecting({ [capacityType]: 'spot' })),
    expect: {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(capacityType, 'spot'),
      allowed: { source: 'NodePool', key: capacityType, terms: is('on-demand') },
    },
  },
  'no type has a value that the pod requires': {
    given: aSnapshot().withPods(lone.selecting({ [arch]: 'arm64' })),
    expect: {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(arch, 'arm64'),
      allowed: { source: 'InstanceTypes', key: arch, terms: is('amd64') },
    },
  },
  'no type is offered in the zone that the pod requires': {
    given: aSnapshot()
      .withPods(lone.selecting({ [zone]: 'zone-b' }))
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 1),
          anOffering('zone-b', 'spot', 1),
        ),
      ),
    expect: { code: 'NO_OFFERING', zones: ['zone-b'], capacityTypes: ['on-demand'] },
  },
  'the only offering has no price': {
    given: aSnapshot()
      .withPods(lone)
      .withInstanceTypes(anInstanceType('t2').offered(anOffering('zone-a', 'on-demand', null))),
    expect: { code: 'OFFERING_UNPRICED' },
  },
  'the pod and the daemons are larger than the largest type': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 7_800 }))
      .withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 300 }))),
    expect: tooLarge('cpu', [8_100, 300], [7_900, 't8']),
  },
  'no type has a resource at all': {
    given: aSnapshot().withPods(lone.requesting({ 'nvidia.com/gpu': 1 })),
    expect: {
      code: 'RESOURCE_NOT_OFFERED',
      resource: 'nvidia.com/gpu',
      requested: 1,
      excludedBy: null,
      instanceTypes: [],
      omitted: 0,
    },
  },
  'the types that fit are beyond the limit': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 3_000 }))
      .withNodePools(aNodePool().limitedTo({ milliCpu: 10_000 }, { milliCpu: 7_000 })),
    expect: {
      code: 'LIMIT_EXCEEDED',
      resource: 'cpu',
      limit: 10_000,
      usage: 7_000,
      needed: 4_000,
      instanceType: 't4',
    },
  },
  'the NodePool has reached its limit of nodes': {
    given: aSnapshot()
      .withPods(lone)
      .withNodePools(aNodePool().limitedTo({ nodes: 2 }, { nodes: 3 })),
    expect: {
      code: 'LIMIT_EXCEEDED',
      resource: 'nodes',
      limit: 2,
      usage: 3,
      needed: 1,
      instanceType: null,
    },
  },
  'too few types are left for minValues of the NodePool': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 3_000 }))
      .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 3)),
    expect: {
      code: 'MIN_VALUES_UNMET',
      key: labelKeys.instanceType,
      minValues: 3,
      found: 2,
    },
  },
  'a daemon uses the host port on every type': {
    given: aSnapshot()
      .withPods(lone.onHostPort(9_100))
      .withDaemonSets(aDaemonSet('metrics', aPod().onHostPort(9_100))),
    expect: {
      code: 'HOST_PORT_CONFLICT',
      port: 9_100,
      protocol: 'TCP',
      daemonSet: 'default/metrics',
    },
  },
  'no pod matches its affinity': {
    given: aSnapshot().withPods(lone.withAffinityTo({ app: 'db' }, zone)),
    expect: topology('Affinity', zone, [], abc),
  },
  'no type is large enough in the zone that its spread requires': {
    given: aSnapshot()
      .withInstanceTypes(
        anInstanceType('t2').offered(anOffering('zone-a', 'on-demand', 1)),
        anInstanceType('t1')
          .with({ milliCpu: 1_000, memoryMib: 4_096, pods: 10 })
          .offered(anOffering('zone-b', 'on-demand', 1)),
      )
      .withNodes(aNode('n1').launchedAs('t1', 'zone-b', 'on-demand', 1).with(fullNode))
      .withPods(
        aPod('first').requesting({ milliCpu: 1_600 }).spreadOver(zone),
        lone.labelled({ app: 'web' }).requesting({ milliCpu: 1_500 }).spreadOver(zone),
      ),
    expect: topology('Spread', zone, ['zone-b'], ['zone-a']),
  },
  'no pod matches its affinity over hosts': {
    given: aSnapshot().withPods(lone.withAffinityTo({ app: 'db' }, hostname)),
    expect: topology('Affinity', hostname, [], []),
  },
  'no type is offered in the zone of its volume': {
    given: aSnapshot().withPods(
      lone.withVolume('v', { nodeRequirements: [term(zone, 'In', 'zone-x')] }),
    ),
    expect: {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(zone, 'zone-x'),
      volume: 'v',
      allowed: { source: 'InstanceTypes', key: zone, terms: is(...abc) },
    },
  },
  'the only type of its architecture is too small': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 3_000 }).selecting({ [arch]: 'amd64' }))
      .withInstanceTypes(...['a', 'b', 'c'].map((name) => arm(name)), anInstanceType('small')),
    expect: tooLarge('cpu', [3_000, 0], [1_900, 'small']),
  },
  'no type has capacity for both of its requests': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 3_000, memoryMib: 3_000 }))
      .withInstanceTypes(
        anInstanceType('a').with({ milliCpu: 2_000, memoryMib: 4_000 }),
        ...['b', 'c'].map((name) =>
          anInstanceType(name).with({ milliCpu: 8_000, memoryMib: 2_000 }),
        ),
      ),
    expect: { code: 'RESOURCE_COMBINATION_TOO_LARGE', resources: ['cpu', 'memory'] },
  },
  'every type is too small, and one resource lacks a larger share': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 3_800, memoryMib: 8_000 }))
      .withInstanceTypes(
        anInstanceType('a').with({ milliCpu: 3_000, memoryMib: 2_000 }),
        anInstanceType('b').with({ milliCpu: 2_000, memoryMib: 4_000 }),
      ),
    expect: tooLarge('memory', [8_000 * mib, 0], [4_000 * mib, 'b']),
  },
  'the daemons alone are larger than the largest type': {
    given: aSnapshot()
      .withPods(lone)
      .withDaemonSets(aDaemonSet('cache', aPod().requesting({ milliCpu: 100, memoryMib: 40_000 }))),
    expect: tooLarge('memory', [41_024 * mib, 40_000 * mib], [32_768 * mib, 't8']),
  },
  'the only type that fits exceeds a limit': {
    given: aSnapshot()
      .withPods(lone.requesting({ milliCpu: 1_900, memoryMib: 8_192 }))
      .withInstanceTypes(anInstanceType('t2'))
      .withNodePools(aNodePool().limitedTo({ milliCpu: 2_000, memoryMib: 8_000 })),
    expect: {
      code: 'LIMIT_EXCEEDED',
      resource: 'memory',
      limit: 8_000 * mib,
      usage: 0,
      needed: 8_192 * mib,
      instanceType: 't2',
    },
  },
  'no pod matches its affinity, although its host port is free': {
    given: aSnapshot()
      .withPods(lone.onHostPort(80).withAffinityTo({ app: 'db' }, zone))
      .withDaemonSets(aDaemonSet('metrics', aPod().requesting({ milliCpu: 1 }).onHostPort(90))),
    expect: topology('Affinity', zone, [], abc),
  },
  'one of its topology constraints cannot be satisfied': {
    given: aSnapshot()
      .withPods(lone.withAffinityTo({ app: 'db' }, capacityType).spreadOver(zone))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(anInstanceType('t2'), onlyReserved),
    expect: topology('Affinity', capacityType, [], ['on-demand', 'spot']),
  },
  'each of its topology constraints can be satisfied, but not all': {
    given: aSnapshot()
      .withPods(lone.withAffinityTo({ app: 'db' }, capacityType).spreadOver(zone))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'spot', 1),
          anOffering('zone-b', 'on-demand', 1),
        ),
      )
      .withNodes(
        aNode('n1')
          .launchedAs('t2', 'zone-a', 'spot', 1)
          .tainted(taint)
          .running(aPod('near').running(), aPod('db').labelled({ app: 'db' }).running()),
        aNode('n2').launchedAs('t2', 'zone-b', 'on-demand', 1).tainted(taint),
      ),
    expect: topology('Spread', zone, ['zone-b'], ['zone-a', 'zone-b']),
  },
  'a new node fits, except for a constraint over zones': {
    given: aSnapshot()
      .withPods(
        lone.withAntiAffinityTo({ app: 'web' }, hostname).withAffinityTo({ app: 'db' }, zone),
        aPod('placed').labelled({ app: 'other' }).requesting({ milliCpu: 7_000 }),
      )
      .withNodes(aNode('n1').tainted(taint).running(aPod('w').running())),
    expect: topology('Affinity', zone, [], abc),
  },
  'it is too large in the only zone of its volume that the NodePool allows': {
    given: aSnapshot()
      .withPods(
        lone.requesting({ milliCpu: 9_000 }).withVolume('v', {
          nodeRequirements: [term(zone, 'In', 'zone-b'), term(zone, 'In', 'zone-a')],
        }),
      )
      .withNodePools(aNodePool().requiring(zone, 'In', ['zone-a'])),
    expect: tooLarge('cpu', [9_000, 0], [7_900, 't8']),
  },
  'the reservation that it requires is full': {
    given: aSnapshot()
      .withPods(lone.selecting({ [capacityType]: 'reserved' }))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(onlyReserved, anInstanceType('t2')),
    expect: { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
  },
};

describe('an unschedulable pod has reasons', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, { given, expect: reason }) => {
    expect(planWithFirstFit(given.build()).unschedulable).toMatchObject([
      { podUid: 'lone', reasons: [], byNodePool: [{ nodePool: 'default', reason }] },
    ]);
  });

  it('for each NodePool, the nearest first', () => {
    const snapshot = aSnapshot()
      .withPods(lone.requesting({ milliCpu: 9_000 }))
      .withNodePools(
        aNodePool('first').withWeight(5).tainted(taint),
        aNodePool('last').notReady('off'),
        aNodePool('static').withReplicas(3),
        aNodePool('second'),
      );
    const [unplaced] = planWithFirstFit(snapshot.build()).unschedulable;
    expect(unplaced?.byNodePool.map(({ nodePool, reason }) => [nodePool, reason.code])).toEqual([
      ['last', 'NODE_POOL_NOT_READY'],
      ['second', 'RESOURCE_TOO_LARGE'],
      ['first', 'TAINT_NOT_TOLERATED'],
    ]);
  });

  it('once if there is no NodePool, or if the pod is invalid', () => {
    const nowhere = aSnapshot().withPods(lone).withNodePools(aNodePool().withReplicas(1));
    expect(planWithFirstFit(nowhere.build()).unschedulable).toMatchObject([
      { podUid: 'lone', reasons: [{ code: 'NO_NODE_POOL' }], byNodePool: [] },
    ]);
    const refused = aSnapshot().withPods(lone.withVolume('v', { problem: 'lost' }));
    expect(planWithFirstFit(refused.build()).unschedulable).toMatchObject([
      {
        podUid: 'lone',
        reasons: [{ code: 'POD_INVALID', problem: 'VOLUME', detail: 'lost' }],
        byNodePool: [],
      },
    ]);
  });

  it('with its position in the queue and the time of evaluation', () => {
    const { unschedulable } = planWithFirstFit(
      aSnapshot()
        .at(1_234)
        .withPods(
          aPod('small').requesting({ milliCpu: 100 }),
          aPod('big').requesting({ milliCpu: 9_000 }),
          aPod('bigger').requesting({ milliCpu: 9_500 }),
        )
        .build(),
    );
    expect(unschedulable).toMatchObject([
      { podUid: 'big', queuePosition: 2, evaluatedAt: 1_234 },
      { podUid: 'bigger', queuePosition: 1, evaluatedAt: 1_234 },
    ]);
  });

  it('with the nearest type and all that it lacks, if every type is too small', () => {
    const pod = aPod().requesting({ milliCpu: 9_000, memoryMib: 40_000 });
    const [unplaced] = planWithFirstFit(aSnapshot().withPods(pod).build()).unschedulable;
    expect(unplaced?.byNodePool[0]?.nearest).toEqual({
      instanceType: 't8',
      shortages: [
        { resource: 'cpu', requested: 9_000, allocatable: 7_900 },
        { resource: 'memory', requested: 40_000 * 2 ** 20, allocatable: 32_768 * 2 ** 20 },
      ],
    });
  });

  it('with the nearest type of each NodePool', () => {
    const pod = aPod()
      .requesting({ milliCpu: 20_000 })
      .selecting({ [arch]: 'amd64' });
    const snapshot = aSnapshot()
      .withPods(pod)
      .withNodePools(aNodePool('a'), aNodePool('b'))
      .withInstanceTypesOf('a', arm('arm'), anInstanceType('one'))
      .withInstanceTypesOf('b', arm('arm'), anInstanceType('two'));
    const [unplaced] = planWithFirstFit(snapshot.build()).unschedulable;
    expect(
      unplaced?.byNodePool.map(({ nodePool, nearest }) => [nodePool, nearest?.instanceType]),
    ).toEqual([
      ['b', 'two'],
      ['a', 'one'],
    ]);
  });

  it('without a nearest type for other reasons', () => {
    const pod = aPod().selecting({ team: 'x' });
    const [unplaced] = planWithFirstFit(aSnapshot().withPods(pod).build()).unschedulable;
    expect(unplaced?.byNodePool).toMatchObject([{ nearest: null }]);
    const large = aSnapshot().withPods(aPod().requesting({ milliCpu: 9_000 }));
    const [tainted] = planWithFirstFit(
      large.withNodePools(aNodePool().tainted(taint)).build(),
    ).unschedulable;
    expect(tainted?.byNodePool).toMatchObject([{ nearest: null }]);
  });
});
