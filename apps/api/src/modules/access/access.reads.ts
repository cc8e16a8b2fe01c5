import {
  type AccessFacts,
  can,
  ownSessions,
  type Principal,
  type RoleBinding,
  rotatableTokens,
  type SignInPorts,
  type ApiToken as TokenRecord,
  type User,
  visibleTokens,
} from '@kerf/application';
import type { UserId } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { requireInOrganization } from '../../contract/refuse-access.js';
import type {
  ApiToken,
  Role,
  RoleBinding as RoleBindingFields,
  Session,
  Team as TeamFields,
  User as UserFields,
  Viewer,
} from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import {
  type AccessNames,
  toBindingView,
  toRoleViews,
  toTeamView,
  toTokenView,
  toUserView,
  toViewerView,
} from './access.mapper.js';

/** Reads roles, bindings, teams and users as a caller may see them. */
@Injectable()
export class AccessReads {
  constructor(@Inject(PORTS) private readonly ports: SignInPorts) {}

  async viewer(principal: Principal): Promise<Viewer> {
    const user = principal.kind === 'User' ? await this.#userOf(principal.id) : null;
    return toViewerView(principal, user, await this.teams(principal));
  }

  async #userOf(id: UserId) {
    const { identity, signIn } = this.ports.store;
    const [user, isOfProvider] = await Promise.all([
      identity.findUser(id),
      signIn.isOfProvider(id),
    ]);
    return user === null ? null : { ...user, isOfProvider };
  }

  async roles(): Promise<readonly Role[]> {
    return toRoleViews(await this.ports.store.access.roles());
  }

  /** @throws AUTH.FORBIDDEN */
  async bindings(principal: Principal): Promise<readonly RoleBindingFields[]> {
    requireInOrganization(principal, 'identity.read');
    const names = await this.names();
    return names.facts.bindings.map((binding) => toBindingView(binding, names));
  }

  async bindingView(binding: RoleBinding): Promise<RoleBindingFields> {
    return toBindingView(binding, await this.names());
  }

  /** Returns all teams for a caller who may see users, else those of the caller. */
  async teams(principal: Principal): Promise<readonly TeamFields[]> {
    const names = await this.names();
    const seesAll = can(principal, 'identity.read', { kind: 'Organization' }).isAllowed;
    return names.facts.teams
      .filter(({ id }) => seesAll || principal.teams.includes(id))
      .map((team) => toTeamView(team, names));
  }

  /** @throws AUTH.FORBIDDEN */
  async users(principal: Principal): Promise<readonly UserFields[]> {
    requireInOrganization(principal, 'identity.read');
    const { facts, users } = await this.names();
    const identities = await this.ports.store.signIn.externalIdentities();
    const byUser = Map.groupBy(identities, ({ userId }) => userId);
    return users.map((user) => toUserView(user, facts, byUser.get(user.id) ?? []));
  }

  async userView(user: User): Promise<UserFields> {
    const { facts } = await this.names();
    return toUserView(user, facts, await this.ports.store.signIn.externalIdentities());
  }

  /** Returns the caller's tokens with their roles. */
  async tokens(principal: Principal): Promise<readonly ApiToken[]> {
    const tokens = await visibleTokens(this.ports.store, principal);
    const names = await this.names();
    const rotatable = rotatableTokens(tokens, principal, this.ports.clock.now());
    return tokens.map((token) => toTokenView(token, names, rotatable.has(token.id)));
  }

  async tokenView(token: TokenRecord, principal: Principal): Promise<ApiToken> {
    const names = await this.names();
    const all = [...names.tokens.values()];
    const rotatable = rotatableTokens(all, principal, this.ports.clock.now());
    return toTokenView(token, names, rotatable.has(token.id));
  }

  async sessions(principal: Principal): Promise<readonly Session[]> {
    const current = principal.kind === 'User' ? principal.sessionId : undefined;
    const sessions = await ownSessions(this.ports, principal);
    return sessions.map(({ id, createdAt, expiresAt, address }) => {
      const isCurrent = id === current;
      return { id, createdAt, expiresAt, address, isCurrent };
    });
  }

  /** Everything that names in bindings and teams refer to. */
  async names(): Promise<AccessNames> {
    const { access, identity, clusters } = this.ports.store;
    const [roles, bindings, teams, users, tokens, known] = await Promise.all([
      access.roles(),
      access.bindings(),
      access.teams(),
      identity.listUsers(),
      identity.listTokens(),
      clusters.list(),
    ]);
    const facts: AccessFacts = { roles, bindings, teams };
    const byId = new Map(tokens.map((token) => [token.id, token]));
    return { facts, users, clusters: known, tokens: byId };
  }
}

/** Returns the bindings of a subject, by its ID or name; all of them without one. */
export const ofSubject = (
  bindings: readonly RoleBindingFields[],
  subject: string | null | undefined,
): readonly RoleBindingFields[] =>
  subject === undefined || subject === null
    ? bindings
    : bindings.filter((one) => one.subjectId === subject || one.subjectName === subject);
