import { labelKeys } from '@kerf/core';
import type { PodSpec } from '@kerf/engine';
import { readFixture } from '../karpenter/fixture.js';
import { Json } from '../karpenter/json.js';
import { findObstacle } from '../validation/binding-obstacle.js';
import { type SimulatedNode, simulateNode } from '../validation/simulated-node.js';
import type { SimulatedCluster } from '../validation/topology-obstacles.js';
import { Dice } from './dice.js';
import { cpuLabel, families, familyLabel, zones } from './random-catalog.js';
import { disruptionBudgets, randomWorkload } from './random-workloads.js';

type Document = Readonly<Record<string, unknown>>;

interface CatalogType {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly offerings: readonly {
    readonly zone: string;
    readonly capacityType: string;
    readonly price: number;
  }[];
}

interface ClusterNode {
  readonly [field: string]: unknown;
  readonly name: string;
}

/**
 * Returns a running cluster for disruption, as a document that `readFixture` and the real Karpenter
 * both read. Every pod runs on a node that satisfies its constraints; how full the nodes are, the
 * policies and budgets of the NodePools, and what protects pods vary from cluster to cluster.
 * @param seed equal seeds and numbers of nodes give equal clusters
 * @param nodes if it is left out, 15 to 60, and 100 in one of 25 clusters
 */
export function randomCluster(seed: number, nodes?: number): Document {
  const dice = new Dice(seed);
  const randomCount = dice.chance(0.04) ? 100 : dice.between(15, 60);
  const nodeCount = nodes ?? randomCount;
  const hasSpot = dice.chance(0.6);
  const instanceTypes = catalogOf(dice, hasSpot);
  const pools = dice.pick([1, 1, 2, 3]);
  const nodePools = dice.times(pools, (index) => randomPool(dice, index, hasSpot));
  const podTemplates = dice.times(dice.between(4, 12), (index) =>
    randomWorkload(dice, `p${index}`),
  );
  const emptyNodes = dice.times(nodeCount, (index) =>
    randomNode(dice, `n${String(index).padStart(3, '0')}`, {
      pool: poolName(dice.between(0, pools - 1)),
      instanceTypes,
    }),
  );
  const document = {
    name: `cluster-${seed}-${nodeCount}`,
    instanceTypes,
    nodePools,
    daemonSets: dice.chance(0.4) ? [daemonSet] : [],
    podTemplates,
    objects: disruptionBudgets(dice),
    options: { spotToSpotConsolidation: dice.chance(0.3) },
  };
  return { ...document, nodes: placePods(dice, document, emptyNodes) };
}

const poolName = (index: number): string => `pool-${'abc'[index]}`;

/** Three families in five sizes; larger ones are slightly less or more expensive for each CPU. */
function catalogOf(dice: Dice, hasSpot: boolean): readonly CatalogType[] {
  return families.flatMap((family) =>
    [2, 4, 8, 16, 32].map((cpus) => {
      const gib = cpus * { c: 2, m: 4, r: 8 }[family];
      const microUsd = cpus * { c: 42_000, m: 48_000, r: 60_000 }[family];
      const price = Math.round(microUsd * (0.94 + 0.12 * dice.next()));
      return {
        name: `${family}${cpus}`,
        capacity: { cpu: String(cpus), memory: `${gib}Gi`, pods: String(dice.pick([15, 30, 60])) },
        overhead: { cpu: '150m', memory: '400Mi' },
        requirements: {
          [labelKeys.arch]: ['amd64'],
          [labelKeys.os]: ['linux'],
          [cpuLabel]: [String(cpus)],
          [familyLabel]: [family],
        },
        offerings: zones.flatMap((zone) => [
          { zone, capacityType: 'on-demand', price: price / 1e6 },
          ...(hasSpot
            ? [
                {
                  zone,
                  capacityType: 'spot',
                  price: Math.round(price * (0.3 + 0.3 * dice.next())) / 1e6,
                },
              ]
            : []),
        ]),
      };
    }),
  );
}

