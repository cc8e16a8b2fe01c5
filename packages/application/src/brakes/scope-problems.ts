import type { FieldProblem } from '@kerf/core';
import type { BrakeScope } from '../domain/brake/brake-scope.js';
import type { Repositories } from '../ports/store.js';

/** Returns problems of a scope whose objects do not exist. */
export async function scopeProblems(
  tx: Pick<Repositories, 'clusters' | 'definitions'>,
  scope: BrakeScope,
): Promise<readonly FieldProblem[]> {
  if (scope.kind === 'Organization') return [];
  if (scope.kind === 'Team')
    return [{ path: 'scope.teamId', message: `Team ${scope.teamId} not found.` }];
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
