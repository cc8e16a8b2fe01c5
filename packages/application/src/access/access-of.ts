import { organizationAdmin } from '../domain/identity/access.js';
import { intersectGrants } from '../domain/identity/grant.js';
import { grantsOf, roleOf } from '../domain/identity/grants-of.js';
import type { ApiToken, CallerAccess, Principal, User } from '../domain/identity/principal.js';
import {
  type BindingSubject,
  type CustomRole,
  type RoleBinding,
  type Team,
  tokenSubject,
} from '../domain/identity/role.js';
import type { TrustRule } from '../domain/identity/trust-rule.js';
import type { Repositories } from '../ports/store.js';

/** The operator on the server, who uses the command line and needs no user. */
export const serverOperator: Principal = {
  kind: 'User',
  id: 'cli',
  name: 'cli',
  ...organizationAdmin,
};

type Stores = Pick<Repositories, 'identity' | 'access' | 'trustRules'>;

/** Roles, bindings and teams, as far as a caller's access depends on them. */
export interface AccessFacts {
  readonly roles: readonly CustomRole[];
  readonly bindings: readonly RoleBinding[];
  readonly teams: readonly Team[];
}

/** Returns what a user may do now. */
export async function accessOfUser(
  { access }: Pick<Repositories, 'access'>,
  user: Pick<User, 'id' | 'groups'>,
): Promise<CallerAccess> {
  const [roles, bindings, teams] = await Promise.all([
    access.roles(),
    access.bindingsOf(subjectsOf(user)),
    access.teams(),
  ]);
  return userAccess({ roles, bindings, teams }, user);
}

/** Returns what a user may do, from facts that are already read. */
export function userAccess(
  { roles, bindings, teams }: AccessFacts,
  user: Pick<User, 'id' | 'groups'>,
): CallerAccess {
  const own = bindings.filter(isOf(subjectsOf(user)));
  return {
    grants: grantsOf(own, { roles, teams }),
    groups: user.groups,
    roles: roleNames(own, roles),
    teams: teams.filter(({ members }) => members.some(isMember(user))).map(({ id }) => id),
  };
}

/**
 * Returns what a token may do now: what its own roles allow and the current roles of its creator
 * allow, too. A token whose creator does not exist or is disabled may do nothing.
 */
export async function accessOfToken(stores: Stores, token: ApiToken): Promise<CallerAccess> {
  const { tokens, origin } = await creatorsOf(stores, token);
  const subjects = tokens.map(({ id }) => tokenSubject(id));
  const user = origin === 'Nobody' || origin === 'Unlimited' ? null : origin;
  const { access } = stores;
  const [roles, bindings, teams] = await Promise.all([
    access.roles(),
    access.bindingsOf(user === null ? subjects : [...subjects, ...subjectsOf(user)]),
    access.teams(),
  ]);
  const steps = subjects.map((subject) =>
    grantsOf(bindings.filter(isOf([subject])), { roles, teams }),
  );
  if (origin === 'Nobody') steps.push([]);
  if (user !== null) steps.push(userAccess({ roles, bindings, teams }, user).grants);
  return {
    grants: steps.reduce(intersectGrants),
    groups: [],
    roles: roleNames(bindings.filter(isOf([tokenSubject(token.id)])), roles),
    teams: [],
  };
}

interface Creators {
  /** The token itself, the token that created it, and so on. */
  readonly tokens: readonly ApiToken[];
  /** Creator of the first of them. */
  readonly origin: User | 'Unlimited' | 'Nobody';
}

async function creatorsOf(
  stores: Pick<Repositories, 'identity' | 'trustRules'>,
  token: ApiToken,
): Promise<Creators> {
  const { creatorId } = token;
  if (creatorId?.startsWith('tru_') !== true) return startOf(stores, token, creatorId);
  const rule = await stores.trustRules.find(creatorId);
  return rule === null
    ? { tokens: [token], origin: 'Nobody' }
    : startOf(stores, token, rule.creatorId);
}

async function startOf(
  stores: Pick<Repositories, 'identity' | 'trustRules'>,
  token: ApiToken,
  creatorId: string | null,
): Promise<Creators> {
  // Tokens from before creators were recorded, and those that the operator made on the server.
  if (creatorId === null || creatorId === serverOperator.id) {
    return { tokens: [token], origin: 'Unlimited' };
  }
  const parent = await stores.identity.findToken(creatorId);
  if (parent !== null) {
    const { tokens, origin } = await creatorsOf(stores, parent);
    return { tokens: [token, ...tokens], origin };
  }
  const user = await stores.identity.findUser(creatorId);
  const isActive = user !== null && user.disabledAt === null;
  return { tokens: [token], origin: isActive ? user : 'Nobody' };
}

/** Returns what a trust rule gives, for one whose maker was not recorded: nobody limits it. */
export async function accessOfRule(
  { access }: Pick<Repositories, 'access'>,
  { id, role, scope, createdAt, createdBy }: TrustRule,
): Promise<CallerAccess> {
  const [roles, teams] = await Promise.all([access.roles(), access.teams()]);
  const subject = { kind: 'ApiToken', id } as const;
  const bindings: readonly RoleBinding[] = [
    { id: '', subject, role, scope, effect: 'Allow', createdAt, createdBy },
  ];
  return {
    grants: grantsOf(bindings, { roles, teams }),
    groups: [],
    roles: roleNames(bindings, roles),
    teams: [],
  };
}

/** Returns whether the maker of a trust rule still has access. */
export async function hasActiveMaker(
  { identity }: Pick<Repositories, 'identity'>,
  { creatorId }: Pick<TrustRule, 'creatorId'>,
): Promise<boolean> {
  if (creatorId === null || creatorId === serverOperator.id) return true;
  const token = await identity.findToken(creatorId);
  if (token !== null) return token.revokedAt === null;
  const user = await identity.findUser(creatorId);
  return user !== null && user.disabledAt === null;
}

function subjectsOf({ id, groups }: Pick<User, 'id' | 'groups'>): readonly BindingSubject[] {
  return [{ kind: 'User', id }, ...groups.map((group) => ({ kind: 'Group', id: group }) as const)];
}

const isOf =
  (subjects: readonly BindingSubject[]) =>
  ({ subject }: RoleBinding): boolean =>
    subjects.some(({ kind, id }) => kind === subject.kind && id === subject.id);

const isMember =
  ({ id, groups }: Pick<User, 'id' | 'groups'>) =>
  (member: Team['members'][number]): boolean =>
    member.kind === 'User' ? member.id === id : groups.includes(member.id);

function roleNames(
  bindings: readonly RoleBinding[],
  roles: readonly CustomRole[],
): readonly string[] {
  const names = bindings
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ role }) => roleOf(role, roles)?.name ?? []);
  return [...new Set(names)].toSorted();
}
