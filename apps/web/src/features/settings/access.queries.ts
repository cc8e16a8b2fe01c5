import { queryOptions } from '@tanstack/react-query';
import {
  BindRoleDocument,
  type BindRoleInput,
  CreateRoleDocument,
  type CreateRoleInput,
  CreateTeamDocument,
  type CreateTeamInput,
  CreateUserDocument,
  type CreateUserInput,
  DeleteRoleDocument,
  DeleteTeamDocument,
  DeleteUserDocument,
  DisableUserDocument,
  EnableUserDocument,
  EndSessionDocument,
  RoleBindingsDocument,
  RolesDocument,
  SessionsDocument,
  TeamsDocument,
  UnbindRoleDocument,
  UsersDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** All queries about access have this first part of the key, so that one change refreshes all. */
const access = 'access';
export const accessKey: readonly string[] = [access];

export const rolesQuery = () =>
  queryOptions({
    queryKey: [access, 'roles'],
    queryFn: async ({ signal }) => (await request(RolesDocument, {}, signal)).roles,
  });

export const roleBindingsQuery = () =>
  queryOptions({
    queryKey: [access, 'role-bindings'],
    queryFn: async ({ signal }) => (await request(RoleBindingsDocument, {}, signal)).roleBindings,
  });

export const teamsQuery = () =>
  queryOptions({
    queryKey: [access, 'teams'],
    queryFn: async ({ signal }) => (await request(TeamsDocument, {}, signal)).teams,
  });

export const usersQuery = () =>
  queryOptions({
    queryKey: [access, 'users'],
    queryFn: async ({ signal }) => (await request(UsersDocument, {}, signal)).users,
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: [access, 'sessions'],
    queryFn: async ({ signal }) => (await request(SessionsDocument, {}, signal)).sessions,
  });

export const bindRole = async (input: BindRoleInput) =>
  (await request(BindRoleDocument, { input })).bindRole;

export const unbindRole = async (id: string) =>
  (await request(UnbindRoleDocument, { input: { id } })).unbindRole;

export const createRole = async (input: CreateRoleInput) =>
  (await request(CreateRoleDocument, { input })).createRole;

/** The object to delete, at the version that was read. */
export interface ReadVersion {
  readonly id: string;
  readonly version: number;
}

export const deleteRole = async ({ id, version: expectedVersion }: ReadVersion) =>
  (await request(DeleteRoleDocument, { input: { id, expectedVersion } })).deleteRole;

export const createTeam = async (input: CreateTeamInput) =>
  (await request(CreateTeamDocument, { input })).createTeam;

export const deleteTeam = async ({ id, version: expectedVersion }: ReadVersion) =>
  (await request(DeleteTeamDocument, { input: { id, expectedVersion } })).deleteTeam;

export const createUser = async (input: CreateUserInput) =>
  (await request(CreateUserDocument, { input })).createUser;

export const disableUser = async (id: string) =>
  (await request(DisableUserDocument, { input: { id } })).disableUser;

export const enableUser = async (id: string) =>
  (await request(EnableUserDocument, { input: { id } })).enableUser;

export const deleteUser = async (id: string) =>
  (await request(DeleteUserDocument, { input: { id } })).deleteUser;

export const endSession = async (id: string) =>
  (await request(EndSessionDocument, { input: { id } })).endSession;
