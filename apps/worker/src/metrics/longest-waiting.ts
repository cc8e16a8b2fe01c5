import type { Reading } from '@kerf/system';

/** Most pods of a cluster that have a series of their own in a metric: a burst of pods must not flood Prometheus. */
const mostPodSeries = 500;

/** Returns the readings of the pods that wait longest, at most 500 of each cluster. */
export function longestWaiting<Label extends string>(
  readings: readonly Reading<Label | 'cluster'>[],
): readonly Reading<Label | 'cluster'>[] {
  const byCluster = Map.groupBy(readings, ({ labels }) => labels.cluster);
  return [...byCluster.values()].flatMap((some) =>
    some.length <= mostPodSeries
      ? some
      : some.toSorted((one, other) => other.value - one.value).slice(0, mostPodSeries),
  );
}
