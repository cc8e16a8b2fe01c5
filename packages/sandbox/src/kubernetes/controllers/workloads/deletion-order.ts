import { annotationKeys, compareText } from '@kerf/core';
import { isReady } from '../../resources/is-ready.js';
import type { Pod } from '../../resources/types/pod.js';
import { readySince } from '../pods/pod-state.js';

/**
 * Returns pods in the order in which a ReplicaSet deletes them: the least useful first. Source:
 * kubernetes pkg/controller ActivePodsWithRanks.
 */
export function inDeletionOrder(pods: readonly Pod[]): readonly Pod[] {
  const podsOnNode = new Map<string, number>();
  for (const { spec } of pods) {
    const { nodeName = '' } = spec;
    podsOnNode.set(nodeName, (podsOnNode.get(nodeName) ?? 0) + 1);
  }
  const ranksOf = (pod: Pod): readonly number[] => [
    pod.spec.nodeName === undefined ? 0 : 1,
    phaseRank(pod),
    isReady(pod) ? 1 : 0,
    deletionCost(pod),
    -(podsOnNode.get(pod.spec.nodeName ?? '') ?? 0),
    -(readySince(pod) ?? 0),
    -Date.parse(pod.metadata.creationTimestamp),
  ];
  const ranks = new Map(pods.map((pod) => [pod, ranksOf(pod)]));
  return pods.toSorted(
    (left, right) =>
      compareRanks(ranks.get(left) ?? [], ranks.get(right) ?? []) ||
      compareText(left.metadata.name, right.metadata.name),
  );
}

function phaseRank({ status }: Pod): number {
  if (status?.phase === 'Running') return 2;
  return status?.phase === 'Unknown' ? 1 : 0;
}

function deletionCost({ metadata }: Pod): number {
  const cost = Number(metadata.annotations?.[annotationKeys.podDeletionCost] ?? 0);
  return Number.isFinite(cost) ? cost : 0;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, rank] of left.entries()) {
    const difference = rank - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
