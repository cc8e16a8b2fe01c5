import { z } from 'zod';
import { wholeListOf } from '../../rest/whole-list.js';
import { components, instant, list, whole, word } from '../../rest/wire.js';

const text = z.string();

export const permissionResource = z
  .object({
    action: word('AccessAction'),
    isAllowed: z.boolean(),
    reason: text.nullable().meta({ description: 'Reason why the action is forbidden' }),
  })
  .register(components, { id: 'Permission' });

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

export const roleResource = z
  .object({
    id: text.meta({ description: 'The name of a built-in role, or `rol_…`' }),
    name: text,
    description: text,
    isBuiltIn: z.boolean(),
    actions: list(word('AccessAction')),
    version: whole,
  })
  .register(components, { id: 'Role' });

export const rolesResource = wholeListOf('Roles', roleResource);

export const scopeResource = z
  .object({
    kind: word('AccessScopeKind'),
    teamId: text.nullable(),
    teamName: text.nullable(),
    clusterId: text.nullable(),
    clusterName: text.nullable(),
    nodePool: text.nullable(),
  })
  .register(components, {
    id: 'AccessScope',
    description: 'The part of the fleet in which a role applies',
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

export const roleInScopeResource = z
  .object({
    role: text,
    roleName: text,
    scope: scopeResource,
    effect: word('AccessEffect'),
  })
  .register(components, { id: 'RoleInScope' });

export const roleBindingResource = z
  .object({
    id: text,
    subjectKind: word('BindingSubjectKind'),
    subjectId: text.meta({ description: 'ID of the user or token; name of the group' }),
    subjectName: text,
    role: text.meta({ description: 'The name of a built-in role, or the ID of a custom one' }),
    roleName: text,
    scope: scopeResource,
    effect: word('AccessEffect'),
    createdAt: instant,
    createdBy: text,
  })
  .register(components, { id: 'RoleBinding' });

export const roleBindingsResource = wholeListOf('RoleBindings', roleBindingResource);

export const teamResource = z
  .object({
    id: text,
    name: text,
    owns: list(
      z.object({
        kind: word('TeamOwnershipKind'),
        clusterId: text,
        clusterName: text,
        name: text.meta({ description: 'The NodePool or namespace; empty for a cluster' }),
      }),
    ),
    members: list(z.object({ kind: word('TeamMemberKind'), id: text, name: text })),
    createdAt: instant,
    version: whole,
  })
  .register(components, { id: 'Team' });

export const teamsResource = wholeListOf('Teams', teamResource);

const externalIdentity = {
  issuer: text.meta({ description: 'The `iss` claim', examples: ['https://sso.example.com'] }),
  subject: text.meta({ description: 'The `sub` claim' }),
};

export const externalIdentityBody = z
  .strictObject(externalIdentity)
  .register(components, { id: 'ExternalIdentityInput' });

export const userResource = z
  .object({
    id: text,
    name: text,
    hasPassword: z.boolean(),
    groups: list(text),
    roles: list(text),
    createdAt: instant,
    lastSignInAt: instant.nullable(),
    disabledAt: instant.nullable(),
    externalIdentity: z
      .object(externalIdentity)
      .nullable()
      .meta({ description: 'The person of an identity provider who signs in as this user' }),
  })
  .register(components, { id: 'User' });

export const usersResource = wholeListOf('Users', userResource);

const sessionResource = z
  .object({
    id: text,
    createdAt: instant,
    expiresAt: instant,
    address: text.nullable(),
    isCurrent: z.boolean(),
  })
  .register(components, { id: 'Session' });

export const sessionsResource = wholeListOf('Sessions', sessionResource);
