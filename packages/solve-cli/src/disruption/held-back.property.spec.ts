import { analyzeCost, type ClusterSnapshot, type CostAnalysis, solve } from '@kerf/engine';
import { Dice, Json, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { consolidateFixture } from './consolidate-fixture.js';

/** A cause in random clusters, and the same clusters without it. */
interface RemovableCause {
  readonly cluster: (dice: Dice) => ClusterSnapshot;
  readonly remove: (snapshot: ClusterSnapshot) => ClusterSnapshot;
  readonly partOf: (analysis: CostAnalysis) => number;
  /** US dollars per hour of the cluster in which the part has to be missing. */
  readonly costOf: (snapshot: ClusterSnapshot) => number;
}

const seeds = Array.from({ length: 6 }, (_, index) => index + 1);
const maxPods = 12;

const type = (name: string, cpu: number, prices: readonly (readonly [string, number])[]) => ({
  name,
  capacity: { cpu: String(cpu), memory: `${cpu * 4}Gi`, pods: '30' },
  offerings: prices.map(([capacityType, price]) => ({ zone: 'zone-a', capacityType, price })),
});
/** By the number of CPUs: bought in other sizes, capacity costs the same. */
const sizes = [2, 4, 8, 16];
const types = [
  ...sizes.map((cpu) => type(`c${cpu}`, cpu, [['on-demand', cpu * 0.05]])),
  ...Array.from({ length: 20 }, (_, index) =>
    type(`s${index}`, 4, [['spot', 0.05 + index * 0.001]]),
  ),
];

interface Shape {
  readonly nodeType: (dice: Dice) => string;
  readonly capacityType?: string;
  /** In CPUs. */
  readonly daemon?: number;
  readonly requirements?: readonly object[];
  readonly limits?: object;
}

/** Nodes that run less than they could, so that consolidation has much to save. */
function underused(
  dice: Dice,
  { nodeType, capacityType = 'on-demand', daemon, requirements = [], limits = {} }: Shape,
): ClusterSnapshot {
  const ofCapacity = { key: 'karpenter.sh/capacity-type', operator: 'In', values: [capacityType] };
  return readFixture(
    new Json({
      name: 'random',
      instanceTypes: types,
      nodePools: [
        {
          metadata: { name: 'default' },
          spec: {
            template: { spec: { requirements: [ofCapacity, ...requirements] } },
            disruption: { budgets: [{ nodes: '100%' }] },
            limits,
          },
        },
      ],
      ...(daemon !== undefined && {
        daemonSets: [
          {
            metadata: { name: 'agent' },
            spec: {
              template: { spec: { containers: [{ resources: { requests: { cpu: daemon } } }] } },
            },
          },
        ],
      }),
      podTemplates: [0.5, 0.7, 1].map((cpu) => ({
        metadata: { name: `web-${cpu}` },
        spec: { containers: [{ resources: { requests: { cpu, memory: '512Mi' } } }] },
      })),
      nodes: Array.from({ length: dice.between(8, 20) }, (_, index) => {
        const instanceType = nodeType(dice);
        const cpu = types.find(({ name }) => name === instanceType)?.capacity.cpu ?? '2';
        const room = Math.min(maxPods, Math.floor(Number(cpu) * 0.6));
        return {
          name: `n${String(index).padStart(2, '0')}`,
          nodePool: 'default',
          instanceType,
          zone: 'zone-a',
          capacityType,
          pods: [[dice.between(0, 2), dice.between(1, Math.max(1, room))]],
        };
      }),
    }),
  );
}

const heldBack = (cause: string): Pick<RemovableCause, 'partOf' | 'costOf'> => ({
  partOf: ({ causes: shares }) =>
    shares.find((share) => share.cause === cause)?.microUsdPerHour ?? 0,
  costOf: (snapshot) => consolidateFixture(snapshot, { loops: true }).price,
});

/** Nothing but new nodes for all pods shows what a bound includes. */
const included = (cause: string): Pick<RemovableCause, 'partOf' | 'costOf'> => ({
  partOf: ({ boundParts }) => boundParts.find((part) => part.cause === cause)?.microUsdPerHour ?? 0,
  costOf: (snapshot) => {
    const running = snapshot.nodes.flatMap(({ pods }) => pods);
    const pods = running.filter(({ ownerKind }) => ownerKind !== 'DaemonSet');
    const { cost } = solve({ ...snapshot, nodes: [], pods }, { searchMs: 100 });
    return (cost?.planMicroUsdPerHour ?? 0) / 1e6;
  },
});

/** Returns the cluster with a pod of the DaemonSet on each node. */
function withDaemons(snapshot: ClusterSnapshot): ClusterSnapshot {
  const [daemonSet] = snapshot.daemonSets;
  const nodes = snapshot.nodes.map((node) => {
    const daemons = node.pods.slice(0, daemonSet === undefined ? 0 : 1).map((pod) => ({
      ...pod,
      uid: `agent-${node.name}`,
      name: `agent-${node.name}`,
      spec: daemonSet?.podSpec ?? pod.spec,
      ownerKind: 'DaemonSet' as const,
    }));
    return { ...node, pods: [...node.pods, ...daemons] };
  });
  return { ...snapshot, nodes };
}

const mapPools = (
  snapshot: ClusterSnapshot,
  change: (pool: ClusterSnapshot['nodePools'][number]) => ClusterSnapshot['nodePools'][number],
): ClusterSnapshot => ({ ...snapshot, nodePools: snapshot.nodePools.map(change) });

const causes: Readonly<Record<string, RemovableCause>> = {
  'minimum savings of a NodePool': {
    cluster: (dice) =>
      mapPools(underused(dice, { nodeType: () => dice.pick(['c4', 'c8']) }), (pool) => ({
        ...pool,
        disruption: { ...pool.disruption, minSaving: { perPodMoveMicroUsdPerHour: 90_000 } },
      })),
    remove: (snapshot) =>
      mapPools(snapshot, (pool) => ({
        ...pool,
        disruption: { ...pool.disruption, minSaving: {} },
      })),
    ...heldBack('MinSaving'),
  },
  'minValues of a NodePool': {
    cluster: (dice) =>
      underused(dice, {
        nodeType: () => 'c16',
        requirements: [
          { key: 'node.kubernetes.io/instance-type', operator: 'Exists', minValues: 4 },
        ],
      }),
    remove: (snapshot) =>
      mapPools(snapshot, (pool) => ({
        ...pool,
        template: {
          ...pool.template,
          requirements: pool.template.requirements.map((one) => ({ ...one, minValues: null })),
        },
      })),
    ...heldBack('NodePoolConstraints'),
  },
  'limits of a NodePool': {
    cluster: (dice) => underused(dice, { nodeType: () => 'c16', limits: { cpu: '1' } }),
    remove: (snapshot) => mapPools(snapshot, (pool) => ({ ...pool, limits: {} })),
    ...heldBack('NodePoolConstraints'),
  },
  'the setting for spot nodes': {
    cluster: (dice) =>
      underused(dice, { nodeType: () => `s${dice.between(17, 19)}`, capacityType: 'spot' }),
    remove: (snapshot) => ({
      ...snapshot,
      settings: { ...snapshot.settings, spotToSpotConsolidation: true },
    }),
    ...heldBack('SpotToSpot'),
  },
  DaemonSets: {
    cluster: (dice) =>
      withDaemons(underused(dice, { nodeType: () => dice.pick(['c2', 'c4']), daemon: 0.5 })),
    remove: (snapshot) => ({
      ...snapshot,
      daemonSets: [],
      nodes: snapshot.nodes.map((node) => ({
        ...node,
        pods: node.pods.filter(({ ownerKind }) => ownerKind !== 'DaemonSet'),
      })),
    }),
    ...included('Daemons'),
  },
  'requirements of a NodePool': {
    cluster: (dice) => underused(dice, { nodeType: () => dice.pick(['c4', 'c8', 'c16']) }),
    remove: (snapshot) =>
      mapPools(snapshot, (pool) => ({
        ...pool,
        template: { ...pool.template, requirements: [] },
      })),
    ...included('NodePoolRequirements'),
  },
};

describe('the cost that a cause holds back in random clusters', () => {
  it.each(Object.entries(causes))(
    'is about what is saved without %s',
    (_name, one) => {
      let attributed = 0;
      let recovered = 0;
      for (const seed of seeds) {
        const snapshot = one.cluster(new Dice(seed));
        const part = one.partOf(analyzeCost(snapshot)) / 1e6;
        const saved = one.costOf(snapshot) - one.costOf(one.remove(snapshot));
        attributed += part;
        recovered += saved;
      }
      expect(recovered).toBeGreaterThan(0.1);
      expect(Math.abs(attributed - recovered) / recovered).toBeLessThan(0.1);
    },
    30_000,
  );
});
