// One evaluation of disruption in a cluster of 200 nodes: with full nodes, where every simulation fails,
// and after half of the pods have been removed. Times are CPU time of this process.
import { type ClusterSnapshot, planDisruption, type SchedulingResult, solve } from '@kerf/engine';
import { aNode, aNodePool, aPod, knownAnswers } from '@kerf/testing';
import type { Figure } from './figure.ts';

const nodes = 200;
const rounds = 5;

export async function run(): Promise<readonly Figure[]> {
  const { snapshot } = knownAnswers().find(({ name }) => name === 'real32-benchGeneric-s1')!;
  const plan = solve(snapshot, { searchMs: 0 });
  return [
    figure('all nodes full', clusterOf(snapshot, plan, 1)),
    figure('half of the pods removed', clusterOf(snapshot, plan, 2)),
  ];
}

/** Returns the cluster with its pods on the nodes of the plan; only one of `keepOneIn` pods remains. */
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
      const remaining = podUids.filter((_, at) => at % keepOneIn === 0);
      return aNode(`node-${String(index).padStart(3, '0')}`)
        .inPool(nodePool)
        .launchedAs(instanceType, zone, capacityType, priceMicroUsdPerHour)
        .withCapacityOf(types.get(instanceType)!)
        .running(...remaining.map((uid) => ({ ...aPod(uid).running(), spec: specs.get(uid)! })))
        .build();
    }),
  };
}

function figure(
  state: string,
  snapshot: ClusterSnapshot,
  goal?: NonNullable<Figure['goal']>,
): Figure {
  const runs = Array.from({ length: rounds }, () => timed(() => planDisruption(snapshot)));
  const pods = snapshot.nodes.reduce((sum, node) => sum + node.pods.length, 0);
  const [first] = runs;
  return {
    name: `evaluate ${snapshot.nodes.length} nodes, ${state}`,
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
