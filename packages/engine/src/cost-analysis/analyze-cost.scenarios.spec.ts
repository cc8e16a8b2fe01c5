import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  type NodeBuilder,
  type NodePoolBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bufferPods } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { NodePoolPause, PauseExtent } from '../model/pause.js';
import type { BoundPod } from '../model/pod.js';
import { analyzeCost } from './analyze-cost.js';
import { verifyCostAnalysis } from './verify-cost-analysis.js';

const price = 100_000;
const small = anInstanceType('small')
  .with({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 })
  .offeredAt({ microUsdPerHour: price });
const pool = aNodePool().withBudget('100%');
const web = aPod('web').labelled({ app: 'web' }).requesting({ milliCpu: 900, memoryMib: 256 });
const db = aPod('db').labelled({ app: 'db' }).requesting({ milliCpu: 900, memoryMib: 256 });

const node = (name: string, ...pods: readonly BoundPod[]): NodeBuilder =>
  aNode(name)
    .launchedAs('small', 'zone-a', 'on-demand', price)
    .withCapacityOf(small.build())
    .running(...pods);

const pauseOf = (stops: PauseExtent): NodePoolPause => ({
  pauseId: 'pau_1',
  scope: 'NodePool',
  stops,
  reason: 'bad AMI',
  owner: 'ana',
  until: null,
});

const clusterOf = (
  nodes: readonly NodeBuilder[],
  nodePool: NodePoolBuilder = pool,
): SnapshotBuilder =>
  aSnapshot()
    .at(1_000_000)
    .withNodePools(nodePool)
    .withInstanceTypes(small)
    .withNodes(...nodes);

/** Each holds two of the pods, and runs one. */
const half = ['a', 'b', 'c', 'd'].map((name) => node(name, web.named(name).running()));

const partsOf = (snapshot: SnapshotBuilder): Readonly<Record<string, number>> =>
  Object.fromEntries(
    analyzeCost(snapshot.build()).causes.map(({ cause, microUsdPerHour }) => [
      cause,
      microUsdPerHour,
    ]),
  );

describe('the lower bound of running nodes', () => {
  it('is the cost of the fewest nodes that hold the pods', () => {
    const snapshot = clusterOf(half).build();
    const analysis = analyzeCost(snapshot);
    expect(analysis).toMatchObject({
      costMicroUsdPerHour: 4 * price,
      lowerBoundMicroUsdPerHour: 2 * price,
      nodes: 4,
      unpricedNodes: 0,
      pods: 4,
      unboundedPods: 0,
      causes: [{ cause: 'NotHeldBack', microUsdPerHour: 2 * price, nodes: 4, subjects: [] }],
    });
    expect(verifyCostAnalysis(snapshot, analysis)).toMatchObject({ isProved: true });
  });

  it('is 0 without pods: nothing has to run', () => {
    expect(analyzeCost(clusterOf([node('a'), node('b')]).build())).toMatchObject({
      costMicroUsdPerHour: 2 * price,
      lowerBoundMicroUsdPerHour: 0,
    });
  });

  it('includes no nodes for pods that fit on nodes of others', () => {
    const nodes = [...half, node('theirs').unmanaged(), node('unpriced').with({ offering: null })];
    expect(analyzeCost(clusterOf(nodes).build())).toMatchObject({
      costMicroUsdPerHour: 4 * price,
      lowerBoundMicroUsdPerHour: 0,
      nodes: 4,
      unpricedNodes: 1,
    });
  });

  it('includes nodes for pods that do not tolerate the taints of nodes of others', () => {
    const taint = { key: 'team', value: 'infra', effect: 'NoSchedule' } as const;
    const theirs = node('theirs').unmanaged().tainted(taint);
    expect(analyzeCost(clusterOf([...half, theirs]).build())).toMatchObject({
      lowerBoundMicroUsdPerHour: 2 * price,
    });
  });

  it('includes all pods, also if a reservation has fewer free instances than they need', () => {
    const reserved = anOffering('zone-a', 'reserved', 1, {
      reservationId: 'cr-1',
      reservationCapacity: 1,
    });
    const snapshot = clusterOf(half, pool.allowingAllCapacityTypes())
      .withInstanceTypes(small.offered(anOffering('zone-a', 'on-demand', price), reserved))
      .build();
    const analysis = analyzeCost(snapshot);
    expect(analysis).toMatchObject({ pods: 4, unboundedPods: 0 });
    expect(verifyCostAnalysis(snapshot, analysis)).toMatchObject({ isProved: true });
  });

  it('is at most the cost of nodes that cost less than new ones', () => {
    const cheap = half.map((one) => one.launchedAs('small', 'zone-a', 'on-demand', price / 4));
    expect(analyzeCost(clusterOf(cheap).build())).toMatchObject({
      costMicroUsdPerHour: price,
      // Two of the existing nodes are enough.
      lowerBoundMicroUsdPerHour: expect.toSatisfy((bound: number) => bound <= price / 2),
    });
  });

  it('includes nothing for pods that could run on no new node, and counts them', () => {
    const elsewhere = aPod('old').selecting({ 'example.com/rack': 'r1' });
    const labelled = node('n', elsewhere.running()).labelled({ 'example.com/rack': 'r1' });
    expect(analyzeCost(clusterOf([labelled]).build())).toMatchObject({
      lowerBoundMicroUsdPerHour: 0,
      pods: 1,
      unboundedPods: 1,
    });
  });
});

