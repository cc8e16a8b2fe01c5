import type { DecisionDetails } from './to-before-after.js';

export type UnschedulablePod = DecisionDetails['unschedulable'][number];
type PoolMiss = UnschedulablePod['byNodePool'][number];

/** Unschedulable pods with the same reasons, mostly replicas of one owner. */
export interface WaitingGroup {
  readonly pods: readonly UnschedulablePod['pod'][];
  readonly reasons: UnschedulablePod['reasons'];
  /** The nearest NodePool first. */
  readonly misses: readonly PoolMiss[];
  /** First and last position in the queue, from 1. */
  readonly queue: { readonly first: number; readonly last: number };
  readonly evaluatedAt: string;
}

/** Groups unschedulable pods by reasons, in queue order. */
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
