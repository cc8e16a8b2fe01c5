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
      description: '1 to 365; a token creates none that ends later than itself',
    }),
  })
  .register(components, { id: 'CreateApiToken' });

export const apiTokenOperations = {
  list: {
    id: 'listApiTokens',
    summary: 'Tokens for automation, newest first',
    answer: apiTokensResource,
  },
  /** Takes no idempotency key: keeping the answer would keep the secret. */
  create: {
    id: 'createApiToken',
    summary: 'Makes a token; its secret is in this answer and nowhere else',
    body: createBody,
    answer: createdApiTokenResource,
    status: 201,
  },
  revoke: {
    id: 'revokeApiToken',
    summary: 'Ends a token at once, and all tokens that were created with it',
    path: z.object({ id: z.string() }),
    answer: apiTokenResource,
  },
} as const satisfies Record<string, OperationSpec>;
