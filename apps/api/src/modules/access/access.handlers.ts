import {
  type AccessObject,
  type RoleBinding as BindingRecord,
  type CustomRole,
  ownSessions,
  type SignInPorts,
  type Team as TeamRecord,
  type User as UserRecord,
} from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { requireObject } from '../../contract/require-object.js';
import { versioned } from '../../contract/versioned.js';
import type {
  Permission,
  QueryCanArgs,
  QueryRoleBindingsArgs,
  QueryRolesArgs,
  QueryTeamsArgs,
  QueryUsersArgs,
  Role,
  RoleBinding,
  Session,
  Team,
  User,
} from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { asIs, type Parts, serveWrites, shownAs } from '../../handlers/serve-writes.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageOfWhole } from '../../rest/whole-list.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  accessOperations,
  roleBindingOperations,
  roleOperations,
  sessionOperations,
  teamOperations,
  userOperations,
} from './access.contract.js';
import { toPermissionFor, toPermissions, toRoleView, toTeamView } from './access.mapper.js';
import { AccessReads, ofSubject } from './access.reads.js';
import { AccessWrites } from './access.writes.js';
import { toOwnership } from './access-inputs.js';

type AccessOps = typeof accessOperations;
type RoleOps = typeof roleOperations;
type BindingOps = typeof roleBindingOperations;
type TeamOps = typeof teamOperations;
type UserOps = typeof userOperations;
type SessionOps = typeof sessionOperations;

@Controller('api/v1')
@Access('signed-in')
export class AccessController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  @Get('viewer')
  @Operation(accessOperations.viewer)
  async viewer(@CalledBy() { principal }: Caller): AnswerOf<AccessOps['viewer']> {
    const { kind, name, roles, groups } = principal;
    const teams = (await this.reads.teams(principal)).filter(({ id }) =>
      principal.teams.includes(id),
    );
    return { kind, name, roles, groups, teams, permissions: toPermissions(principal) };
  }

  @Get('can')
  @Operation(accessOperations.can)
  async can(
    @FromRequest() { query }: RequestOf<AccessOps['can']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<AccessOps['can']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const object = toObject({ clusterId, nodePools: query.nodePool });
    return toPermissionFor(principal, query.action, object);
  }
}

@Controller('api/v1/roles')
@Access('signed-in')
export class RoleController {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @Get()
  @Access('signed-in')
  @Operation(roleOperations.list)
  async list(@FromRequest() { query }: RequestOf<RoleOps['list']>): AnswerOf<RoleOps['list']> {
    return pageOfWhole(named(await this.reads.roles(), query.name), query);
  }

  @Get(':id')
  @Access('signed-in')
  @Operation(roleOperations.get)
  async get(@FromRequest() { path }: RequestOf<RoleOps['get']>): AnswerOf<RoleOps['get']> {
    return requireObject(await this.reads.roles(), path.id, 'Role');
  }
}

