import type { ClusterId } from '@kerf/core';
import { actionsByRole, type BuiltInRole, builtInRoles } from './access-action.js';
import type { AccessGrant, GrantScope } from './grant.js';
import type { CustomRole, RoleBinding, Team, TeamOwnership } from './role.js';

/** The roles and teams that bindings refer to. */
export interface RoleContext {
  readonly roles: readonly CustomRole[];
  readonly teams: readonly Team[];
}

/**
 * Returns the grants of bindings, with the scopes of teams expanded into what they own now. A
 * binding to a removed role or team, or to a team that owns nothing, grants nothing.
 */
export function grantsOf(
  bindings: readonly RoleBinding[],
  context: RoleContext,
): readonly AccessGrant[] {
  return bindings.flatMap((binding) => {
    const role = roleOf(binding.role, context.roles);
    if (role === null) return [];
    return scopesOf(binding, context.teams).map((scope) => ({
      effect: binding.effect,
      role: role.name,
      actions: role.actions,
      scope,
    }));
  });
}

/** Returns a role by its built-in name or its ID; `null` when it does not exist. */
export function roleOf(
  role: string,
  customRoles: readonly CustomRole[],
): Pick<CustomRole, 'name' | 'actions'> | null {
  if (isBuiltInRole(role)) return { name: role, actions: actionsByRole[role] };
  return customRoles.find(({ id }) => id === role) ?? null;
}

/** Returns whether this is the name of a built-in role. */
export function isBuiltInRole(name: string): name is BuiltInRole {
  return builtInRoles.some((role) => role === name);
}

function scopesOf({ scope }: RoleBinding, teams: readonly Team[]): readonly GrantScope[] {
  switch (scope.kind) {
    case 'Team':
      return ownedScopes(teams.find(({ id }) => id === scope.teamId)?.owns ?? []);
    case 'NodePool':
      return [{ kind: 'NodePools', clusterId: scope.clusterId, nodePools: [scope.nodePool] }];
    default:
      return [scope];
  }
}

function ownedScopes(owns: readonly TeamOwnership[]): readonly GrantScope[] {
  const byCluster = Map.groupBy(owns, ({ clusterId }) => clusterId);
  return [...byCluster].flatMap(([clusterId, owned]) => scopesInCluster(clusterId, owned));
}

function scopesInCluster(
  clusterId: ClusterId,
  owned: readonly TeamOwnership[],
): readonly GrantScope[] {
  if (owned.some(({ kind }) => kind === 'Cluster')) return [{ kind: 'Cluster', clusterId }];
  const nodePools = owned.flatMap((part) => (part.kind === 'NodePool' ? [part.nodePool] : []));
  const namespaces = owned.flatMap((part) => (part.kind === 'Namespace' ? [part.namespace] : []));
  const scopes: GrantScope[] = [];
  if (nodePools.length > 0) scopes.push({ kind: 'NodePools', clusterId, nodePools });
  if (namespaces.length > 0) scopes.push({ kind: 'Namespaces', clusterId, namespaces });
  return scopes;
}
