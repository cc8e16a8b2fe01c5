import { queryOptions } from '@tanstack/react-query';
import { EndStandingApprovalDocument, OwnStandingApprovalsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Under the key of the approval policy, because a standing approval is one of its rules. */
export const ownStandingApprovalsQuery = () =>
  queryOptions({
    queryKey: ['approval-policy', 'own-standing-approvals'],
    queryFn: async ({ signal }) =>
      (await request(OwnStandingApprovalsDocument, {}, signal)).ownStandingApprovals,
    meta: { topics: ['AUDIT'] },
  });

export const endOwnStandingApproval = async (name: string) =>
  (await request(EndStandingApprovalDocument, { input: { name } })).endStandingApproval;
