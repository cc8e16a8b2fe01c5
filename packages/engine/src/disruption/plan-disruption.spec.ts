import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  type NodeBuilder,
  type PodBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from './plan-disruption.js';

const prices: Readonly<Record<number, number>> = { 1: 50_000, 2: 100_000, 4: 180_000 };
const typeOf = (cpus: number) =>
  anInstanceType(`t${cpus}`)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .reserving({})
    .offeredAt({ microUsdPerHour: prices[cpus] ?? 0 });

function node(name: string, cpus: number, ...pods: readonly PodBuilder[]): NodeBuilder {
  return aNode(name)
    .withCapacityOf(typeOf(cpus).build())
    .launchedAs(`t${cpus}`, 'zone-a', 'on-demand', prices[cpus] ?? 0)
    .running(...pods.map((pod, index) => pod.named(`${name}-${index}`).running()));
}

const pod = (cpus: number): PodBuilder => aPod().requesting({ milliCpu: cpus * 1_000 });
/** Fits on no other node. */
const stuck = (cpus: number): PodBuilder => pod(cpus).selecting({ disk: 'ssd' });

const clusterOf = (...nodes: readonly NodeBuilder[]): SnapshotBuilder =>
  aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
    .withInstanceTypes(typeOf(1), typeOf(2), typeOf(4))
    .withNodes(...nodes);

const removedBy = (snapshot: SnapshotBuilder): readonly string[] =>
  planDisruption(snapshot.build()).commands.flatMap(({ candidates }) =>
    candidates.map(({ nodeName }) => nodeName),
  );

/**
 * `a` and `b` can be removed at once, for $0.13: a small node takes the pod of `a`, and `e` that of
 * `b`. Upstream removes `a` alone, for $0.08, and then `c` for $0.10, whose pod fills `e`.
 */
const contested = [
  node('a', 4, pod(2)),
  node('b', 1, pod(1)),
  node('c', 2, pod(1.5)),
  node('d', 4, pod(3.5)),
  node('e', 2, stuck(0.5)),
];
/** Nodes on which nothing else may run. */
const closed = (count: number): readonly NodeBuilder[] =>
  Array.from({ length: count }, (_, index) =>
    aNode(`closed-${index}`).unmanaged().tainted({ key: 'k', value: '', effect: 'NoSchedule' }),
  );

describe('planDisruption', () => {
  it("returns upstream's command if the widened one leads to a more expensive cluster", () => {
    const { commands } = planDisruption(clusterOf(...contested).build());
    expect(commands).toMatchObject([
      {
        method: 'SingleNodeConsolidation',
        candidates: [{ nodeName: 'a' }],
        savingMicroUsdPerHour: 80_000,
      },
    ]);
  });

  it('returns the widened command if it leads to a cheaper cluster', () => {
    // Upstream moves the pod of `b` to `a`, and then has no place for that of `c`.
    const snapshot = clusterOf(node('a', 4, stuck(2)), node('b', 4, pod(1)), node('c', 2, pod(2)));
    expect(planDisruption(snapshot.build()).commands).toMatchObject([
      {
        method: 'MultiNodeConsolidation',
        candidates: [{ nodeName: 'b' }, { nodeName: 'c' }],
        replacements: [{ expected: { instanceType: 't1' } }],
        savingMicroUsdPerHour: 230_000,
      },
    ]);
  });

  it('returns the widened command if both lead to the same cluster', () => {
    // Upstream removes first `a` and then `c`.
    const snapshot = clusterOf(
      node('a', 4, pod(1)),
      node('b', 4, stuck(3)),
      node('c', 4, pod(1), pod(1)),
    );
    expect(removedBy(snapshot)).toHaveLength(2);
  });

  it('continues the widened command with widened ones to see where it leads', () => {
    // That moves 5 pods, as upstream does; with upstream's commands after the first it would be 6.
    const snapshot = clusterOf(
      node('a', 4, pod(2)),
      node('b', 1, pod(0.5)),
      node('c', 2, pod(0.5)),
      node('d', 1, pod(0.5)),
      node('e', 4, pod(2.5)),
    ).withNodePools(aNodePool().withBudget('2').consolidatingAfter(0));
    expect(removedBy(snapshot)).toEqual(['a', 'b']);
  });

  it('looks ahead in clusters of at most 100 nodes, and returns the widened command in larger ones', () => {
    expect(removedBy(clusterOf(...contested, ...closed(95)))).toEqual(['a']);
    expect(removedBy(clusterOf(...contested, ...closed(96)))).toEqual(['a', 'b']);
  });

  it('returns a command for one node as it is: no other one is compared', () => {
    expect(removedBy(clusterOf(node('a', 4, pod(1)), node('b', 2, stuck(1))))).toEqual(['a']);
    expect(removedBy(clusterOf())).toEqual([]);
  });

  /** Each is simulated in each evaluation, before the others: it costs more for as many pods. */
  const blocking = Array.from({ length: 45 }, (_, index) => node(`s${index}`, 4, stuck(4)));

  it('returns the widened command if the end of the other one is too far to simulate', () => {
    const removable = Array.from({ length: 10 }, (_, index) => node(`r${index}`, 2, pod(0.25)));
    const spare = node('spare', 4).with({ doNotDisrupt: 'true' });
    expect(removedBy(clusterOf(...blocking, ...removable, spare))).toHaveLength(5);
  });

  it('continues where the last evaluation ended, whichever command it returns', () => {
    const snapshot = clusterOf(...contested).build();
    const { cursor } = planDisruption(snapshot);
    expect(cursor.evaluations).toBe(1);
    expect(planDisruption(snapshot, cursor).cursor.evaluations).toBe(2);
  });

  it('returns a frozen plan, and leaves the snapshot as it was', () => {
    const snapshot = clusterOf(...contested).build();
    const before = JSON.stringify(snapshot);
    expect(Object.isFrozen(planDisruption(snapshot))).toBe(true);
    expect(JSON.stringify(snapshot)).toBe(before);
  });
});
