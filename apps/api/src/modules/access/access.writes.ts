import {
  type AccessOutcome,
  type BindRoleInput,
  bindRole,
  type CustomRole,
  type CustomRoleInput,
  createRole,
  createTeam,
  createUser,
  deleteRole,
  deleteTeam,
  deleteUser,
  disableUser,
  type ExternalIdentityKey,
  enableUser,
  endOwnSession,
  type RoleBinding,
  refuseNonAdmin,
  type SignInPorts,
  type Team,
  type TeamInput,
  type User,
  unbindRole,
  updateRole,
  updateTeam,
} from '@kerf/application';
import { ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { LiveSockets } from '../../auth/live-sockets.js';
import { IdentityProvider } from '../../auth/provider/identity-provider.js';
import { type Outcome, refuse, refuseFields } from '../../contract/outcome.js';
import type { Versioned } from '../../contract/versioned.js';
import type { AccessScopeInput } from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toScope } from './access-inputs.js';

type Fields<Input> = Omit<Input, 'requestId'>;

/** A new user, as REST and GraphQL send it. */
interface CreateUserFields {
  readonly name: string;
  readonly externalIdentity?: ExternalIdentityKey | null | undefined;
}

/** Writes to roles, bindings, teams, users and sessions, for REST and GraphQL. */
@Injectable()
export class AccessWrites {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {}

  async createRole(caller: Caller, input: Fields<CustomRoleInput>): Promise<Outcome<CustomRole>> {
    return toOutcome(await createRole(this.ports, caller.principal, of(caller, input)));
  }

  async updateRole(
    caller: Caller,
    input: Fields<CustomRoleInput> & Versioned,
  ): Promise<Outcome<CustomRole>> {
    return toOutcome(await updateRole(this.ports, caller.principal, of(caller, input)));
  }

  async deleteRole(caller: Caller, input: Versioned): Promise<Outcome<CustomRole>> {
    return toOutcome(await deleteRole(this.ports, caller.principal, of(caller, input)));
  }

  async bindRole(
    caller: Caller,
    {
      scope: given,
      ...fields
    }: Omit<Fields<BindRoleInput>, 'scope'> & {
      readonly scope: AccessScopeInput;
    },
  ): Promise<Outcome<RoleBinding>> {
    const scope = await toScope(this.ports.store, caller.principal, given);
    if (!scope.ok) return scope;
    const input = of(caller, { ...fields, scope: scope.value });
    return toOutcome(await bindRole(this.ports, caller.principal, input));
  }

  async unbindRole(caller: Caller, id: string): Promise<Outcome<RoleBinding>> {
    return toOutcome(await unbindRole(this.ports, caller.principal, of(caller, { id })));
  }

  async createTeam(caller: Caller, input: Fields<TeamInput>): Promise<Outcome<Team>> {
    return toOutcome(await createTeam(this.ports, caller.principal, of(caller, input)));
  }

  async updateTeam(caller: Caller, input: Fields<TeamInput> & Versioned): Promise<Outcome<Team>> {
    return toOutcome(await updateTeam(this.ports, caller.principal, of(caller, input)));
  }

  async deleteTeam(caller: Caller, input: Versioned): Promise<Outcome<Team>> {
    return toOutcome(await deleteTeam(this.ports, caller.principal, of(caller, input)));
  }

  async createUser(
    caller: Caller,
    { name, externalIdentity: given = null }: CreateUserFields,
  ): Promise<Outcome<User>> {
    const { principal } = caller;
    const forbidden = refuseNonAdmin(principal);
    if (forbidden !== null) return toOutcome(forbidden);
    const externalIdentity = given === null ? ok(null) : await this.provider.identityOf(given);
    if (!externalIdentity.ok) return externalIdentity;
    const fields = { name, role: null, externalIdentity: externalIdentity.value };
    return toOutcome(await createUser(this.ports, principal, of(caller, fields)));
  }

  disableUser(caller: Caller, id: string): Promise<Outcome<User>> {
    return this.#ending(disableUser(this.ports, caller.principal, of(caller, { id })));
  }

  async enableUser(caller: Caller, id: string): Promise<Outcome<User>> {
    return toOutcome(await enableUser(this.ports, caller.principal, of(caller, { id })));
  }

  deleteUser(caller: Caller, id: string): Promise<Outcome<User>> {
    return this.#ending(deleteUser(this.ports, caller.principal, of(caller, { id })));
  }

  endSession(caller: Caller, id: string): Promise<Outcome<null>> {
    return this.#ending(endOwnSession(this.ports, caller.principal, of(caller, { id })));
  }

  /** Closes the live pages of what was ended. */
  async #ending<T>(write: Promise<AccessOutcome<T>>): Promise<Outcome<T>> {
    const outcome = toOutcome(await write);
    if (outcome.ok) await this.sockets.recheck();
    return outcome;
  }
}

const of = <Input extends object>({ requestId }: Caller, input: Input) => ({ ...input, requestId });

const codes = {
  NotFound: 'NOT_FOUND',
  Forbidden: 'FORBIDDEN',
  Conflict: 'CONFLICT',
  Stale: 'STALE',
} as const;

/** Returns the outcome of a use case as the API reports it. */
export function toOutcome<T>(outcome: AccessOutcome<T>): Outcome<T> {
  if (outcome.kind === 'Done') return ok(outcome.value);
  return outcome.kind === 'Invalid'
    ? refuseFields(outcome.problems)
    : refuse(codes[outcome.kind], outcome.message);
}
