import { queryOptions } from '@tanstack/react-query';
import {
  NodeClaimDetailsDocument,
  type NodeClaimFilter,
  type NodeClaimOrder,
  NodeClaimsDocument,
  type NodeClaimsQuery,
} from '../../gql/graphql.js';
import { requireFound } from '../../lib/api/api-error.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';

export type NodeClaimsPage = NonNullable<NodeClaimsQuery['nodeClaims']>;

export const nodeClaimsList = (
  clusterId: string,
  filter: NodeClaimFilter,
  orderBy: NodeClaimOrder,
): PagedList<NodeClaimsPage> => ({
  queryKey: ['node-claims', clusterId, filter, orderBy],
  readPage: async (after, signal) =>
    requireFound(
      (await request(NodeClaimsDocument, { clusterId, filter, orderBy, after }, signal)).nodeClaims,
      'The cluster',
    ),
  pageSize: 100,
  meta: { topics: ['NODE_CLAIM'], clusterId },
});

export const nodeClaimQuery = (id: string) =>
  queryOptions({
    queryKey: ['node-claim', id],
    queryFn: async ({ signal }) =>
      (await request(NodeClaimDetailsDocument, { id }, signal)).nodeClaim,
    meta: { topics: ['NODE_CLAIM'], ids: { NODE_CLAIM: id } },
  });
