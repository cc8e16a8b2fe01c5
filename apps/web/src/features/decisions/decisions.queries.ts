import { queryOptions } from '@tanstack/react-query';
import {
  ApproveDecisionDocument,
  type ApproveDecisionInput,
  BreakGlassDocument,
  type BreakGlassInput,
  CommentDecisionDocument,
  type CommentDecisionInput,
  CreateStandingApprovalDocument,
  type CreateStandingApprovalInput,
  DecisionApprovalDocument,
  type DecisionApprovalQuery,
  DecisionDetailsDocument,
  type DecisionDetailsQuery,
  type DecisionFilter,
  type DecisionOrder,
  DecisionsDocument,
  type DecisionsQuery,
  ExcludeNodesDocument,
  type ExcludeNodesInput,
  MovedByDocument,
  RejectDecisionDocument,
  type RejectDecisionInput,
  SavingProofDocument,
  WithdrawApprovalDocument,
  type WithdrawApprovalInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';
import { serverNow } from '../../lib/api/server-clock.js';

export type DecisionDetails = NonNullable<DecisionDetailsQuery['decision']>;

export const decisionsList = (
  filter: DecisionFilter,
  orderBy: DecisionOrder,
): PagedList<DecisionsQuery['decisions']> => ({
  queryKey: ['decisions', filter, orderBy],
  readPage: async (after, signal) =>
    (await request(DecisionsDocument, { filter, orderBy, after }, signal)).decisions,
  pageSize: 50,
  meta: { topics: ['DECISION'], clusterId: filter.clusterId ?? undefined },
});

/** The newest decisions that moved a pod, or pods of an owner; see `moved` of the API's filter. */
export const movedByQuery = (clusterId: string, moved: string) =>
  queryOptions({
    queryKey: ['moved-by', clusterId, moved],
    queryFn: async ({ signal }) =>
      (await request(MovedByDocument, { clusterId, moved }, signal)).decisions,
    meta: { topics: ['DECISION'], clusterId },
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

/** The approval of a decision, with the pods that it moves. */
export type ReviewedDecision = NonNullable<DecisionApprovalQuery['decision']>;
export type DecisionApproval = NonNullable<ReviewedDecision['approval']>;

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id, 'approval'],
    queryFn: async ({ signal }) =>
      (await request(DecisionApprovalDocument, { id }, signal)).decision,
    meta: { topics: ['DECISION'], ids: { DECISION: id } },
  });

/** Stored once with the decision; checking it takes the server some milliseconds. */
export const savingProofQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id, 'saving-proof'],
    queryFn: async ({ signal }) => (await request(SavingProofDocument, { id }, signal)).savingProof,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const withdrawApproval = async (input: WithdrawApprovalInput) =>
  (await request(WithdrawApprovalDocument, { input })).withdrawApproval;

export const commentDecision = async (input: CommentDecisionInput) =>
  (await request(CommentDecisionDocument, { input })).commentDecision;

export const excludeNodes = async (input: ExcludeNodesInput) =>
  (await request(ExcludeNodesDocument, { input })).excludeNodes;

export const createStandingApproval = async (input: CreateStandingApprovalInput) =>
  (await request(CreateStandingApprovalDocument, { input })).createStandingApproval;

export const breakGlass = async (input: BreakGlassInput) =>
  (await request(BreakGlassDocument, { input })).breakGlass;

export const approveDecision = async (input: ApproveDecisionInput) =>
  (await request(ApproveDecisionDocument, { input })).approveDecision;

export const rejectDecision = async (input: RejectDecisionInput) =>
  (await request(RejectDecisionDocument, { input })).rejectDecision;
