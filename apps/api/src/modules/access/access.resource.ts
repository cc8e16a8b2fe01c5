import { z } from 'zod';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { bodyOf, components, list, text, word } from '../../rest/wire.js';

export const permissionResource = componentOf('Permission', {
  reason: text.nullable().meta({ description: 'Reason why the action is forbidden' }),
});

export const viewerResource = z
  .object({
    kind: text.meta({ description: '`User` or `ApiToken`' }),
    name: text,
    roles: list(text),
    groups: list(text),
    teams: list(z.object({ id: text, name: text })),
    permissions: list(permissionResource),
  })
  .register(components, { id: 'Viewer', description: 'The caller and what they may do' });

export const roleResource = componentOf('Role', {
  id: text.meta({ description: 'The name of a built-in role, or `rol_…`' }),
});

export const scopeResource = componentOf('AccessScope', {}, 'Where a role applies');

export const scopeBody = bodyOf('AccessScopeInput', {
  kind: word('AccessScopeKind'),
  teamId: text.optional().meta({ description: 'The team, for TEAM' }),
  clusterId: text
    .optional()
    .meta({ description: 'ID or name of the cluster, for CLUSTER and NODE_POOL' }),
  nodePool: text.optional().meta({ description: 'Name of the NodePool, for NODE_POOL' }),
});

export const roleInScopeResource = componentOf('RoleInScope', { scope: scopeResource });

export const roleBindingResource = componentOf('RoleBinding', {
  subjectId: text.meta({ description: 'ID of the user or token; name of the group' }),
  role: text.meta({ description: 'The name of a built-in role, or the ID of a custom one' }),
  scope: scopeResource,
});

export const teamResource = componentOf('Team', {
  owns: list(
    resourceOf('TeamOwnership', {
      name: text.meta({ description: 'The NodePool or namespace; empty for a cluster' }),
    }),
  ),
  members: list(resourceOf('TeamMember', {})),
});

const externalIdentity = {
  issuer: text.meta({ description: 'The `iss` claim', examples: ['https://sso.example.com'] }),
  subject: text.meta({ description: 'The `sub` claim' }),
};

export const externalIdentityBody = bodyOf('ExternalIdentityInput', externalIdentity);

export const userResource = componentOf('User', {
  externalIdentity: z
    .object(externalIdentity)
    .nullable()
    .meta({ description: 'The person of an identity provider who signs in as this user' }),
});

export const sessionResource = componentOf('Session', {});
