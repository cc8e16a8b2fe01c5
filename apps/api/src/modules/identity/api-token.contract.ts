import { apiTokenLimits, maxOverlapMinutes } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { namedListQuery, wholeListOf } from '../../rest/whole-list.js';
import { bodyOf, idPath, text, wholeIn } from '../../rest/wire.js';
import { scopeBody } from '../access/access.resource.js';
import { apiTokenResource, createdApiTokenResource } from './identity.resource.js';

const createBody = bodyOf('CreateApiToken', {
  name: text.meta({ minLength: 1, maxLength: apiTokenLimits.nameLength }),
  role: text.meta({ description: 'A built-in role, or the ID of a custom one' }),
  scope: scopeBody.optional(),
  expiresInDays: wholeIn([apiTokenLimits.shortestDays, apiTokenLimits.longestDays]).meta({
    description: 'A token cannot create one that expires later than itself',
  }),
});

const rotateBody = bodyOf('RotateApiToken', {
  overlapMinutes: wholeIn([0, maxOverlapMinutes])
    .default(0)
    .meta({ description: 'Minutes for which the old secret is accepted, too' }),
});

export const apiTokenOperations = {
  list: {
    id: 'listApiTokens',
    summary: 'API tokens, newest first',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('ApiTokens', apiTokenResource),
  },
  get: {
    id: 'getApiToken',
    summary: 'One API token',
    path: idPath,
    answer: apiTokenResource,
  },
  /** Accepts no idempotency key: the stored response would contain the secret. */
  create: {
    id: 'createApiToken',
    summary: 'Creates an API token; only this response contains its secret',
    body: createBody,
    answer: createdApiTokenResource,
    objectIn: 'token',
    status: 201,
  },
  /** Accepts no idempotency key: the stored response would contain the secret. */
  rotate: {
    id: 'rotateApiToken',
    summary: 'Replaces the secret of an API token; only this response contains the new one',
    path: idPath,
    body: rotateBody,
    answer: createdApiTokenResource,
  },
  revoke: {
    id: 'revokeApiToken',
    summary: 'Revokes an API token and all tokens that were created with it',
    path: idPath,
    answer: apiTokenResource,
  },
} as const satisfies Record<string, OperationSpec>;
