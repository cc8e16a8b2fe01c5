import type {
  AccessObject,
  RoleBinding as BindingRecord,
  CustomRole,
  Team as TeamRecord,
  User as UserRecord,
} from '@kerf/application';
import { Delete, Get, Post, Put } from '@nestjs/common';
import { versioned } from '../../contract/versioned.js';
import { withId } from '../../contract/with-id.js';
import type { QueryCanArgs } from '../../generated/schema-types.js';
import { asIs, shownAs } from '../../handlers/declare-write.js';
import type { Parts } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { named } from '../../rest/whole-list.js';
import {
  accessOperations,
  roleBindingOperations,
  roleOperations,
  sessionOperations,
  teamOperations,
  userOperations,
} from './access.contract.js';
import { toPermissionFor, toRoleView, toTeamView } from './access.mapper.js';
import { AccessReads, ofSubject } from './access.reads.js';
import { AccessWrites } from './access.writes.js';
import { toOwnership } from './access-inputs.js';

/** The object that the arguments of `can` name. */
function toObject({
  clusterId,
  nodePools,
}: Pick<QueryCanArgs, 'clusterId' | 'nodePools'>): AccessObject {
  if (clusterId === undefined || clusterId === null) return { kind: 'Organization' };
  return nodePools === undefined || nodePools === null
    ? { kind: 'Cluster', clusterId }
    : { kind: 'NodePools', clusterId, nodePools };
}

type AccessParts = Parts<AccessWrites, AccessReads>;

const asRole = shownAs(
  (_: AccessParts, role: CustomRole) => toRoleView(role),
  (role) => ({ role }),
);
const asBinding = shownAs(
  ({ reads }: AccessParts, binding: BindingRecord) => reads.bindingView(binding),
  (roleBinding) => ({ roleBinding }),
);
const asTeam = shownAs(
  async ({ reads }: AccessParts, team: TeamRecord) => toTeamView(team, await reads.names()),
  (team) => ({ team }),
);
const asUser = shownAs(
  ({ reads }: AccessParts, user: UserRecord) => reads.userView(user),
  (user) => ({ user }),
);
const asNothing = asIs(() => ({}));

export const access = serveNoun(
  { path: 'api/v1', writes: AccessWrites, reads: AccessReads },
  (callersWith) => {
    const any = callersWith('signed-in');
    const admin = callersWith('identity.read');
    any.read(
      [accessOperations.can, Get('can'), 'can'],
      (_, { action, clusterId, nodePools }, { caller }) =>
        toPermissionFor(caller.principal, action, toObject({ clusterId, nodePools })),
    );
    any.whole([roleOperations.list, Get('roles'), 'roles'], async (reads, { name }) =>
      named(await reads.roles(), name),
    );
    any.one([roleOperations.get, Get('roles/:id')], { kind: 'Role' }, async (reads, id) =>
      withId(await reads.roles(), id),
    );
    admin.whole(
      [roleBindingOperations.list, Get('role-bindings'), 'roleBindings'],
      async (reads, { subject }, { caller }) =>
        ofSubject(await reads.bindings(caller.principal), subject),
    );
    admin.one(
      [roleBindingOperations.get, Get('role-bindings/:id')],
      { kind: 'Role binding', finds: ['rbi', 'RoleBinding'] },
      async (reads, id, { caller }) => withId(await reads.bindings(caller.principal), id),
    );
    any.whole([teamOperations.list, Get('teams'), 'teams'], async (reads, { name }, { caller }) =>
      named(await reads.teams(caller.principal), name),
    );
    any.one(
      [teamOperations.get, Get('teams/:id')],
      { kind: 'Team', finds: ['tea', 'Team'] },
      async (reads, id, { caller }) => withId(await reads.teams(caller.principal), id),
    );
    admin.whole([userOperations.list, Get('users'), 'users'], async (reads, { name }, { caller }) =>
      named(await reads.users(caller.principal), name),
    );
    admin.one(
      [userOperations.get, Get('users/:id')],
      { kind: 'User', finds: ['usr', 'User'] },
      async (reads, id, { caller }) => withId(await reads.users(caller.principal), id),
    );
    any.whole([sessionOperations.list, Get('sessions'), 'sessions'], (reads, _, { caller }) =>
      reads.sessions(caller.principal),
    );
  },
  (callersWith) => {
    const { write } = callersWith('identity.write');
    write(
      roleOperations.create,
      Post('roles'),
      (w, caller, input) => w.createRole(caller, { description: '', ...input }),
      asRole,
    );
    write(
      roleOperations.update,
      Put('roles/:id'),
      (w, caller, input) => w.updateRole(caller, { description: '', ...input }),
      asRole,
    );
    write(
      roleOperations.remove,
      Delete('roles/:id'),
      (w, caller, input) => w.deleteRole(caller, versioned(input)),
      asRole,
    );
    write(
      roleBindingOperations.create,
      Post('role-bindings'),
      (w, caller, { subjectKind, subjectId, role, scope, effect }) => {
        const subject = { kind: subjectKind, id: subjectId };
        return w.bindRole(caller, { subject, role, scope, effect: effect ?? 'Allow' });
      },
      asBinding,
    );
    write(
      roleBindingOperations.remove,
      Delete('role-bindings/:id'),
      (w, caller, { id }) => w.unbindRole(caller, id),
      asBinding,
    );
  },
  (callersWith) => {
    const { write } = callersWith('identity.write');
    write(
      teamOperations.create,
      Post('teams'),
      (w, caller, { name, owns = [], members = [] }) =>
        w.createTeam(caller, { name, members, owns: owns.map(toOwnership) }),
      asTeam,
    );
    write(
      teamOperations.update,
      Put('teams/:id'),
      (w, caller, input) => w.updateTeam(caller, { ...input, owns: input.owns.map(toOwnership) }),
      asTeam,
    );
    write(
      teamOperations.remove,
      Delete('teams/:id'),
      (w, caller, input) => w.deleteTeam(caller, versioned(input)),
      asTeam,
    );
    write(userOperations.create, Post('users'), 'createUser', asUser);
    write(
      userOperations.disable,
      Post('users/:id/disable'),
      (w, caller, { id }) => w.disableUser(caller, id),
      asUser,
    );
    write(
      userOperations.enable,
      Post('users/:id/enable'),
      (w, caller, { id }) => w.enableUser(caller, id),
      asUser,
    );
    write(
      userOperations.remove,
      Delete('users/:id'),
      (w, caller, { id }) => w.deleteUser(caller, id),
      asUser,
    );
    callersWith('signed-in').write(
      sessionOperations.end,
      Delete('sessions/:id'),
      (w, caller, { id }) => w.endSession(caller, id),
      asNothing,
    );
  },
);
