import { apiTokenLimits, maxOverlapMinutes } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { namedListQuery } from '../../rest/whole-list.js';
import { components, wholeIn } from '../../rest/wire.js';
import { scopeBody } from '../access/access.resource.js';
import {
  apiTokenResource,
  apiTokensResource,
  createdApiTokenResource,
} from './identity.resource.js';

const createBody = z
  .strictObject({
    name: z.string().meta({ minLength: 1, maxLength: apiTokenLimits.nameLength }),
    role: z.string().meta({ description: 'A built-in role, or the ID of a custom one' }),
    scope: scopeBody.optional(),
    expiresInDays: wholeIn([apiTokenLimits.shortestDays, apiTokenLimits.longestDays]).meta({
      description: 'A token cannot create one that expires later than itself',
    }),
  })
  .register(components, { id: 'CreateApiToken' });

const rotateBody = z
  .strictObject({
    overlapMinutes: wholeIn([0, maxOverlapMinutes])
      .default(0)
      .meta({ description: 'Minutes for which the old secret is accepted, too' }),
  })
  .register(components, { id: 'RotateApiToken' });

export const apiTokenOperations = {
  list: {
    id: 'listApiTokens',
    summary: 'API tokens, newest first',
    query: z.strictObject(namedListQuery),
    answer: apiTokensResource,
  },
  get: {
    id: 'getApiToken',
    summary: 'One API token',
    path: z.object({ id: z.string() }),
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
    path: z.object({ id: z.string() }),
    body: rotateBody,
    answer: createdApiTokenResource,
  },
  revoke: {
    id: 'revokeApiToken',
    summary: 'Revokes an API token and all tokens that were created with it',
    path: z.object({ id: z.string() }),
    answer: apiTokenResource,
  },
} as const satisfies Record<string, OperationSpec>;
