/** Pods of one kind that have to be on nodes. */
export interface PodGroupDemand {
  readonly count: number;
  /** More are never on one node. */
  readonly most: number;
  /** By resource, then by slot. */
  readonly takes: readonly bigint[];
}

/** A node that can be bought as often as it is wanted. */
export interface NodeChoice {
  readonly cost: bigint;
  readonly capacity: readonly bigint[];
  /** By kind: whether its pods may be there. */
  readonly admits: readonly boolean[];
}

/** More ways to take what is on one node from what is left are not looked at. */
const maxCombinations = 300_000;

/**
 * What the cheapest nodes for all pods cost, whole pods on whole nodes: every way is tried, one node
 * after the other, each remainder once.
 * @returns `null` when there are too many ways, or some pod fits on no node
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
  const alone = new Map<string, bigint | null>();
  const known = new Map<string, bigint | null>();

  /** The cheapest node that holds exactly these. */
  const onOne = (counts: readonly number[]): bigint | null => {
    const text = counts.join();
    const found = alone.get(text);
    if (found !== undefined) return found;
    const node = cheapestFirst.find((candidate) => holds(candidate, podGroups, counts));
    const cost = node?.cost ?? null;
    alone.set(text, cost);
    return cost;
  };

  const least = (left: readonly number[]): bigint | null => {
    const text = left.join();
    const found = known.get(text);
    if (found !== undefined) return found;
    let best: bigint | null = null;
    for (const counts of firstNodes(left)) {
      const own = onOne(counts);
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

/** Kinds that take the same, may be on the same nodes and have no limit of their own are one kind. */
function mergeEquivalent(
  podGroups: readonly PodGroupDemand[],
  nodes: readonly NodeChoice[],
): { readonly podGroups: readonly PodGroupDemand[]; readonly nodes: readonly NodeChoice[] } {
  const firsts = new Map<string, number>();
  const counts = new Map<number, number>();
  podGroups.forEach(({ takes, count, most }, podGroup) => {
    const admitted = nodes.map(({ admits }) => (admits[podGroup] === true ? '1' : '0')).join('');
    const text = `${takes.join()}/${admitted}/${most < count ? podGroup : ''}`;
    const first = firsts.get(text) ?? podGroup;
    firsts.set(text, first);
    counts.set(first, (counts.get(first) ?? 0) + count);
  });
  const kept = [...counts.keys()];
  return {
    podGroups: kept.flatMap((podGroup) => {
      const { takes = [], count = 0, most = 0 } = podGroups[podGroup] ?? {};
      const total = counts.get(podGroup) ?? 0;
      return [{ takes, count: total, most: most < count ? most : total }];
    }),
    nodes: nodes.map(({ cost, capacity, admits }) => ({
      cost,
      room: capacity,
      admits: kept.map((podGroup) => admits[podGroup] === true),
    })),
  };
}

/** What may be on the node that has a pod of the first kind that is left. */
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
  if (!podGroups.every(({ most }, podGroup) => (counts[podGroup] ?? 0) <= most)) return false;
  return capacity.every((amount, index) => {
    const taken = podGroups.reduce(
      (sum, { takes }, podGroup) => sum + BigInt(counts[podGroup] ?? 0) * (takes[index] ?? 0n),
      0n,
    );
    return taken <= amount;
  });
}
