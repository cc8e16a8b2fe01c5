// One evaluation of disruption in clusters of several sizes: with full nodes, where every simulation
// fails, and after half of the pods have been removed. Times are CPU time of this process, with the
// compilation of the cluster.
import { type ClusterSnapshot, planDisruption, type SchedulingResult, solve } from '@kerf/engine';
import { addResources, aNode, aNodePool, aPod, knownAnswers } from '@kerf/testing';
import type { Figure } from './figure.ts';

const sizes = [100, 500, 2_000, 5_000];
const podsPerNode = 20;
const rounds = 5;

export async function run(): Promise<readonly Figure[]> {
  const { snapshot } = knownAnswers().find(({ name }) => name === 'real32-benchGeneric-s1')!;
  const plan = solve(snapshot, { searchMs: 0 });
  return sizes.flatMap((nodes) => [
    figure('all nodes full', clusterOf(snapshot, plan, { nodes, keepOneIn: 1 })),
    figure('half of the pods removed', clusterOf(snapshot, plan, { nodes, keepOneIn: 2 })),
  ]);
}

/** Returns a cluster with nodes of the plan, repeated; one of `keepOneIn` of their pods remains. */
function clusterOf(
  { pods, ...snapshot }: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  { nodes, keepOneIn }: { readonly nodes: number; readonly keepOneIn: number },
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
    nodes: Array.from({ length: nodes }, (_, index) => {
      const { nodePool, podUids, expected } = newNodeClaims.at(index % newNodeClaims.length)!;
      const { instanceType, zone, capacityType } = expected;
      const isFull = keepOneIn === 1;
      const remaining = podUids.slice(0, podsPerNode).filter((_uid, at) => at % keepOneIn === 0);
      return (
        aNode(`node-${String(index).padStart(4, '0')}`)
          .inPool(nodePool)
          // Nothing is cheaper than a full node.
          .launchedAs(instanceType, zone, capacityType, isFull ? 1 : expected.priceMicroUsdPerHour)
          .withCapacityOf(types.get(instanceType)!)
          .with(
            isFull
              ? { allocatable: addResources(...remaining.map((uid) => specs.get(uid)!.requests)) }
              : {},
          )
          .running(
            ...remaining.map((uid) => ({
              ...aPod(`${uid}-${index}`).running(),
              spec: specs.get(uid)!,
            })),
          )
          .build()
      );
    }),
  };
}

function figure(
  state: string,
  snapshot: ClusterSnapshot,
  goal?: NonNullable<Figure['goal']>,
): Figure {
  const runs = Array.from({ length: rounds }, () => timed(() => planDisruption({ ...snapshot })));
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
