import type { ClusterId, FieldProblem, TeamId } from '@kerf/core';
import { type AccessFacts, userAccess } from '../access/access-of.js';
import { type AccessObject, can } from '../domain/identity/access.js';
import type { GrantScope } from '../domain/identity/grant.js';
import { grantsOf, roleOf } from '../domain/identity/grants-of.js';
import type { Principal, User } from '../domain/identity/principal.js';
import type { BindingScope, RoleBinding } from '../domain/identity/role.js';
import { isPlain } from '../domain/text/name-problem.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/** The ports of changes to roles, bindings, teams and users. */
export type AccessPorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** The result of a change of access; only `Done` changed something. */
export type AccessOutcome<T> = { readonly kind: 'Done'; readonly value: T } | AccessRefusal;

/** Why a change of access was refused. */
export type AccessRefusal =
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'NotFound'; readonly message: string }
  | { readonly kind: 'Forbidden'; readonly message: string }
  | { readonly kind: 'Conflict'; readonly message: string }
  /** The object has changed since the caller read it. */
  | { readonly kind: 'Stale'; readonly message: string };

/** Returns the outcome of a change that was made. */
export const changed = <T>(value: T): AccessOutcome<T> => ({ kind: 'Done', value });
/** Returns the refusal of one field. */
export const invalid = (path: string, message: string): AccessRefusal => ({
  kind: 'Invalid',
  problems: [{ path, message }],
});

/** All facts that access depends on. */
export interface AllAccessFacts extends AccessFacts {
  readonly users: readonly User[];
}

/** Reads all facts for a change, and makes other changes wait until this transaction ends. */
export async function factsForChange(
  tx: Pick<Repositories, 'identity' | 'access'>,
): Promise<AllAccessFacts> {
  await tx.access.lock();
  const roles = await tx.access.roles();
  const bindings = await tx.access.bindings();
  const teams = await tx.access.teams();
  return { roles, bindings, teams, users: await tx.identity.listUsers() };
}

const organization = { kind: 'Organization' } as const;

/** Refuses a caller who may not change access in the whole organization. */
export function refuseNonAdmin(principal: Principal): AccessRefusal | null {
  const verdict = can(principal, 'identity.write', organization);
  return verdict.isAllowed ? null : { kind: 'Forbidden', message: verdict.reason };
}

/**
 * Refuses a change after which no active user could change access any more, unless none could
 * before.
 */
export function refuseLastAdmin(
  before: AllAccessFacts,
  after: AllAccessFacts,
): AccessRefusal | null {
  if (!hasAdmin(before) || hasAdmin(after)) return null;
  const message =
    'At least one active user must stay an administrator of the organization. Give another user the role admin first.';
  return { kind: 'Conflict', message };
}

function hasAdmin(facts: AllAccessFacts): boolean {
  return facts.users.some((user) => {
    const { grants } = userAccess(facts, user);
    const subject = { kind: 'User', name: user.name, grants } as const;
    return user.disabledAt === null && can(subject, 'identity.write', organization).isAllowed;
  });
}

/** A role in a scope, to give to someone. */
export interface RoleInScope {
  readonly role: string;
  readonly scope: BindingScope;
}

/** Returns the problems of a role and its scope: what does not exist. */
export async function roleProblems(
  tx: Pick<Repositories, 'clusters'>,
  { role, scope }: RoleInScope,
  { roles, teams }: Pick<AccessFacts, 'roles' | 'teams'>,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  if (roleOf(role, roles) === null) {
    const message = 'must be viewer, operator, approver, admin or the ID of a custom role';
    problems.push({ path: 'role', message });
  }
  if (scope.kind === 'Team' && !teams.some(({ id }) => id === scope.teamId)) {
    problems.push(teamNotFound(scope.teamId));
  }
  if ('clusterId' in scope) {
    problems.push(...(await clusterProblems(tx, scope.clusterId, 'scope.clusterId')));
  }
  if (scope.kind === 'NodePool' && !isName(scope.nodePool)) {
    problems.push({ path: 'scope.nodePool', message: nameRule });
  }
  return problems;
}

/** Returns the problem of a cluster that does not exist. */
export async function clusterProblems(
  tx: Pick<Repositories, 'clusters'>,
  clusterId: ClusterId,
  path: string,
): Promise<readonly FieldProblem[]> {
  const cluster = await tx.clusters.find(clusterId);
  return cluster === null ? [clusterNotFound(clusterId, path)] : [];
}

/** Returns the problem of a scope's cluster that does not exist, or not for the caller. */
export const clusterNotFound = (clusterId: ClusterId, path: string): FieldProblem => ({
  path,
  message: `Cluster ${clusterId} not found`,
});

/** Returns the problem of a scope's team that does not exist, or not for the caller. */
export const teamNotFound = (teamId: TeamId): FieldProblem => ({
  path: 'scope.teamId',
  message: `Team ${teamId} not found`,
});

/** Returns whether this can be a name in Kubernetes, by its length. */
export const isName = (name: string): boolean => name !== '' && name.length <= 253 && isPlain(name);

/** Problem of a text that is not {@link isName}. */
export const nameRule = 'must have 1 to 253 characters, and no control characters';

/**
 * Returns why a caller may not give a role in a scope: nobody gives more than they have. `null` when
 * they may.
 */
export function refuseExcess(
  principal: Principal,
  given: RoleInScope,
  facts: Pick<AccessFacts, 'roles' | 'teams'>,
): AccessRefusal | null {
  const binding: RoleBinding = {
    ...given,
    id: '',
    subject: { kind: 'User', id: '' },
    effect: 'Allow',
    createdAt: 0,
    createdBy: '',
  };
  for (const { actions, scope } of grantsOf([binding], facts)) {
    for (const action of actions) {
      for (const object of objectsOf(scope)) {
        const verdict = can(principal, action, object);
        if (!verdict.isAllowed) {
          return invalid('role', `must not exceed your own access. ${verdict.reason}`);
        }
      }
    }
  }
  return null;
}

/**
 * Returns why a caller may not lift a denial, which would give its subject what the caller does not have;
 * `null` when they may.
 */
export function refuseLifting(
  principal: Principal,
  denial: RoleInScope,
  facts: Pick<AccessFacts, 'roles' | 'teams'>,
): AccessRefusal | null {
  const excess = refuseExcess(principal, denial, facts);
  if (excess?.kind !== 'Invalid') return excess;
  const message =
    `Only who may do it can end a denial. ${excess.problems[0]?.message ?? ''}`.trim();
  return { kind: 'Forbidden', message };
}

function objectsOf(scope: GrantScope): readonly AccessObject[] {
  if (scope.kind !== 'Namespaces') return [scope];
  const { clusterId, namespaces } = scope;
  return namespaces.map((namespace) => ({ kind: 'Pod', clusterId, namespace, nodePool: null }));
}