@Controller('api/v1/role-bindings')
@Access('signed-in')
export class RoleBindingController {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @Get()
  @Access('identity.read')
  @Operation(roleBindingOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<BindingOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<BindingOps['list']> {
    return pageOfWhole(ofSubject(await this.reads.bindings(principal), query.subject), query);
  }

  @Get(':id')
  @Access('identity.read')
  @Operation(roleBindingOperations.get)
  async get(
    @FromRequest() { path }: RequestOf<BindingOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<BindingOps['get']> {
    return requireObject(await this.reads.bindings(principal), path.id, 'Role binding');
  }
}

@Controller('api/v1/teams')
@Access('signed-in')
export class TeamController {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @Get()
  @Access('signed-in')
  @Operation(teamOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<TeamOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<TeamOps['list']> {
    return pageOfWhole(named(await this.reads.teams(principal), query.name), query);
  }

  @Get(':id')
  @Access('signed-in')
  @Operation(teamOperations.get)
  async get(
    @FromRequest() { path }: RequestOf<TeamOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<TeamOps['get']> {
    return requireObject(await this.reads.teams(principal), path.id, 'Team');
  }
}

@Controller('api/v1/users')
@Access('signed-in')
export class UserController {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @Get()
  @Access('identity.read')
  @Operation(userOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<UserOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<UserOps['list']> {
    return pageOfWhole(named(await this.reads.users(principal), query.name), query);
  }

  @Get(':id')
  @Access('identity.read')
  @Operation(userOperations.get)
  async get(
    @FromRequest() { path }: RequestOf<UserOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<UserOps['get']> {
    return requireObject(await this.reads.users(principal), path.id, 'User');
  }
}

@Controller('api/v1/sessions')
@Access('signed-in')
export class SessionController {
  constructor(@Inject(PORTS) private readonly ports: SignInPorts) {}

  @Get()
  @Operation(sessionOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<SessionOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<SessionOps['list']> {
    const current = principal.kind === 'User' ? principal.sessionId : undefined;
    const sessions = await ownSessions(this.ports, principal);
    const items = sessions.map((session) => ({ ...session, isCurrent: session.id === current }));
    return pageOfWhole(items, query);
  }
}

/** Reads of access. */
@Resolver()
@Access('signed-in')
export class AccessResolver {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(PORTS) private readonly ports: SignInPorts,
  ) {}

  @Query()
  can(@Args() args: QueryCanArgs, @CalledBy() { principal }: Caller): Permission {
    return toPermissionFor(principal, args.action, toObject(args));
  }

  @Query()
  async roles(@Args() { name }: QueryRolesArgs): Promise<readonly Role[]> {
    return named(await this.reads.roles(), name);
  }

  @Query()
  @Access('identity.read')
  async roleBindings(
    @Args() { subject }: QueryRoleBindingsArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly RoleBinding[]> {
    return ofSubject(await this.reads.bindings(principal), subject);
  }

  @Query()
  async teams(
    @Args() { name }: QueryTeamsArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly Team[]> {
    return named(await this.reads.teams(principal), name);
  }

  @Query()
  @Access('identity.read')
  async users(
    @Args() { name }: QueryUsersArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly User[]> {
    return named(await this.reads.users(principal), name);
  }

  @Query()
  async sessions(@CalledBy() { principal }: Caller): Promise<readonly Session[]> {
    const current = principal.kind === 'User' ? principal.sessionId : undefined;
    return (await ownSessions(this.ports, principal)).map(
      ({ id, createdAt, expiresAt, address }) => ({
        id,
        createdAt,
        expiresAt,
        address,
        isCurrent: id === current,
      }),
    );
  }
}

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

/** Finds role bindings, teams and users by ID. */
@Resolver()
@Access('identity.read')
export class AccessObjects {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @FindsObject('rbi', 'RoleBinding')
  async findBinding(id: string, { principal }: Caller): Promise<RoleBinding | null> {
    return withId(await this.reads.bindings(principal), id);
  }

  /** Callers who may not see users find the teams that they are members of. */
  @FindsObject('tea', 'Team')
  @Access('signed-in')
  async findTeam(id: string, { principal }: Caller): Promise<Team | null> {
    return withId(await this.reads.teams(principal), id);
  }

  @FindsObject('usr', 'User')
  async findUser(id: string, { principal }: Caller): Promise<User | null> {
    return withId(await this.reads.users(principal), id);
  }
}

function withId<T extends { readonly id: string }>(objects: readonly T[], id: string): T | null {
  return objects.find((object) => object.id === id) ?? null;
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

export const roleWrites = serveWrites(
  { path: 'api/v1', writes: AccessWrites, reads: AccessReads },
  (callersWith) => {
    const write = callersWith('identity.write');
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
);

export const peopleWrites = serveWrites(
  { path: 'api/v1', writes: AccessWrites, reads: AccessReads },
  (callersWith) => {
    const write = callersWith('identity.write');
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
    write(userOperations.create, Post('users'), (w, ...call) => w.createUser(...call), asUser);
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
    callersWith('signed-in')(
      sessionOperations.end,
      Delete('sessions/:id'),
      (w, caller, { id }) => w.endSession(caller, id),
      asNothing,
    );
  },
);
