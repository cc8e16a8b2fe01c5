import { annotationKeys, compareText } from '@kerf/core';
import type { Pod } from '../../resources/types/pod.js';
import { readySince } from '../pods/pod-state.js';

/**
 * Returns pods in the order in which a ReplicaSet deletes them: the least useful first. Ages count by
 * their order of magnitude; among equals, the uid decides. Source: kubernetes pkg/controller
 * ActivePodsWithRanks.
 * @param related active pods that count for how many share a node: those of all ReplicaSets of the owner
 * @param now epoch ms
 */
export function inDeletionOrder(
  pods: readonly Pod[],
  related: readonly Pod[],
  now: number,
): readonly Pod[] {
  const podsOnNode = new Map<string, number>();
  for (const { spec } of related) {
    const { nodeName = '' } = spec;
    podsOnNode.set(nodeName, (podsOnNode.get(nodeName) ?? 0) + 1);
  }
  const facts = pods.map((pod) => {
    const readyAt = readySince(pod);
    const ranks = [
      pod.spec.nodeName === undefined ? 0 : 1,
      phaseRank(pod),
      readyAt === null ? 0 : 1,
      deletionCost(pod),
      -(podsOnNode.get(pod.spec.nodeName ?? '') ?? 0),
    ];
    const createdAt = Date.parse(pod.metadata.creationTimestamp);
    return { pod, ranks, readyAt, createdAt };
  });
  const inOrder = facts.sort(
    (left, right) =>
      compareRanks(left.ranks, right.ranks) ||
      compareAges(left, right, now, ({ readyAt }) => readyAt ?? now) ||
      restarts(right.pod) - restarts(left.pod) ||
      compareAges(left, right, now, ({ createdAt }) => createdAt),
  );
  return inOrder.map(({ pod }) => pod);
}

interface PodFacts {
  readonly pod: Pod;
  readonly readyAt: number | null;
  readonly createdAt: number;
}

/** The younger one first, if they differ in their order of magnitude. */
function compareAges(
  left: PodFacts,
  right: PodFacts,
  now: number,
  since: (facts: PodFacts) => number,
): number {
  if (since(left) === since(right)) return 0;
  return (
    magnitude(now - since(left)) - magnitude(now - since(right)) ||
    compareText(left.pod.metadata.uid, right.pod.metadata.uid)
  );
}

/** The order of magnitude of an age in ms, which Kubernetes takes of nanoseconds. */
const magnitude = (ageMs: number): number =>
  ageMs <= 0 ? -1 : Math.floor(Math.log2(ageMs * 1_000_000));

function phaseRank({ status }: Pod): number {
  if (status?.phase === 'Running') return 2;
  return status?.phase === 'Unknown' ? 1 : 0;
}

/** A value that is no 32-bit integer counts as none, as in kube-controller-manager. */
function deletionCost({ metadata }: Pod): number {
  const value = metadata.annotations?.[annotationKeys.podDeletionCost] ?? '';
  const cost = /^(0|-?[1-9]\d*)$/.test(value) ? Number(value) : 0;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : 0;
}

const restarts = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, rank] of left.entries()) {
    const difference = rank - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
