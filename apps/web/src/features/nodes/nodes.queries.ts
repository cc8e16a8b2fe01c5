import { queryOptions } from '@tanstack/react-query';
import {
  NodeDetailsDocument,
  type NodeFilter,
  type NodeOrder,
  NodesDocument,
  type NodesQuery as NodesQueryData,
} from '../../gql/graphql.js';
import { request } from '../../lib/graphql-client.js';
import type { PagedList } from '../../lib/pages.js';

export interface NodesQuery {
  readonly clusterId: string;
  readonly filter: NodeFilter;
  readonly orderBy: NodeOrder;
}

export const nodesList = (query: NodesQuery): PagedList<NodesQueryData['nodes']> => ({
  queryKey: ['nodes', query],
  readPage: async (after, signal) =>
    (await request(NodesDocument, { ...query, after }, signal)).nodes,
  pageSize: 100,
  meta: { topics: ['NODES', 'PODS'], clusterId: query.clusterId },
});

export const nodeQuery = (clusterId: string, name: string) =>
  queryOptions({
    queryKey: ['node', clusterId, name],
    queryFn: async ({ signal }) =>
      (await request(NodeDetailsDocument, { clusterId, name }, signal)).node,
    meta: { topics: ['NODES', 'PODS', 'NODE_CLAIM'], clusterId },
  });
