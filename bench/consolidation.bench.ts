// One look for nodes to give up in a cluster of 200: where every node is full, so that all it may try
// is tried in vain, and where load has gone. Times are CPU time of this process.
import { type ClusterSnapshot, planDisruption, type SchedulingResult, solve } from '@kerf/engine';
import { aNode, aNodePool, aPod, knownAnswers } from '@kerf/testing';
import type { Figure } from './figure.ts';

const nodes = 200;
const rounds = 5;

export async function run(): Promise<readonly Figure[]> {
  const { snapshot } = knownAnswers().find(({ name }) => name === 'real32-benchGeneric-s1')!;
  const plan = solve(snapshot, { searchMs: 0 });
  return [
    figure('where all nodes are full', clusterOf(snapshot, plan, 1)),
    figure('where half of the pods have gone', clusterOf(snapshot, plan, 2)),
  ];
}

/** The pods bound to the nodes that were bought for them, but for those that have gone. */
function clusterOf(
  { pods, ...snapshot }: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  keepOneIn: number,
): ClusterSnapshot {
  const types = new Map(
    Object.values(snapshot.instanceTypesByNodePool)
      .flat()
      .map((type) => [type.name, type]),
  );
  const specs = new Map(pods.map(({ uid, spec }) => [uid, spec]));
  return {
    ...snapshot,
    now: 3_600_000,
    pods: [],
    nodePools: snapshot.nodePools.map((pool) => ({
      ...pool,
      disruption: aNodePool().withBudget('100%').consolidatingAfter(0).build().disruption,
    })),
    nodes: newNodeClaims.slice(0, nodes).map(({ nodePool, podUids, expected }, index) => {
      const { instanceType, zone, capacityType, priceMicroUsdPerHour } = expected;
      const kept = podUids.filter((_, at) => at % keepOneIn === 0);
      return aNode(`node-${String(index).padStart(3, '0')}`)
        .inPool(nodePool)
        .bought(instanceType, zone, capacityType, priceMicroUsdPerHour)
        .sizedLike(types.get(instanceType)!)
        .running(...kept.map((uid) => ({ ...aPod(uid).running(), spec: specs.get(uid)! })))
        .build();
    }),
  };
}

function figure(
  where: string,
  snapshot: ClusterSnapshot,
  goal?: NonNullable<Figure['goal']>,
): Figure {
  const runs = Array.from({ length: rounds }, () => timed(() => planDisruption(snapshot)));
  const pods = snapshot.nodes.reduce((sum, node) => sum + node.pods.length, 0);
  const [first] = runs;
  return {
    name: `look at ${snapshot.nodes.length} nodes, ${where}`,
    value: Math.min(...runs.map(({ cpuMs }) => cpuMs)),
    unit: 'ms CPU',
    ...(goal === undefined ? {} : { goal }),
    note: `best of ${rounds}; ${pods.toLocaleString('en-US')} pods, ${first?.result.commands.length} commands`,
  };
}

function timed<T>(work: () => T): { readonly result: T; readonly cpuMs: number } {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return { result, cpuMs: (user + system) / 1_000 };
}
