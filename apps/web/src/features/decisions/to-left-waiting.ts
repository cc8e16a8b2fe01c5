import type { DecisionDetails } from './to-before-after.js';

export type UnschedulablePod = DecisionDetails['unschedulable'][number];
type PoolMiss = UnschedulablePod['byNodePool'][number];

/** Pods that wait for the same reasons; replicas mostly do. */
export interface WaitingGroup {
  readonly pods: readonly UnschedulablePod['pod'][];
  readonly reasons: UnschedulablePod['reasons'];
  /** The nearest NodePool first. */
  readonly misses: readonly PoolMiss[];
  /** Where in the queue they were tried, from 1. */
  readonly queue: { readonly first: number; readonly last: number };
  readonly evaluatedAt: string;
}

/** In the order in which they were tried. */
export function toWaitingGroups(pods: readonly UnschedulablePod[]): readonly WaitingGroup[] {
  const groups = Map.groupBy(
    pods.toSorted((a, b) => a.queuePosition - b.queuePosition),
    ({ reasons, byNodePool }) => JSON.stringify([reasons, byNodePool]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      pods: group.map(({ pod }) => pod),
      reasons: first.reasons,
      misses: first.byNodePool,
      queue: { first: first.queuePosition, last: group.at(-1)?.queuePosition ?? 0 },
      evaluatedAt: first.evaluatedAt,
    };
  });
}
