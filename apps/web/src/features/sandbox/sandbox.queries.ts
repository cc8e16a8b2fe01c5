import { queryOptions } from '@tanstack/react-query';
import { ExerciseProgressDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const exerciseQuery = (clusterId: string) =>
  queryOptions({
    queryKey: ['exercise', clusterId],
    queryFn: ({ signal }) => request(ExerciseProgressDocument, { clusterId }, signal),
    meta: { topics: ['DEFINITION', 'PODS', 'NODES', 'DECISION'], clusterId },
  });
