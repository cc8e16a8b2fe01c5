import { queryOptions } from '@tanstack/react-query';
import { ExerciseProgressDocument, SetExercisePodsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const exerciseQuery = (clusterId: string) =>
  queryOptions({
    queryKey: ['exercise', clusterId],
    queryFn: ({ signal }) => request(ExerciseProgressDocument, { clusterId }, signal),
    meta: { topics: ['DEFINITION', 'PODS', 'NODES', 'DECISION'], clusterId },
  });

/** Sets the number of pods of the exercise, in the sandbox only. */
export const setExercisePods = async (pods: number) =>
  (await request(SetExercisePodsDocument, { input: { pods } })).setExercisePods;
