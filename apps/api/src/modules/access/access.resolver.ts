import { type AccessObject, ownSessions, type SignInPorts } from '@kerf/application';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import { versioned } from '../../contract/versioned.js';
import type {
  BindRoleInput,
  CreateRoleInput,
  CreateTeamInput,
  CreateUserInput,
  DeleteAccessObjectInput,
  EndSessionPayload,
  Permission,
  QueryCanArgs,
  QueryRoleBindingsArgs,
  QueryRolesArgs,
  QueryTeamsArgs,
  QueryUsersArgs,
  Role,
  RoleBinding,
  RoleBindingPayload,
  RolePayload,
  Session,
  Team,
  TeamPayload,
  UpdateRoleInput,
  UpdateTeamInput,
  User,
  UserPayload,
} from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { named } from '../../rest/whole-list.js';
import { toOwnership } from './access.input.js';
import { toPermissionFor, toRoleView, toTeamView } from './access.mapper.js';
import { AccessReads, ofSubject } from './access.reads.js';
import { AccessWrites } from './access.writes.js';

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
export function toObject({
  clusterId,
  nodePools,
}: Pick<QueryCanArgs, 'clusterId' | 'nodePools'>): AccessObject {
  if (clusterId === undefined || clusterId === null) return { kind: 'Organization' };
  return nodePools === undefined || nodePools === null
    ? { kind: 'Cluster', clusterId }
    : { kind: 'NodePools', clusterId, nodePools };
}

/** Writes of access. */
@Resolver()
@Access('identity.write')
export class AccessWriteResolver {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(AccessWrites) private readonly writes: AccessWrites,
  ) {}

  @Mutation()
  async createRole(
    @Args('input') input: CreateRoleInput,
    @CalledBy() caller: Caller,
  ): Promise<RolePayload> {
    return toRolePayload(await this.writes.createRole(caller, { description: '', ...input }));
  }

  @Mutation()
  async updateRole(
    @Args('input') input: UpdateRoleInput,
    @CalledBy() caller: Caller,
  ): Promise<RolePayload> {
    return toRolePayload(await this.writes.updateRole(caller, { description: '', ...input }));
  }

  @Mutation()
  async deleteRole(
    @Args('input') input: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<RolePayload> {
    return toRolePayload(await this.writes.deleteRole(caller, versioned(input)));
  }

  @Mutation()
  async bindRole(
    @Args('input') { subjectKind, subjectId, role, scope, effect }: BindRoleInput,
    @CalledBy() caller: Caller,
  ): Promise<RoleBindingPayload> {
    const subject = { kind: subjectKind, id: subjectId };
    const input = { subject, role, scope, effect: effect ?? 'Allow' };
    return this.#toBindingPayload(await this.writes.bindRole(caller, input));
  }

  @Mutation()
  async unbindRole(
    @Args('input') { id }: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<RoleBindingPayload> {
    return this.#toBindingPayload(await this.writes.unbindRole(caller, id));
  }

  @Mutation()
  async createTeam(
    @Args('input') input: CreateTeamInput,
    @CalledBy() caller: Caller,
  ): Promise<TeamPayload> {
    const { name, owns = [], members = [] } = input;
    const fields = { name, members, owns: owns.map(toOwnership) };
    return this.#toTeamPayload(await this.writes.createTeam(caller, fields));
  }

  @Mutation()
  async updateTeam(
    @Args('input') input: UpdateTeamInput,
    @CalledBy() caller: Caller,
  ): Promise<TeamPayload> {
    const fields = { ...input, owns: input.owns.map(toOwnership) };
    return this.#toTeamPayload(await this.writes.updateTeam(caller, fields));
  }

  @Mutation()
  async deleteTeam(
    @Args('input') input: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<TeamPayload> {
    return this.#toTeamPayload(await this.writes.deleteTeam(caller, versioned(input)));
  }

  @Mutation()
  async createUser(
    @Args('input') input: CreateUserInput,
    @CalledBy() caller: Caller,
  ): Promise<UserPayload> {
    return this.#toUserPayload(await this.writes.createUser(caller, input));
  }

  @Mutation()
  async disableUser(
    @Args('input') { id }: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<UserPayload> {
    return this.#toUserPayload(await this.writes.disableUser(caller, id));
  }

  @Mutation()
  async enableUser(
    @Args('input') { id }: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<UserPayload> {
    return this.#toUserPayload(await this.writes.enableUser(caller, id));
  }

  @Mutation()
  async deleteUser(
    @Args('input') { id }: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<UserPayload> {
    return this.#toUserPayload(await this.writes.deleteUser(caller, id));
  }

  @Mutation()
  @Access('signed-in')
  async endSession(
    @Args('input') { id }: DeleteAccessObjectInput,
    @CalledBy() caller: Caller,
  ): Promise<EndSessionPayload> {
    return { userErrors: toUserErrors(await this.writes.endSession(caller, id)) };
  }

  async #toBindingPayload(
    outcome: Awaited<ReturnType<AccessWrites['bindRole']>>,
  ): Promise<RoleBindingPayload> {
    const roleBinding = outcome.ok ? await this.reads.bindingView(outcome.value) : null;
    return { roleBinding, userErrors: toUserErrors(outcome) };
  }

  async #toTeamPayload(
    outcome: Awaited<ReturnType<AccessWrites['createTeam']>>,
  ): Promise<TeamPayload> {
    const team = outcome.ok ? toTeamView(outcome.value, await this.reads.names()) : null;
    return { team, userErrors: toUserErrors(outcome) };
  }

  async #toUserPayload(
    outcome: Awaited<ReturnType<AccessWrites['disableUser']>>,
  ): Promise<UserPayload> {
    const user = outcome.ok ? await this.reads.userView(outcome.value) : null;
    return { user, userErrors: toUserErrors(outcome) };
  }
}

function toRolePayload(outcome: Awaited<ReturnType<AccessWrites['createRole']>>): RolePayload {
  return {
    role: outcome.ok ? toRoleView(outcome.value) : null,
    userErrors: toUserErrors(outcome),
  };
}
