import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { components, whole, word } from '../../rest/wire.js';
import {
  apiTokenResource,
  apiTokensResource,
  createdApiTokenResource,
} from './identity.resource.js';

const createBody = z
  .strictObject({
    name: z.string(),
    scope: word('TokenScope'),
    expiresInDays: whole.meta({
      description: '1 to 365; a token cannot create one that expires later than itself',
    }),
  })
  .register(components, { id: 'CreateApiToken' });

export const apiTokenOperations = {
  list: {
    id: 'listApiTokens',
    summary: 'API tokens, newest first',
    answer: apiTokensResource,
  },
  /** Accepts no idempotency key: the stored response would contain the secret. */
  create: {
    id: 'createApiToken',
    summary: 'Creates an API token; only this response contains its secret',
    body: createBody,
    answer: createdApiTokenResource,
    status: 201,
  },
  revoke: {
    id: 'revokeApiToken',
    summary: 'Revokes an API token and all tokens that were created with it',
    path: z.object({ id: z.string() }),
    answer: apiTokenResource,
  },
} as const satisfies Record<string, OperationSpec>;
