import { queryOptions } from '@tanstack/react-query';
import {
  NodeDetailsDocument,
  type NodeFilter,
  type NodeOrder,
  NodesDocument,
  type NodesQuery as NodesQueryData,
} from '../../gql/graphql.js';
import { requireFound } from '../../lib/api/api-error.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';

export interface NodesQuery {
  readonly clusterId: string;
  readonly filter: NodeFilter;
  readonly orderBy: NodeOrder;
}

export type NodesPage = NonNullable<NodesQueryData['nodes']>;

export const nodesList = (query: NodesQuery): PagedList<NodesPage> => ({
  queryKey: ['nodes', query],
  readPage: async (after, signal) =>
    requireFound((await request(NodesDocument, { ...query, after }, signal)).nodes, 'The cluster'),
  pageSize: 100,
  meta: { topics: ['NODES'], clusterId: query.clusterId },
});

export const nodeQuery = (clusterId: string, name: string) =>
  queryOptions({
    queryKey: ['node', clusterId, name],
    queryFn: async ({ signal }) =>
      (await request(NodeDetailsDocument, { clusterId, name }, signal)).node,
    meta: { topics: ['NODES', 'PODS', 'NODE_CLAIM'], clusterId },
  });
