import type { ResolvedPlacementGroup } from '@kerf/application';

/** Returns the values of the label of partitions, `1` and up; empty for other strategies. */
export function partitionsOf(
  group: Pick<ResolvedPlacementGroup, 'partitionCount'> | null,
): readonly string[] {
  return Array.from({ length: group?.partitionCount ?? 0 }, (_, index) => String(index + 1));
}
