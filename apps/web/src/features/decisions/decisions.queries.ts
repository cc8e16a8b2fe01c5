import { queryOptions } from '@tanstack/react-query';
import {
  ApproveDecisionDocument,
  type ApproveDecisionInput,
  DecisionDetailsDocument,
  type DecisionDetailsQuery,
  type DecisionFilter,
  DecisionsDocument,
  type DecisionsQuery,
  RejectDecisionDocument,
  type RejectDecisionInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';
import { serverNow } from '../../lib/api/server-clock.js';

export type DecisionDetails = NonNullable<DecisionDetailsQuery['decision']>;

export const decisionsList = (filter: DecisionFilter): PagedList<DecisionsQuery['decisions']> => ({
  queryKey: ['decisions', filter],
  readPage: async (after, signal) =>
    (await request(DecisionsDocument, { filter, after }, signal)).decisions,
  pageSize: 50,
  meta: { topics: ['DECISION'], clusterId: filter.clusterId ?? undefined },
});

export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id],
    queryFn: async ({ signal }) => ({
      decision: (await request(DecisionDetailsDocument, { id }, signal)).decision,
      // The schema has no `asOf` for one decision: it is current when it is read.
      readAt: new Date(serverNow()).toISOString(),
    }),
    meta: { topics: ['DECISION', 'NODE_CLAIM'], ids: { DECISION: id } },
  });

export const approveDecision = async (input: ApproveDecisionInput) =>
  (await request(ApproveDecisionDocument, { input })).approveDecision;

export const rejectDecision = async (input: RejectDecisionInput) =>
  (await request(RejectDecisionDocument, { input })).rejectDecision;
