// Method: dynamic programming over the remaining pods, with memoization (Bellman 1957), in exact
// integers. It checks the optimum that optimize/search/optimal-plan.ts claims and shares no code with it.
// Arrays: `requests`, `capacity`: one per resource, then one per slot; bigint, units of the resource.
// `admits`: one per pod group. Costs: bigint, micro-USD per hour.

import { getOrCreate } from '@kerf/core';

/** Pods of one pod group that need nodes. */
export interface PodGroupDemand {
  readonly count: number;
  /** Maximum number of pods on one node. */
  readonly maxPerNode: number;
  /** Request of one pod, by resource, then by slot. */
  readonly requests: readonly bigint[];
}

/** A node that can be launched any number of times. */
export interface NodeChoice {
  readonly cost: bigint;
  readonly capacity: readonly bigint[];
  /** By pod group: true if its pods may be on the node. */
  readonly admits: readonly boolean[];
}

/** Maximum number of combinations of a remaining demand and a node of it. */
const maxCombinations = 300_000;

/**
 * Returns the lowest cost of nodes for all pods, in micro-USD per hour, by exhaustive search.
 * @returns `null` if there are too many combinations, or some pod fits on no node
 */
export function leastCost(
  allGroups: readonly PodGroupDemand[],
  allNodes: readonly NodeChoice[],
): bigint | null {
  const { podGroups, nodes } = mergeEquivalent(allGroups, allNodes);
  const combinations = podGroups.reduce(
    (product, { count }) => (product * (count + 1) * (count + 2)) / 2,
    1,
  );
  if (combinations > maxCombinations) return null;
  const cheapestFirst = [...nodes].sort((a, b) => Number(a.cost - b.cost));
  const singleNodeCosts = new Map<string, bigint | null>();
  const known = new Map<string, bigint | null>();

  /** Returns the cost of the cheapest node that holds exactly these pods, or `null`. */
  const singleNodeCost = (counts: readonly number[]): bigint | null => {
    return getOrCreate(singleNodeCosts, counts.join(), () => {
      const node = cheapestFirst.find((candidate) => holds(candidate, podGroups, counts));
      return node?.cost ?? null;
    });
  };

  const least = (left: readonly number[]): bigint | null => {
    const text = left.join();
    const found = known.get(text);
    if (found !== undefined) return found;
    let best: bigint | null = null;
    for (const counts of firstNodes(left)) {
      const own = singleNodeCost(counts);
      if (own === null || (best !== null && own >= best)) continue;
      const rest = least(left.map((count, podGroup) => count - (counts[podGroup] ?? 0)));
      if (rest !== null && (best === null || own + rest < best)) best = own + rest;
    }
    known.set(text, best);
    return best;
  };
  known.set(podGroups.map(() => 0).join(), 0n);
  return least(podGroups.map(({ count }) => count));
}

/** Merges pod groups with equal requests and nodes, and without a limit per node that binds. */
function mergeEquivalent(
  podGroups: readonly PodGroupDemand[],
  nodes: readonly NodeChoice[],
): { readonly podGroups: readonly PodGroupDemand[]; readonly nodes: readonly NodeChoice[] } {
  const firsts = new Map<string, number>();
  const counts = new Map<number, number>();
  podGroups.forEach(({ requests, count, maxPerNode }, podGroup) => {
    const admitted = nodes.map(({ admits }) => (admits[podGroup] === true ? '1' : '0')).join('');
    const text = `${requests.join()}/${admitted}/${maxPerNode < count ? podGroup : ''}`;
    const first = firsts.get(text) ?? podGroup;
    firsts.set(text, first);
    counts.set(first, (counts.get(first) ?? 0) + count);
  });
  const merged = [...counts.keys()];
  return {
    podGroups: merged.flatMap((podGroup) => {
      const { requests = [], count = 0, maxPerNode = 0 } = podGroups[podGroup] ?? {};
      const total = counts.get(podGroup) ?? 0;
      return [{ requests, count: total, maxPerNode: maxPerNode < count ? maxPerNode : total }];
    }),
    nodes: nodes.map(({ cost, capacity, admits }) => ({
      cost,
      capacity,
      admits: merged.map((podGroup) => admits[podGroup] === true),
    })),
  };
}

/** Returns all combinations of pods on a node that has a pod of the first remaining group. */
function firstNodes(left: readonly number[]): readonly (readonly number[])[] {
  const first = left.findIndex((count) => count > 0);
  return left.reduce<readonly (readonly number[])[]>(
    (made, count, podGroup) => {
      const least = podGroup === first ? 1 : 0;
      const choices = Array.from({ length: count - least + 1 }, (_, index) => index + least);
      return made.flatMap((counts) => choices.map((choice) => [...counts, choice]));
    },
    [[]],
  );
}

function holds(
  { capacity, admits }: NodeChoice,
  podGroups: readonly PodGroupDemand[],
  counts: readonly number[],
): boolean {
  if (!counts.every((count, podGroup) => count === 0 || admits[podGroup] === true)) return false;
  if (!podGroups.every(({ maxPerNode }, podGroup) => (counts[podGroup] ?? 0) <= maxPerNode))
    return false;
  return capacity.every((amount, index) => {
    const taken = podGroups.reduce(
      (sum, { requests }, podGroup) =>
        sum + BigInt(counts[podGroup] ?? 0) * (requests[index] ?? 0n),
      0n,
    );
    return taken <= amount;
  });
}
