import { runningCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { NodePool } from '../model/node-pool.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { type Candidate, inspectNodes } from './candidate.js';
import { simulateWithout } from './simulate.js';
import { simulateDisruption } from './simulate-disruption.js';

/** The same simulation on a cluster compiled for it alone. */
function simulateAnew(snapshot: ClusterSnapshot, candidates: readonly Candidate[]) {
  const removed = new Set(candidates.map(({ node }) => node.name));
  const moving = candidates.flatMap(({ reschedulable }) => reschedulable);
  const result = planWithFirstFit(
    {
      ...snapshot,
      nodePools: snapshot.nodePools.map((pool) => withoutUsageOf(pool, candidates)),
      nodes: snapshot.nodes.filter(({ name }) => !removed.has(name)),
      pods: [...snapshot.pods, ...moving],
    },
    'Fallback',
  );
  const isInitialized = new Map(snapshot.nodes.map((node) => [node.name, node.isInitialized]));
  const destinations = new Map([
    ...result.existingNodes
      .filter(({ nodeName }) => isInitialized.get(nodeName) === true)
      .flatMap(({ nodeName, podUids }) => podUids.map((uid) => [uid, nodeName] as const)),
    ...result.newNodeClaims.flatMap(({ id, podUids }) => podUids.map((uid) => [uid, id] as const)),
  ]);
  return {
    newNodeClaims: result.newNodeClaims,
    unplacedPods: moving.map(({ uid }) => uid).filter((uid) => !destinations.has(uid)),
    moves: new Set(
      moving.flatMap(({ uid }) => {
        const to = destinations.get(uid);
        return to === undefined ? [] : [`${uid} to ${to}`];
      }),
    ),
  };
}

/** Returns the NodePool as if the candidates were gone. */
function withoutUsageOf(pool: NodePool, candidates: readonly Candidate[]): NodePool {
  const usage: Record<string, number> = { ...pool.usage };
  for (const { node, nodePool } of candidates) {
    if (nodePool.name !== pool.name) continue;
    for (const [name, amount] of Object.entries({ ...node.capacity, nodes: 1 }))
      usage[name] = (usage[name] ?? 0) - amount;
  }
  return { ...pool, usage };
}

const seeds = Array.from({ length: 150 }, (_, index) => index + 1);

describe('simulations on one compiled cluster', () => {
  it('have the results of a cluster compiled for each, whatever was simulated before', () => {
    let simulations = 0;
    for (const seed of seeds) {
      const snapshot = runningCluster(seed);
      const { candidates } = inspectNodes(snapshot);
      const sets = [
        ...candidates.map((candidate) => [candidate]),
        candidates.slice(0, 2),
        candidates.slice(1),
        candidates,
        ...candidates.map((candidate) => [candidate]),
      ];
      for (const set of sets.filter(({ length }) => length > 0)) {
        const simulation = simulateWithout(snapshot, set);
        const expected = simulateAnew(snapshot, set);
        const names = set.map(({ node }) => node.name).join();
        expect(simulation.newNodeClaims, `${seed} without ${names}`).toEqual(
          expected.newNodeClaims,
        );
        expect(simulation.unplacedPods.map(({ uid }) => uid)).toEqual(expected.unplacedPods);
        expect(new Set(simulation.moves.map(({ podUid, to }) => `${podUid} to ${to}`))).toEqual(
          expected.moves,
        );
        simulations += 1;
      }
    }
    expect(simulations).toBeGreaterThan(500);
  }, 60_000);
});

describe('the simulated removal of nodes', () => {
  it('gives each of their pods one place that is not removed, or reasons', () => {
    let moves = 0;
    let unplaced = 0;
    for (const seed of seeds) {
      const snapshot = runningCluster(seed);
      const { candidates } = inspectNodes(snapshot);
      const removed = candidates.slice(0, 1 + (seed % 3));
      if (removed.length === 0) continue;
      const names = removed.map(({ node }) => node.name);
      const result = simulateDisruption(snapshot, names);
      const moving = removed.flatMap(({ reschedulable }) => reschedulable.map(({ uid }) => uid));
      // The others are pending pods that lose a new node to them.
      const displaced = result.unplaced.filter(({ from }) => from !== null);
      const found = [...result.moves, ...displaced].map(({ podUid }) => podUid);
      expect(found.toSorted(), `seed ${seed}`).toEqual(moving.toSorted());
      const places = new Set([
        ...snapshot.nodes.map(({ name }) => name).filter((name) => !names.includes(name)),
        ...result.replacements.map(({ id }) => id),
      ]);
      expect(result.moves.filter(({ to }) => !places.has(to))).toEqual([]);
      expect(
        result.unplaced.filter(({ reasons, byNodePool }) => reasons.length + byNodePool.length < 1),
      ).toEqual([]);
      const reordered = { ...snapshot, nodes: snapshot.nodes.toReversed() };
      expect(simulateDisruption(reordered, names.toReversed())).toEqual(result);
      moves += result.moves.length;
      unplaced += displaced.length;
    }
    expect(moves).toBeGreaterThan(200);
    expect(unplaced).toBeGreaterThan(0);
  }, 60_000);
});