describe('the cost above the lower bound is held back by', () => {
  const databases = (count: number): readonly NodeBuilder[] =>
    Array.from({ length: count }, (_, index) =>
      node(`db-${index}`, db.named(`db-${index}`).running()),
    );
  const budget = aPodDisruptionBudget('databases', {
    matchLabels: { app: 'db' },
    matchExpressions: [],
  });

  it('a PodDisruptionBudget, with its name; the nodes without it could still be emptied', () => {
    const snapshot = clusterOf([...half, ...databases(4)]).withPodDisruptionBudgets(budget);
    expect(analyzeCost(snapshot.build())).toMatchObject({
      costMicroUsdPerHour: 8 * price,
      lowerBoundMicroUsdPerHour: 4 * price,
      causes: [
        // The four nodes hold all pods, so they cost no more than the bound.
        { cause: 'PodDisruptionBudget', microUsdPerHour: 0, nodes: 4 },
        { cause: 'NotHeldBack', microUsdPerHour: 4 * price, nodes: 4 },
      ],
    });
    const more = clusterOf([...half, ...databases(8)]).withPodDisruptionBudgets(budget);
    expect(analyzeCost(more.build())).toMatchObject({
      costMicroUsdPerHour: 12 * price,
      lowerBoundMicroUsdPerHour: 6 * price,
      causes: [
        {
          cause: 'PodDisruptionBudget',
          microUsdPerHour: 2 * price,
          nodes: 8,
          subjects: [{ name: 'default/databases', microUsdPerHour: 2 * price, nodes: 8 }],
        },
        { cause: 'NotHeldBack', microUsdPerHour: 4 * price, nodes: 4 },
      ],
    });
  });

  it.each<[string, SnapshotBuilder, string]>([
    [
      'do-not-disrupt of nodes',
      clusterOf(half.map((one) => one.with({ doNotDisrupt: 'true' }))),
      'DoNotDisrupt',
    ],
    ['consolidateAfter', clusterOf(half, pool.consolidatingAfter(2_000_000)), 'ConsolidateAfter'],
    [
      'consolidateAfter: Never',
      clusterOf(half, pool.consolidatingAfter(null)),
      'ConsolidationPolicy',
    ],
    [
      'the policy WhenEmpty',
      clusterOf(half, pool.withDisruption({ consolidationPolicy: 'WhenEmpty' })),
      'ConsolidationPolicy',
    ],
    ['disruption budgets', clusterOf(half, pool.withBudget('0')), 'DisruptionBudget'],
    ['pauses of disruption', clusterOf(half, pool.pausedBy(pauseOf('Disruption'))), 'Paused'],
    [
      'pauses of consolidation, e.g. by the flap detector',
      clusterOf(half, pool.pausedBy(pauseOf('Consolidation'))),
      'Paused',
    ],
    ['static NodePools', clusterOf(half, pool.withReplicas(4)), 'StaticCapacity'],
    [
      'approvals',
      clusterOf(
        half.map((one) => one.with({ proposedRemoval: { usesBudgetsOf: ['Underutilized'] } })),
      ),
      'AwaitingApproval',
    ],
    [
      'mode observe',
      clusterOf(half.map((one) => one.with({ proposedRemoval: { usesBudgetsOf: [] } }))),
      'ObserveMode',
    ],
    ['nodes that start', clusterOf(half.map((one) => one.starting())), 'InTransition'],
  ])('%s', (_, snapshot, cause) => {
    const parts = partsOf(snapshot);
    expect(Object.keys(parts)).toContain(cause);
    expect(parts[cause]).toBe(Object.values(parts).reduce((sum, part) => sum + part, 0));
  });

  it('disruption budgets that allow none, not those that other nodes use now', () => {
    const [first, ...others] = half;
    const nodes = [...others, ...(first === undefined ? [] : [first.notReady()])];
    expect(partsOf(clusterOf(nodes, pool.withBudget('1')))).toEqual({ NotHeldBack: 2 * price });
    expect(partsOf(clusterOf(nodes, pool.withBudget('0')))).toEqual({
      DisruptionBudget: 2 * price,
    });
  });

  it('the most lasting cause, if several hold', () => {
    const lasting = clusterOf(
      half.map((one) => one.with({ doNotDisrupt: 'true' })),
      pool.consolidatingAfter(2_000_000),
    );
    expect(partsOf(lasting)).toEqual({ DoNotDisrupt: 2 * price });
  });

  it('capacity that CapacityBuffers hold', () => {
    const buffer = { namespace: 'shop', name: 'headroom', podSpec: web.spec(), replicas: 4 };
    const virtual = bufferPods([{ ...buffer, share: null, limits: {} }], 0);
    expect(partsOf(clusterOf(half).withPods(...virtual))).toMatchObject({
      CapacityBuffer: 2 * price,
    });
  });
});

