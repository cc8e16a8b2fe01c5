import { z } from 'zod';
import { resourceOf } from '../../rest/resource-of.js';
import { wholeListOf } from '../../rest/whole-list.js';
import { components, list, word } from '../../rest/wire.js';

const text = z.string();

export const permissionResource = resourceOf('Permission', {
  reason: text.nullable().meta({ description: 'Reason why the action is forbidden' }),
}).register(components, { id: 'Permission' });

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

export const roleResource = resourceOf('Role', {
  id: text.meta({ description: 'The name of a built-in role, or `rol_…`' }),
}).register(components, { id: 'Role' });

export const rolesResource = wholeListOf('Roles', roleResource);

export const scopeResource = resourceOf('AccessScope', {}).register(components, {
  id: 'AccessScope',
  description: 'Where a role applies',
});

export const scopeBody = z
  .strictObject({
    kind: word('AccessScopeKind'),
    teamId: text.optional().meta({ description: 'The team, for TEAM' }),
    clusterId: text
      .optional()
      .meta({ description: 'ID or name of the cluster, for CLUSTER and NODE_POOL' }),
    nodePool: text.optional().meta({ description: 'Name of the NodePool, for NODE_POOL' }),
  })
  .register(components, { id: 'AccessScopeInput' });

export const roleInScopeResource = resourceOf('RoleInScope', { scope: scopeResource }).register(
  components,
  { id: 'RoleInScope' },
);

export const roleBindingResource = resourceOf('RoleBinding', {
  subjectId: text.meta({ description: 'ID of the user or token; name of the group' }),
  role: text.meta({ description: 'The name of a built-in role, or the ID of a custom one' }),
  scope: scopeResource,
}).register(components, { id: 'RoleBinding' });

export const roleBindingsResource = wholeListOf('RoleBindings', roleBindingResource);

export const teamResource = resourceOf('Team', {
  owns: list(
    resourceOf('TeamOwnership', {
      name: text.meta({ description: 'The NodePool or namespace; empty for a cluster' }),
    }),
  ),
  members: list(resourceOf('TeamMember', {})),
}).register(components, { id: 'Team' });

export const teamsResource = wholeListOf('Teams', teamResource);

const externalIdentity = {
  issuer: text.meta({ description: 'The `iss` claim', examples: ['https://sso.example.com'] }),
  subject: text.meta({ description: 'The `sub` claim' }),
};

export const externalIdentityBody = z
  .strictObject(externalIdentity)
  .register(components, { id: 'ExternalIdentityInput' });

export const userResource = resourceOf('User', {
  externalIdentity: z
    .object(externalIdentity)
    .nullable()
    .meta({ description: 'The person of an identity provider who signs in as this user' }),
}).register(components, { id: 'User' });

export const usersResource = wholeListOf('Users', userResource);

const sessionResource = resourceOf('Session', {}).register(components, { id: 'Session' });

export const sessionsResource = wholeListOf('Sessions', sessionResource);
