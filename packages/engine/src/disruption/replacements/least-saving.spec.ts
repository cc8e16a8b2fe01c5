import { invariant } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type NodeBuilder,
  type PodBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import { inspectNodes, toCommandCandidate } from '../candidate.js';
import { consolidate } from '../methods/consolidation.js';
import { planDisruption } from '../plan-disruption.js';
import { leastSaving } from './least-saving.js';

const typeOf = (name: string, gib: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: 8_000, memoryMib: gib * 1_024, pods: 20 })
    .offeredAt({ microUsdPerHour });
const lean = aPod('lean').requesting({ milliCpu: 2_900, memoryMib: 7_400 });
const rich = aPod('rich').requesting({ milliCpu: 2_900, memoryMib: 9_000 });

/** Two nodes at $0.40 with these pods each; a type with half of the memory costs $0.34. */
function clusterOf(...pods: readonly PodBuilder[]): SnapshotBuilder {
  const capacity = { cpu: 8_000, memory: 32 * 1_024 ** 3, pods: 20 };
  const nodes = ['a', 'b'].map((node) =>
    aNode(node)
      .with({ capacity, allocatable: capacity })
      .launchedAs('memory', 'zone-a', 'on-demand', 400_000)
      .running(...pods.map((pod, index) => pod.named(`${node}-${index}`).running())),
  );
  return aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
    .withInstanceTypes(typeOf('compute', 16, 340_000), typeOf('memory', 32, 400_000))
    .withNodes(...nodes)
    .withSettings({ maxReplacements: 2 });
}

function plannedCommand(cluster: SnapshotBuilder): Command {
  const snapshot = cluster.build();
  const command = consolidate(snapshot, inspectNodes(snapshot).candidates, {
    method: 'MultiNodeConsolidation',
    newNodes: 'Cheapest',
  });
  invariant(!('code' in command), 'the nodes can be replaced');
  return command;
}

describe('the minimum that a command saves', () => {
  it('is its saving if its pods fit in any order', () => {
    const cluster = clusterOf(lean, lean);
    const command = plannedCommand(cluster);
    expect(command).toMatchObject({ replacements: { length: 2 }, savingMicroUsdPerHour: 120_000 });
    expect(leastSaving(cluster.build(), command)).toBe(120_000);
  });

  it('is less by the node that a pod needs whose place another pod has taken', () => {
    const cluster = clusterOf(lean, rich);
    const command = plannedCommand(cluster);
    expect(command).toMatchObject({ replacements: { length: 2 }, savingMicroUsdPerHour: 60_000 });
    // A rich pod does not fit beside a lean one on the node with less memory.
    expect(leastSaving(cluster.build(), command)).toBe(60_000 - 340_000);
    expect(planDisruption(cluster.build()).commands).toEqual([]);
  });

  it('is unknown without a price', () => {
    const cluster = clusterOf(lean, lean);
    const command = { ...plannedCommand(cluster), savingMicroUsdPerHour: null };
    expect(leastSaving(cluster.build(), command)).toBeNull();
  });
});

const sized = (cpus: number, gib: number) => ({
  cpu: cpus * 1_000,
  memory: gib * 1_024 ** 3,
  pods: 20,
});
const pod = (name: string, cpus: number, gib: number): PodBuilder =>
  aPod(name).requesting({ milliCpu: cpus * 1_000, memoryMib: gib * 1_024 });

/** A node of 8 CPUs and 8 GiB; further pods find what is left. */
const nodeOf = (name: string, ...pods: readonly PodBuilder[]): NodeBuilder =>
  aNode(name)
    .with({ capacity: sized(8, 8), allocatable: sized(8, 8) })
    .launchedAs('eight', 'zone-a', 'on-demand', 500_000)
    .running(...pods.map((one) => one.running()));

const eight = anInstanceType('eight')
  .with({ milliCpu: 8_000, memoryMib: 8_192, pods: 20 })
  .reserving({})
  .offered(anOffering('zone-a', 'on-demand', 300_000));

