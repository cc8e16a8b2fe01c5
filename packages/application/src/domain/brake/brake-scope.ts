import { assertNever, type ClusterId, type TeamId } from '@kerf/core';
import { type AccessObject, can, canSomewhere } from '../identity/access.js';
import type { Principal } from '../identity/principal.js';
import type { BindingScope, Team } from '../identity/role.js';

/**
 * The scope of a brake: everything, the clusters and NodePools that a team owns, a cluster, or a
 * NodePool. The namespaces of a team do not count, because a brake is about nodes.
 */
export type BrakeScope = BindingScope;

/** A NodePool, or the nodes of a cluster without one. */
export interface BrakedPool {
  readonly clusterId: ClusterId;
  /** `null` for nodes without a NodePool. */
  readonly nodePool: string | null;
  /** Teams that own the NodePool or its cluster. */
  readonly teamIds: readonly TeamId[];
}

/** Returns true if the scope contains the NodePool. */
export function isInScope(scope: BrakeScope, pool: BrakedPool): boolean {
  switch (scope.kind) {
    case 'Organization':
      return true;
    case 'Team':
      return pool.teamIds.includes(scope.teamId);
    case 'Cluster':
      return scope.clusterId === pool.clusterId;
    case 'NodePool':
      return scope.clusterId === pool.clusterId && scope.nodePool === pool.nodePool;
    default:
      return assertNever(scope);
  }
}

/** Returns the cluster of a scope; `null` for scopes with several. */
export const clusterOfScope = (scope: BrakeScope): ClusterId | null =>
  'clusterId' in scope ? scope.clusterId : null;

/** Returns true for the scopes of teams and of the organization, which several clusters share. */
export const spansClusters = (scope: BrakeScope): boolean => clusterOfScope(scope) === null;

/** Returns true if a limit of the scope may concern nodes of the cluster. */
export const mayConcern = (scope: BrakeScope, clusterId: ClusterId): boolean =>
  [null, clusterId].includes(clusterOfScope(scope));

/**
 * Returns true if the scope contains the cluster or a part of it; a team's scope does if the team owns
 * the cluster or a NodePool of it.
 */
export function concernsCluster(
  scope: BrakeScope,
  clusterId: ClusterId,
  teams: readonly Team[],
): boolean {
  switch (scope.kind) {
    case 'Organization':
      return true;
    case 'Team':
      return teams.some(
        ({ id, owns }) =>
          id === scope.teamId &&
          owns.some((part) => part.kind !== 'Namespace' && part.clusterId === clusterId),
      );
    case 'Cluster':
    case 'NodePool':
      return scope.clusterId === clusterId;
    default:
      return assertNever(scope);
  }
}

/** Returns the scope in words, with the names of its objects: `NodePool general of cluster prod`. */
export function scopeText(
  scope: BrakeScope,
  names: { readonly cluster?: string | null; readonly team?: string | null } = {},
): string {
  switch (scope.kind) {
    case 'Organization':
      return 'all clusters';
    case 'Team':
      return `team ${names.team ?? scope.teamId}`;
    case 'Cluster':
      return `cluster ${names.cluster ?? scope.clusterId}`;
    case 'NodePool':
      return `NodePool ${scope.nodePool} of cluster ${names.cluster ?? scope.clusterId}`;
    default:
      return assertNever(scope);
  }
}

/** Returns the teams that own a NodePool or its cluster. */
export function ownersOf(
  teams: readonly Team[],
  clusterId: ClusterId,
  nodePool: string | null,
): readonly TeamId[] {
  return teams
    .filter(({ owns }) =>
      owns.some(
        (owned) =>
          owned.clusterId === clusterId &&
          (owned.kind === 'Cluster' || (owned.kind === 'NodePool' && owned.nodePool === nodePool)),
      ),
    )
    .map(({ id }) => id);
}

/** Returns what a caller must be allowed to change to set a brake with this scope. */
export function objectsOfScope(scope: BrakeScope, teams: readonly Team[]): readonly AccessObject[] {
  switch (scope.kind) {
    case 'Organization':
      return [{ kind: 'Organization' }];
    case 'Cluster':
      return [scope];
    case 'NodePool':
      return [{ kind: 'NodePools', clusterId: scope.clusterId, nodePools: [scope.nodePool] }];
    case 'Team': {
      const owned = teams
        .filter(({ id }) => id === scope.teamId)
        .flatMap(({ owns }) => owns)
        .flatMap((part): readonly AccessObject[] =>
          part.kind === 'Namespace' ? [] : objectsOfScope(part, teams),
        );
      return owned.length === 0 ? [{ kind: 'Organization' }] : owned;
    }
    default:
      return assertNever(scope);
  }
}

/**
 * Returns whether the caller sees what is set in a scope. A setting for the organization or for a
 * cluster holds for every part of it, so it is seen with one.
 */
export function seesScope(
  principal: Principal,
  scope: BrakeScope,
  teams: readonly Team[],
): boolean {
  const sees = (object: AccessObject) => can(principal, 'cluster.read', object).isAllowed;
  switch (scope.kind) {
    case 'Organization':
      return true;
    case 'Cluster':
      return canSomewhere(principal, 'cluster.read', scope.clusterId).isAllowed;
    case 'NodePool':
      return objectsOfScope(scope, teams).every(sees);
    case 'Team':
      return principal.teams.includes(scope.teamId) || objectsOfScope(scope, teams).some(sees);
    default:
      return assertNever(scope);
  }
}

/** Returns whether the caller sees the cost of all of a scope, which its spend limit tells. */
export const seesCostOf = (
  principal: Principal,
  scope: BrakeScope,
  teams: readonly Team[],
): boolean =>
  objectsOfScope(scope, teams).every((object) => can(principal, 'cost.read', object).isAllowed);
