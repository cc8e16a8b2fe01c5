import { queryOptions } from '@tanstack/react-query';
import {
  ApprovalPolicyDocument,
  type ApprovalPolicyQuery,
  EndStandingApprovalDocument,
  RestoreApprovalPolicyDocument,
  type RestoreApprovalPolicyInput,
  SaveApprovalPolicyDocument,
  type SaveApprovalPolicyInput,
  TestApprovalPolicyDocument,
  type TestApprovalPolicyQuery,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export type PolicyWithVersions = ApprovalPolicyQuery;
export type PolicyTest = NonNullable<TestApprovalPolicyQuery['testApprovalPolicy']['test']>;

export const approvalPolicyQuery = () =>
  queryOptions({
    queryKey: ['approval-policy'],
    queryFn: ({ signal }) => request(ApprovalPolicyDocument, {}, signal),
    meta: { topics: ['AUDIT'] },
  });

export const testApprovalPolicy = async (manifest: string, days: number) =>
  (await request(TestApprovalPolicyDocument, { manifest, days })).testApprovalPolicy;

export const saveApprovalPolicy = async (input: SaveApprovalPolicyInput) =>
  (await request(SaveApprovalPolicyDocument, { input })).saveApprovalPolicy;

export const restoreApprovalPolicy = async (input: RestoreApprovalPolicyInput) =>
  (await request(RestoreApprovalPolicyDocument, { input })).restoreApprovalPolicy;

export const endStandingApproval = async (name: string) =>
  (await request(EndStandingApprovalDocument, { input: { name } })).endStandingApproval;
