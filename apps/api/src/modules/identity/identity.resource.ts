import { z } from 'zod';
import { componentOf } from '../../rest/resource-of.js';
import { components, list, text } from '../../rest/wire.js';
import { roleInScopeResource } from '../access/access.resource.js';

export const apiTokenResource = componentOf('ApiToken', {
  roles: list(roleInScopeResource),
  canRotate: z.boolean().meta({
    description:
      'Whether the caller may replace the secret: it is active, and the caller is this token or made it',
  }),
});

export const createdApiTokenResource = z
  .object({ token: apiTokenResource, secret: text.meta({ description: 'Returned only once' }) })
  .register(components, { id: 'CreatedApiToken' });
