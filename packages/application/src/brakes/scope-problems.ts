import type { FieldProblem } from '@kerf/core';
import { type BrakeScope, objectsOfScope } from '../domain/brake/brake-scope.js';
import { can } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

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

/** Returns problems of a scope whose objects do not exist. */
export async function scopeProblems(
  tx: Pick<Repositories, 'clusters' | 'definitions' | 'access'>,
  scope: BrakeScope,
): Promise<readonly FieldProblem[]> {
  if (scope.kind === 'Organization') return [];
  if (scope.kind === 'Team') {
    const teams = await tx.access.teams();
    return teams.some(({ id }) => id === scope.teamId)
      ? []
      : [{ path: 'scope.teamId', message: `Team ${scope.teamId} not found.` }];
  }
  const cluster = await tx.clusters.find(scope.clusterId);
  if (cluster === null) {
    return [{ path: 'scope.clusterId', message: `Cluster ${scope.clusterId} not found.` }];
  }
  if (scope.kind === 'Cluster') return [];
  const pools = await tx.definitions.nodePools(scope.clusterId);
  if (pools.some(({ name }) => name === scope.nodePool)) return [];
  const names = pools.map(({ name }) => name).slice(0, 10);
  return [
    {
      path: 'scope.nodePool',
      message:
        `Cluster ${cluster.name} has no NodePool ${scope.nodePool}.` +
        (names.length === 0 ? '' : ` It has ${names.join(', ')}.`),
    },
  ];
}
