import { useQuery } from '@tanstack/react-query';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { exerciseQuery } from './sandbox.queries.js';
import type { Sandbox } from './to-exercise.js';

/** The progress of the exercise that Kerf has observed in its cluster. */
export function useExerciseProgress(sandbox: Sandbox | null | undefined) {
  const clusters = useClusterDirectory();
  const clusterId = clusters?.find(({ name }) => name === sandbox?.exerciseCluster)?.id ?? '';
  const query = useQuery({ ...exerciseQuery(clusterId), enabled: clusterId !== '' });
  return { clusterId, query };
}