const among = (...nodes: readonly NodeBuilder[]): SnapshotBuilder =>
  aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
    .withInstanceTypes(eight)
    .withNodes(...nodes);

/** Returns what it saves at least to delete the node `n` for $0.50, with pods moved as given. */
function deleting(
  cluster: SnapshotBuilder,
  destinations: Readonly<Record<string, string>>,
): number | null {
  const snapshot = cluster.build();
  const candidates = inspectNodes(snapshot).candidates.filter(({ node }) => node.name === 'n');
  return leastSaving(snapshot, {
    method: 'SingleNodeConsolidation',
    reason: 'Underutilized',
    candidates: candidates.map(toCommandCandidate),
    replacements: [],
    moves: Object.entries(destinations).map(([uid, to]) => ({
      podUid: uid,
      pod: uid,
      from: 'n',
      to,
    })),
    savingMicroUsdPerHour: 500_000,
  });
}

describe('an evicted pod', () => {
  /** The plan: `p` on `x`, and `q` on `y`, where it needs all that is left. */
  const plan = { p: 'x', q: 'y' };

  it('goes to the node that is allocated least, where another pod may need its place', () => {
    const n = nodeOf('n', pod('p', 1, 1), pod('q', 5, 5));
    const x = nodeOf('x', pod('on-x', 4, 4));
    const y = nodeOf('y', pod('on-y', 3, 3));
    expect(deleting(among(n, x, y), plan)).toBe(500_000 - 300_000);
    // Now `x` is allocated less than `y`.
    const z = nodeOf('x', pod('on-x', 2, 2));
    expect(deleting(among(n, z, y), plan)).toBe(500_000);
  });

  it('counts CPU and memory as parts of what the node has of them', () => {
    const n = nodeOf('n', pod('p', 1, 1), pod('q', 5, 2));
    const y = nodeOf('y', pod('on-y', 3, 6));
    // `y` has 5/8 + 2/8 of CPU and memory together, and `x` 4/8 + 4/8.
    expect(deleting(among(n, nodeOf('x', pod('on-x', 4, 4)), y), plan)).toBe(500_000);
    // 4/8 + 2/8.
    expect(deleting(among(n, nodeOf('x', pod('on-x', 4, 6)), y), plan)).toBe(200_000);
    // More is left on a node twice as large, but a smaller part of it: 4/16 + 4/16.
    const large = nodeOf('x', pod('on-x', 12, 12)).with({
      capacity: sized(16, 16),
      allocatable: sized(16, 16),
    });
    expect(deleting(among(n, large, y), plan)).toBe(200_000);
  });

  it('goes to the first of nodes that are allocated equally', () => {
    const n = nodeOf('n', pod('p', 1, 1), pod('q', 4, 4));
    const [x, y] = ['x', 'y'].map((name) => nodeOf(name, pod(`on-${name}`, 4, 4)));
    invariant(x !== undefined && y !== undefined, 'two nodes');
    expect(deleting(among(n, x, y), plan)).toBe(500_000);
  });

  it('finds no place on nodes that are terminating or not initialized', () => {
    const n = nodeOf('n', pod('p', 1, 1));
    const full = nodeOf('full', pod('on-full', 8, 8));
    expect(deleting(among(n, full, nodeOf('x')), { p: 'x' })).toBe(500_000);
    expect(deleting(among(n, full, nodeOf('x').terminating()), { p: 'x' })).toBe(200_000);
    expect(deleting(among(n, full, nodeOf('x').starting()), { p: 'x' })).toBe(200_000);
  });

  it('finds no place on nodes that it may not run on, however empty they are', () => {
    const n = nodeOf('n', pod('p', 1, 1).selecting({ disk: 'ssd' }), pod('q', 5, 5));
    const empty = nodeOf('empty');
    const ssd = nodeOf('x', pod('on-x', 7, 7)).labelled({ disk: 'ssd' });
    expect(deleting(among(n, empty, ssd), { p: 'x', q: 'empty' })).toBe(500_000);
  });

  it('finds the capacity of pods that have ended, and that of no others', () => {
    const n = nodeOf('n', pod('p', 8, 8));
    const ended = nodeOf('x').running(pod('done', 1, 1).running({ isTerminal: true }));
    expect(deleting(among(n, ended), { p: 'x' })).toBe(500_000);
    expect(deleting(among(n, nodeOf('x', pod('on-x', 1, 1))), { p: 'x' })).toBe(200_000);
  });

  it('needs each resource: also those that the node does not have', () => {
    const gpu = aPod('p').requesting({ milliCpu: 1_000, 'nvidia.com/gpu': 1 });
    const withGpus = { ...sized(8, 8), 'nvidia.com/gpu': 1 };
    const x = nodeOf('x');
    const cluster = (node: NodeBuilder) =>
      among(nodeOf('n', gpu), node).withInstanceTypes(eight.with({ 'nvidia.com/gpu': 1 }));
    expect(deleting(cluster(x), { p: 'x' })).toBe(200_000);
    expect(deleting(cluster(x.with({ allocatable: withGpus })), { p: 'x' })).toBe(500_000);
  });

  it('leaves nothing to save if it fits on no new node either, or its price is unknown', () => {
    const cluster = among(nodeOf('n', pod('p', 1, 1)));
    const atLimit = aNodePool().limitedTo({ milliCpu: 1_000 }).consolidatingAfter(0);
    expect(deleting(cluster.withNodePools(atLimit), { p: 'x' })).toBe(-Infinity);
    const estimated = anOffering('zone-a', 'on-demand', 300_000, { isPriceEstimated: true });
    expect(deleting(cluster.withInstanceTypes(eight.offered(estimated)), { p: 'x' })).toBe(
      -Infinity,
    );
  });

  it('does not share its new node with pods that are pending anyway', () => {
    const cluster = among(nodeOf('n', pod('p', 1, 1))).withPods(pod('pending', 1, 1));
    expect(deleting(cluster, { p: 'x' })).toBe(200_000);
  });

  it('is counted in the same orders each time, and the snapshot stays as it was', () => {
    const n = nodeOf('n', ...['p', 'q', 'r', 's'].map((name, size) => pod(name, size + 1, 1)));
    const snapshot = among(n, nodeOf('x', pod('on-x', 1, 1)), nodeOf('y', pod('on-y', 2, 2)));
    const destinations = { p: 'x', q: 'x', r: 'y', s: 'x' };
    const before = JSON.stringify(snapshot.build());
    expect(deleting(snapshot, destinations)).toBe(deleting(snapshot, destinations));
    expect(JSON.stringify(snapshot.build())).toBe(before);
  });
});

describe('the daemons of a new node', () => {
  it('take a part of it that evicted pods do not find', () => {
    // `q` is to fill `x`. On a new node without daemons it fits beside `p`.
    const daemon = aDaemonSet('logs', pod('logs', 1, 1));
    const n = nodeOf('n', pod('p', 6.5, 2), pod('q', 1, 1));
    const x = nodeOf('x', pod('on-x', 6, 6))
      .running(pod('logs', 1, 1).running({ ownerKind: 'DaemonSet' }))
      .with({ doNotDisrupt: 'true' });
    const saved = (...daemons: readonly ReturnType<typeof aDaemonSet>[]) => {
      const snapshot = among(n, x)
        .withDaemonSets(...daemons)
        .build();
      const [candidate] = inspectNodes(snapshot).candidates;
      invariant(candidate !== undefined, 'one node is a candidate');
      const command = consolidate(snapshot, [candidate], { method: 'SingleNodeConsolidation' });
      invariant(!('code' in command), 'a cheaper node has the pods');
      return leastSaving(snapshot, command);
    };
    expect(saved()).toBe(200_000);
    expect(saved(daemon)).toBe(200_000 - 300_000);
  });
});
