import { ownSessions, type SignInPorts } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { Access, CalledBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { requireObject } from '../../contract/require-object.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageOfWhole } from '../../rest/whole-list.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toOwnership } from './access.input.js';
import { toPermissionFor, toPermissions, toRoleView, toTeamView } from './access.mapper.js';
import {
  accessOperations,
  roleBindingOperations,
  roleOperations,
  sessionOperations,
  teamOperations,
  userOperations,
} from './access.operations.js';
import { AccessReads, ofSubject } from './access.reads.js';
import { toObject } from './access.resolver.js';
import { AccessWrites } from './access.writes.js';

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
@Access('identity.write')
export class RoleController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

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

  @Post()
  @Operation(roleOperations.create)
  async create(
    @FromRequest() { body }: RequestOf<RoleOps['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<RoleOps['create']> {
    return toRoleView(valueOf(await this.writes.createRole(caller, body)));
  }

  @Put(':id')
  @Operation(roleOperations.update)
  async update(
    @FromRequest() { path, body, seenVersion }: RequestOf<RoleOps['update']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<RoleOps['update']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion };
    return toRoleView(valueOf(await this.writes.updateRole(caller, input)));
  }

  @Delete(':id')
  @Operation(roleOperations.remove)
  async remove(
    @FromRequest() { path, seenVersion }: RequestOf<RoleOps['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<RoleOps['remove']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    valueOf(await this.writes.deleteRole(caller, input));
  }
}

@Controller('api/v1/role-bindings')
@Access('identity.write')
export class RoleBindingController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

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

  @Post()
  @Operation(roleBindingOperations.create)
  async create(
    @FromRequest() { body }: RequestOf<BindingOps['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<BindingOps['create']> {
    const { subjectKind, subjectId, role, effect = 'Allow' } = body;
    const subject = { kind: subjectKind, id: subjectId };
    const input = { subject, role, scope: body.scope, effect };
    return this.reads.bindingView(valueOf(await this.writes.bindRole(caller, input)));
  }

  @Delete(':id')
  @Operation(roleBindingOperations.remove)
  async remove(
    @FromRequest() { path }: RequestOf<BindingOps['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<BindingOps['remove']> {
    valueOf(await this.writes.unbindRole(caller, path.id));
  }
}

@Controller('api/v1/teams')
@Access('identity.write')
export class TeamController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

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

  @Post()
  @Operation(teamOperations.create)
  async create(
    @FromRequest() { body }: RequestOf<TeamOps['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<TeamOps['create']> {
    const input = { ...body, owns: body.owns.map(toOwnership) };
    const team = valueOf(await this.writes.createTeam(caller, input));
    return toTeamView(team, await this.reads.names());
  }

  @Put(':id')
  @Operation(teamOperations.update)
  async update(
    @FromRequest() { path, body, seenVersion }: RequestOf<TeamOps['update']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<TeamOps['update']> {
    const owns = body.owns.map(toOwnership);
    const input = { ...body, owns, id: path.id, expectedVersion: seenVersion };
    const team = valueOf(await this.writes.updateTeam(caller, input));
    return toTeamView(team, await this.reads.names());
  }

  @Delete(':id')
  @Operation(teamOperations.remove)
  async remove(
    @FromRequest() { path, seenVersion }: RequestOf<TeamOps['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<TeamOps['remove']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    valueOf(await this.writes.deleteTeam(caller, input));
  }
}

@Controller('api/v1/users')
@Access('identity.write')
export class UserController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

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

  @Post()
  @Operation(userOperations.create)
  async create(
    @FromRequest() { body }: RequestOf<UserOps['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<UserOps['create']> {
    return this.reads.userView(valueOf(await this.writes.createUser(caller, body)));
  }

  @Post(':id/disable')
  @Operation(userOperations.disable)
  async disable(
    @FromRequest() { path }: RequestOf<UserOps['disable']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<UserOps['disable']> {
    return this.reads.userView(valueOf(await this.writes.disableUser(caller, path.id)));
  }

  @Post(':id/enable')
  @Operation(userOperations.enable)
  async enable(
    @FromRequest() { path }: RequestOf<UserOps['enable']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<UserOps['enable']> {
    return this.reads.userView(valueOf(await this.writes.enableUser(caller, path.id)));
  }

  @Delete(':id')
  @Operation(userOperations.remove)
  async remove(
    @FromRequest() { path }: RequestOf<UserOps['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<UserOps['remove']> {
    valueOf(await this.writes.deleteUser(caller, path.id));
  }
}

@Controller('api/v1/sessions')
@Access('signed-in')
export class SessionController {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

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

  @Delete(':id')
  @Operation(sessionOperations.end)
  async end(
    @FromRequest() { path }: RequestOf<SessionOps['end']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<SessionOps['end']> {
    valueOf(await this.writes.endSession(caller, path.id));
  }
}
