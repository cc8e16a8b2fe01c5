import { queryOptions } from '@tanstack/react-query';
import {
  ApiTokensDocument,
  CreateApiTokenDocument,
  type CreateApiTokenInput,
  RevokeApiTokenDocument,
  RotateApiTokenDocument,
  SetPasswordDocument,
  type SetPasswordInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const apiTokensQuery = () =>
  queryOptions({
    queryKey: ['api-tokens'],
    queryFn: async ({ signal }) => (await request(ApiTokensDocument, {}, signal)).apiTokens,
    meta: { topics: ['AUDIT'] },
  });

export const createApiToken = async (input: CreateApiTokenInput) =>
  (await request(CreateApiTokenDocument, { input })).createApiToken;

export const revokeApiToken = async (id: string) =>
  (await request(RevokeApiTokenDocument, { input: { id } })).revokeApiToken;

export const rotateApiToken = async (id: string) =>
  (await request(RotateApiTokenDocument, { input: { id, overlapMinutes: 60 } })).rotateApiToken;

export const setPassword = async (input: SetPasswordInput) =>
  (await request(SetPasswordDocument, { input })).setPassword;