describe('the constraints of consolidation', () => {
  const large = anInstanceType('large')
    .with({ milliCpu: 8_000, memoryMib: 32_768, pods: 20 })
    .offeredAt({ microUsdPerHour: 4 * price });
  const big = aPod('big').labelled({ app: 'big' }).requesting({ milliCpu: 1_500, memoryMib: 256 });
  const oversized = (name: string): NodeBuilder =>
    aNode(name)
      .launchedAs('large', 'zone-a', 'on-demand', 4 * price)
      .withCapacityOf(large.build())
      .running(big.named(name).running());
  const cluster = (nodePool: NodePoolBuilder, minSaving = 0): ClusterSnapshot => {
    const snapshot = clusterOf([oversized('a')], nodePool)
      .withInstanceTypes(small, large)
      .build();
    const required = { ...snapshot.settings.minSaving, microUsdPerHour: minSaving };
    return { ...snapshot, settings: { ...snapshot.settings, minSaving: required } };
  };
  const saved = 3 * price;
  const flexible = pool.requiring('node.kubernetes.io/instance-type', 'Exists', [], 2);
  const shares = (snapshot: ClusterSnapshot) => analyzeCost(snapshot).causes;

  it('hold back nothing if consolidation replaces the node with them', () => {
    expect(shares(cluster(pool, saved))).toMatchObject([
      { cause: 'NotHeldBack', microUsdPerHour: saved },
    ]);
  });

  it('hold back what consolidation would save without minimum savings', () => {
    expect(shares(cluster(pool, saved + 1))).toMatchObject([
      {
        cause: 'MinSaving',
        microUsdPerHour: saved,
        nodes: 1,
        subjects: [{ name: 'default', microUsdPerHour: saved, nodes: 1 }],
      },
      { cause: 'NotHeldBack', microUsdPerHour: 0 },
    ]);
  });

  it('hold back what consolidation would save without minValues', () => {
    expect(shares(cluster(flexible))).toMatchObject([
      { cause: 'NodePoolConstraints', microUsdPerHour: saved, nodes: 1 },
      { cause: 'NotHeldBack', microUsdPerHour: 0 },
    ]);
  });

  it('count once where both hold the same back', () => {
    expect(shares(cluster(flexible, saved + 1))).toMatchObject([
      { cause: 'NotHeldBack', microUsdPerHour: saved },
    ]);
  });
});

