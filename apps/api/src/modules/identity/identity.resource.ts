import { z } from 'zod';
import { resourceOf } from '../../rest/resource-of.js';
import { wholeListOf } from '../../rest/whole-list.js';
import { components, list } from '../../rest/wire.js';
import { roleInScopeResource } from '../access/access.resource.js';

const text = z.string();

export const apiTokenResource = resourceOf('ApiToken', {
  roles: list(roleInScopeResource),
  canRotate: z.boolean().meta({
    description:
      'Whether the caller may replace the secret: it is active, and the caller is this token or made it',
  }),
}).register(components, { id: 'ApiToken' });

export const apiTokensResource = wholeListOf('ApiTokens', apiTokenResource);

export const createdApiTokenResource = z
  .object({ token: apiTokenResource, secret: text.meta({ description: 'Returned only once' }) })
  .register(components, { id: 'CreatedApiToken' });
