import type { FieldProblem, TeamId } from '@kerf/core';
import {
  type BrakeScope,
  clusterOfScope,
  objectsOfScope,
  seesScope,
} from '../domain/brake/brake-scope.js';
import { can, canSomewhere } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import { definitionObject } from '../domain/identity/definition-object.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

/** Returns true if the caller does not see a scope: what is set in it does not exist for them. */
export async function isHiddenScope(
  tx: Pick<Repositories, 'access'>,
  principal: Principal,
  scope: BrakeScope,
): Promise<boolean> {
  const teams = scope.kind === 'Team' ? await tx.access.teams() : [];
  return !seesScope(principal, scope, teams);
}

/** Returns why the caller may not write brakes of a scope; `null` if allowed. */
export async function scopeDenial(
  tx: Pick<Repositories, 'access'>,
  principal: Principal,
  action: AccessAction,
  scope: BrakeScope,
): Promise<string | null> {
  const teams = scope.kind === 'Team' ? await tx.access.teams() : [];
  const verdicts = objectsOfScope(scope, teams).map((object) => can(principal, action, object));
  const denial = verdicts.find(({ isAllowed }) => !isAllowed);
  return denial === undefined || denial.isAllowed ? null : denial.reason;
}

/** Why nothing can be set in a scope. */
export type ScopeRefusal =
  /** The cluster does not exist, or not for the caller. */
  | { readonly kind: 'ScopeNotFound' }
  | { readonly kind: 'Forbidden'; readonly reason: string }
  /** The team or the NodePool does not exist. */
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Returns why the caller cannot set a brake in a scope; `null` if they can. */
export async function scopeRefusal(
  tx: Pick<Repositories, 'clusters' | 'definitions' | 'access'>,
  principal: Principal,
  { action, scope }: { readonly action: AccessAction; readonly scope: BrakeScope },
): Promise<ScopeRefusal | null> {
  const clusterId = clusterOfScope(scope);
  const cluster = clusterId === null ? null : await tx.clusters.find(clusterId);
  const isHiddenCluster =
    clusterId !== null && !canSomewhere(principal, 'cluster.read', clusterId).isAllowed;
  if (clusterId !== null && (cluster === null || isHiddenCluster)) {
    return { kind: 'ScopeNotFound' };
  }
  // The response does not reveal a hidden team: it is refused like a team that does not exist.
  const isHiddenTeam = scope.kind === 'Team' && (await isHiddenScope(tx, principal, scope));
  const asked: BrakeScope = isHiddenTeam ? { kind: 'Organization' } : scope;
  const reason = await scopeDenial(tx, principal, action, asked);
  if (reason !== null) return { kind: 'Forbidden', reason };
  const problem =
    scope.kind === 'Team'
      ? await teamProblem(tx, scope.teamId)
      : scope.kind === 'NodePool'
        ? await nodePoolProblem(tx, principal, scope)
        : null;
  return problem === null ? null : { kind: 'Invalid', problems: [problem] };
}

/** Returns the problem of a scope whose team does not exist; `null` if it does. */
export async function teamProblem(
  { access }: Pick<Repositories, 'access'>,
  teamId: TeamId,
): Promise<FieldProblem | null> {
  const isKnown = (await access.teams()).some(({ id }) => id === teamId);
  return isKnown ? null : { path: 'scope.teamId', message: `Team ${teamId} not found.` };
}

/** Number of names that an error lists. */
const namesShown = 10;

async function nodePoolProblem(
  { definitions }: Pick<Repositories, 'definitions'>,
  principal: Principal,
  { clusterId, nodePool }: Extract<BrakeScope, { readonly kind: 'NodePool' }>,
): Promise<FieldProblem | null> {
  const names = (await definitions.nodePools(clusterId)).map(({ name }) => name);
  if (names.includes(nodePool)) return null;
  const seen = names.filter(
    (name) =>
      can(principal, 'definition.read', definitionObject(clusterId, { kind: 'NodePool', name }))
        .isAllowed,
  );
  const known = seen.length === 0 ? '' : ` It has ${seen.slice(0, namesShown).join(', ')}.`;
  return {
    path: 'scope.nodePool',
    message: `The cluster has no NodePool ${nodePool}.${known}`,
  };
}