describe('constraints of a cluster with too much to do to simulate its end', () => {
  const required = (cluster: ClusterSnapshot): ClusterSnapshot => ({
    ...cluster,
    settings: {
      ...cluster.settings,
      minSaving: { ...cluster.settings.minSaving, microUsdPerHour: 1 },
    },
  });
  const halfFull = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      node(`n${index}`, web.named(`web-${index}`).running()),
    );
  const oneAtATime = aNodePool().withBudget('1');

  it('are named as not measured, and have no part', () => {
    const analysis = analyzeCost(required(clusterOf(halfFull(101), oneAtATime).build()));
    expect(analysis.unmeasuredCauses).toEqual(['MinSaving']);
    expect(analysis.causes.map(({ cause }) => cause)).toEqual(['NotHeldBack']);
  });

  it('are measured in small clusters, and not named unless they are in force', () => {
    const few = clusterOf(halfFull(10), oneAtATime).build();
    expect(analyzeCost(required(few)).unmeasuredCauses).toEqual([]);
    const many = clusterOf(halfFull(101), oneAtATime).build();
    expect(analyzeCost(many).unmeasuredCauses).toEqual([]);
  });
});

describe('the lower bound includes', () => {
  const onDemand = anInstanceType('small')
    .with({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 })
    .offered(anOffering('zone-a', 'on-demand', price));
  const partsOfBound = (snapshot: ClusterSnapshot) => analyzeCost(snapshot).boundParts;

  it('nothing else without daemons and requirements', () => {
    expect(partsOfBound(clusterOf(half).withInstanceTypes(onDemand).build())).toEqual([]);
  });

  it('the capacity of daemons', () => {
    const agent = aPod('agent').requesting({ milliCpu: 400, memoryMib: 64 });
    const nodes = half.map((one, index) => {
      const daemon = agent.named(`agent-${index}`).running({ ownerKind: 'DaemonSet' });
      return one.running(daemon);
    });
    const snapshot = clusterOf(nodes)
      .withInstanceTypes(onDemand)
      .withDaemonSets(aDaemonSet('agent', agent))
      .build();
    // One pod of 900m per node beside the daemon, two without it.
    expect(partsOfBound(snapshot)).toMatchObject([
      { cause: 'Daemons', microUsdPerHour: 2 * price, subjects: [] },
    ]);
  });

  it('requirements of NodePools, by label, but not those on the architecture', () => {
    const cheap = anInstanceType('cheap')
      .with({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 })
      .offered(anOffering('zone-a', 'on-demand', price / 2));
    const requires = (key: string, value: string): NodePoolBuilder =>
      pool.requiring(key, 'In', [value]);
    const onlySmall = clusterOf(half, requires('node.kubernetes.io/instance-type', 'small'));
    expect(partsOfBound(onlySmall.withInstanceTypes(onDemand, cheap).build())).toEqual([
      {
        cause: 'NodePoolRequirements',
        microUsdPerHour: price,
        subjects: [{ name: 'node.kubernetes.io/instance-type', microUsdPerHour: price }],
      },
    ]);
    const onlyAmd = clusterOf(half, requires('kubernetes.io/arch', 'amd64'));
    expect(partsOfBound(onlyAmd.withInstanceTypes(onDemand).build())).toEqual([]);
  });
});
