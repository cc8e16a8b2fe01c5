import { z } from 'zod';
import { components, instant, list, word } from '../../rest/wire.js';

const text = z.string();

export const apiTokenResource = z
  .object({
    id: text,
    name: text,
    scope: word('TokenScope'),
    createdAt: instant,
    createdBy: text,
    expiresAt: instant,
    lastUsedAt: instant.nullable(),
    revokedAt: instant.nullable(),
  })
  .register(components, { id: 'ApiToken' });

export const apiTokensResource = z
  .object({ items: list(apiTokenResource) })
  .register(components, { id: 'ApiTokens' });

export const createdApiTokenResource = z
  .object({ token: apiTokenResource, secret: text.meta({ description: 'Returned only once' }) })
  .register(components, { id: 'CreatedApiToken' });