function randomPool(dice: Dice, index: number, hasSpot: boolean): object {
  const name = poolName(index);
  const isTainted = index > 0 && dice.chance(0.3);
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...dice.maybe(0.2, () => ({ weight: dice.between(1, 3) })),
      disruption: {
        consolidationPolicy: dice.chance(0.12) ? 'WhenEmpty' : 'WhenEmptyOrUnderutilized',
        consolidateAfter: '0s',
        budgets: dice.pick(poolBudgets),
      },
      template: {
        metadata: { labels: index === 0 ? {} : { team: name } },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: poolRequirements(dice, hasSpot),
          taints: isTainted ? [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }] : [],
        },
      },
    },
  };
}

const poolBudgets = [
  [{ nodes: '10%' }],
  [{ nodes: '100%' }],
  [{ nodes: '100%' }],
  [{ nodes: '25%' }],
  [{ nodes: '1' }],
  [{ nodes: '3' }, { nodes: '1', reasons: ['Empty'] }],
  [{ nodes: '50%' }, { nodes: '0', reasons: ['Underutilized'] }],
] as const;

// Upstream looks for spot capacity wherever both are allowed, even if no type has any.
const poolRequirements = (dice: Dice, hasSpot: boolean): readonly object[] => [
  {
    key: labelKeys.capacityType,
    operator: 'In',
    values: ['on-demand', ...(hasSpot ? ['spot'] : [])],
  },
  ...(dice.chance(0.15)
    ? [{ key: labelKeys.instanceType, operator: 'Exists', minValues: dice.between(2, 5) }]
    : []),
  ...(dice.chance(0.1) ? [{ key: familyLabel, operator: 'Exists', minValues: 2 }] : []),
];

const daemonSet = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: {
      metadata: { labels: { app: 'agent' } },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'none',
            resources: { requests: { cpu: '100m', memory: '200Mi' } },
          },
        ],
        tolerations: [{ operator: 'Exists' }],
      },
    },
  },
};

interface NodeSources {
  readonly pool: string;
  readonly instanceTypes: readonly CatalogType[];
}

function randomNode(dice: Dice, name: string, { pool, instanceTypes }: NodeSources): ClusterNode {
  const type = dice.pick(instanceTypes);
  const { zone, capacityType } = dice.pick(type.offerings);
  return {
    name,
    nodePool: pool,
    instanceType: type.name,
    zone,
    capacityType,
    ...dice.maybe(0.03, () => ({ annotations: { 'karpenter.sh/do-not-disrupt': 'true' } })),
  };
}

/** Adds pods that fit, until each node is as full as it should be. */
function placePods(
  dice: Dice,
  document: Document,
  nodes: readonly ClusterNode[],
): readonly ClusterNode[] {
  const templates = Array.isArray(document['podTemplates']) ? document['podTemplates'] : [];
  const snapshot = readFixture(
    new Json({ ...document, nodes, pods: templates.map((_, index) => [index, 1]) }),
  );
  const specs = snapshot.pods.map(({ spec }) => spec);
  const simulated = snapshot.nodes.map((node) => simulateNode(snapshot, node));
  const cluster = { nodes: simulated, namespaces: snapshot.namespaces };
  const fill = dice.pick([0.15, 0.3, 0.5, 0.7]);
  return nodes.map((node, index) => {
    const target = simulated[index];
    if (target === undefined || dice.chance(0.08)) return { ...node, pods: [] };
    const goal = (target.allocatable['cpu'] ?? 0) * fill * (0.3 + 1.4 * dice.next());
    return { ...node, pods: fillNode(dice, cluster, { target, goal, specs }) };
  });
}

interface NodeLoad {
  readonly target: SimulatedNode;
  /** Milli-CPU. */
  readonly goal: number;
  readonly specs: readonly PodSpec[];
}

function fillNode(
  dice: Dice,
  cluster: SimulatedCluster,
  { target, goal, specs }: NodeLoad,
): readonly (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  let used = 0;
  for (let attempt = 0; attempt < 12 && used < goal; attempt += 1) {
    const template = dice.between(0, specs.length - 1);
    const spec = specs[template];
    if (spec === undefined) continue;
    if (findObstacle(cluster, target, spec) !== null) continue;
    target.pods.push({ spec, isTerminating: false });
    runs.push([template, 1]);
    used += spec.requests['cpu'] ?? 0;
  }
  return runs;
}
