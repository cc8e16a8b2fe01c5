import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { namedListQuery, wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { bodyOf, idPath, list, text, word } from '../../rest/wire.js';
import {
  externalIdentityBody,
  permissionResource,
  roleBindingResource,
  roleResource,
  scopeBody,
  sessionResource,
  teamResource,
  userResource,
  viewerResource,
} from './access.resource.js';

const roleBody = bodyOf('RoleInput', {
  name: text,
  description: text.default(''),
  actions: list(word('AccessAction')),
});

const bindingBody = bodyOf('RoleBindingInput', {
  subjectKind: word('BindingSubjectKind'),
  subjectId: text,
  role: text,
  scope: scopeBody,
  effect: word('AccessEffect').optional().meta({ description: 'ALLOW if absent' }),
});

const teamBody = bodyOf('TeamInput', {
  name: text,
  owns: list(
    z.strictObject({
      kind: word('TeamOwnershipKind'),
      clusterId: text,
      name: text.optional().meta({ description: 'The NodePool or namespace' }),
    }),
  ),
  members: list(z.strictObject({ kind: word('TeamMemberKind'), id: text })),
});

const userBody = bodyOf('UserInput', {
  name: text,
  externalIdentity: externalIdentityBody.nullish().meta({
    description: 'The person of the identity provider who signs in as this user',
  }),
});

export const accessOperations = {
  viewer: {
    id: 'getViewer',
    summary: 'The caller and what they may do with a part of the organization',
    answer: viewerResource,
  },
  can: {
    id: 'can',
    summary: 'Whether the caller may do something with an object',
    query: z.strictObject({
      action: word('AccessAction'),
      cluster: text.optional().meta({ description: 'ID or name; the organization if absent' }),
      nodePool: z
        .array(text)
        .optional()
        .meta({ description: 'NodePools of the cluster; the whole cluster if absent' }),
    }),
    answer: permissionResource,
  },
} as const satisfies Record<string, OperationSpec>;

export const roleOperations = {
  list: {
    id: 'listRoles',
    summary: 'Built-in and custom roles',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('Roles', roleResource),
  },
  get: { id: 'getRole', summary: 'One role', path: idPath, answer: roleResource },
  create: {
    id: 'createRole',
    summary: 'Creates a custom role',
    body: roleBody,
    answer: roleResource,
    status: 201,
    storesAnswer: true,
  },
  update: {
    id: 'updateRole',
    summary: 'Changes a custom role for everyone who has it',
    path: idPath,
    body: roleBody,
    answer: roleResource,
    needsVersion: true,
  },
  remove: {
    id: 'deleteRole',
    summary: 'Deletes a custom role without role bindings',
    path: idPath,
    needsVersion: true,
    status: 204,
  },
} as const satisfies Record<string, OperationSpec>;

export const roleBindingOperations = {
  list: {
    id: 'listRoleBindings',
    summary: 'Role bindings, oldest first',
    query: z.strictObject({
      ...wholeListQuery,
      subject: text.optional().meta({ description: 'ID or name of the user, group or token' }),
    }),
    answer: wholeListOf('RoleBindings', roleBindingResource),
  },
  get: {
    id: 'getRoleBinding',
    summary: 'One role binding',
    path: idPath,
    answer: roleBindingResource,
  },
  create: {
    id: 'bindRole',
    summary: 'Gives a role to a subject in a scope, or denies the role’s actions there',
    body: bindingBody,
    answer: roleBindingResource,
    status: 201,
    storesAnswer: true,
  },
  remove: {
    id: 'unbindRole',
    summary: 'Removes a role binding',
    path: idPath,
    status: 204,
  },
} as const satisfies Record<string, OperationSpec>;

export const teamOperations = {
  list: {
    id: 'listTeams',
    summary: 'Teams, by name',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('Teams', teamResource),
  },
  get: { id: 'getTeam', summary: 'One team', path: idPath, answer: teamResource },
  create: {
    id: 'createTeam',
    summary: 'Creates a team',
    body: teamBody,
    answer: teamResource,
    status: 201,
    storesAnswer: true,
  },
  update: {
    id: 'updateTeam',
    summary: 'Changes a team: name, what it owns, members',
    path: idPath,
    body: teamBody,
    answer: teamResource,
    needsVersion: true,
  },
  remove: {
    id: 'deleteTeam',
    summary: 'Deletes a team that is no scope of a role binding',
    path: idPath,
    needsVersion: true,
    status: 204,
  },
} as const satisfies Record<string, OperationSpec>;

export const userOperations = {
  list: {
    id: 'listUsers',
    summary: 'Users, by name',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('Users', userResource),
  },
  get: { id: 'getUser', summary: 'One user', path: idPath, answer: userResource },
  create: {
    id: 'createUser',
    summary: 'Creates a user without roles and credentials',
    description:
      'A person of the identity provider signs in there; a local user signs in with a link that the operator of the server makes.',
    body: userBody,
    answer: userResource,
    status: 201,
    storesAnswer: true,
  },
  disable: {
    id: 'disableUser',
    summary: 'Ends a user’s sessions, revokes the tokens they created, and refuses sign-in',
    path: idPath,
    answer: userResource,
    storesAnswer: true,
  },
  enable: {
    id: 'enableUser',
    summary: 'Lets a disabled user sign in again',
    path: idPath,
    answer: userResource,
    storesAnswer: true,
  },
  remove: {
    id: 'deleteUser',
    summary: 'Deletes a user with role bindings and memberships',
    path: idPath,
    status: 204,
  },
} as const satisfies Record<string, OperationSpec>;

export const sessionOperations = {
  list: {
    id: 'listSessions',
    summary: 'The caller’s sessions',
    query: z.strictObject(wholeListQuery),
    answer: wholeListOf('Sessions', sessionResource),
  },
  end: {
    id: 'endSession',
    summary: 'Ends one of the caller’s sessions',
    path: idPath,
    status: 204,
  },
} as const satisfies Record<string, OperationSpec>;
