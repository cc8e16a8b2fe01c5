import { z } from 'zod';
import { wholeListOf } from '../../rest/whole-list.js';
import { components, instant, list } from '../../rest/wire.js';
import { roleInScopeResource } from '../access/access.resource.js';

const text = z.string();

export const apiTokenResource = z
  .object({
    id: text,
    name: text,
    roles: list(roleInScopeResource),
    createdAt: instant,
    createdBy: text,
    expiresAt: instant,
    lastUsedAt: instant.nullable(),
    revokedAt: instant.nullable(),
    rotatedAt: instant.nullable(),
    previousSecretUntil: instant.nullable(),
    canRotate: z.boolean().meta({
      description:
        'Whether the caller may replace the secret: it is active, and the caller is this token or made it',
    }),
  })
  .register(components, { id: 'ApiToken' });

export const apiTokensResource = wholeListOf('ApiTokens', apiTokenResource);

export const createdApiTokenResource = z
  .object({ token: apiTokenResource, secret: text.meta({ description: 'Returned only once' }) })
  .register(components, { id: 'CreatedApiToken' });
