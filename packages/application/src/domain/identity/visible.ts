import type { ClusterId } from '@kerf/core';
import type { AccessAction } from './access-action.js';
import type { AccessGrant } from './grant.js';

/** Names of one kind in clusters, e.g. NodePools. */
export interface NamesInCluster {
  readonly clusterId: ClusterId;
  readonly name: string;
}

/** Parts of the fleet, for conditions in SQL. */
export interface FleetParts {
  readonly isEverything: boolean;
  readonly clusterIds: readonly ClusterId[];
  readonly nodePools: readonly NamesInCluster[];
  readonly namespaces: readonly NamesInCluster[];
}

/**
 * The parts of the fleet that a caller may see with one action: everything in `allowed` that is not
 * in `denied`. Lists select by it what `can` would allow one by one.
 */
export interface Visible {
  readonly allowed: FleetParts;
  readonly denied: FleetParts;
}

/** Returns what grants of one action make visible. */
export function visibleWith(grants: readonly AccessGrant[], action: AccessAction): Visible {
  const relevant = grants.filter(({ actions }) => actions.includes(action));
  const of = (effect: AccessGrant['effect']) =>
    partsOf(relevant.filter((grant) => grant.effect === effect));
  return { allowed: of('Allow'), denied: of('Deny') };
}

/** Returns whether nothing is hidden, so that no condition is needed. */
export function seesEverything({ allowed, denied }: Visible): boolean {
  return allowed.isEverything && isNothing(denied);
}

function isNothing({ isEverything, clusterIds, nodePools, namespaces }: FleetParts): boolean {
  return !isEverything && [clusterIds, nodePools, namespaces].every(({ length }) => length === 0);
}

function partsOf(grants: readonly AccessGrant[]): FleetParts {
  const scopes = grants.map(({ scope }) => scope);
  return {
    isEverything: scopes.some(({ kind }) => kind === 'Organization'),
    clusterIds: scopes.flatMap((scope) => (scope.kind === 'Cluster' ? [scope.clusterId] : [])),
    nodePools: scopes.flatMap((scope) =>
      scope.kind === 'NodePools'
        ? scope.nodePools.map((name) => ({ clusterId: scope.clusterId, name }))
        : [],
    ),
    namespaces: scopes.flatMap((scope) =>
      scope.kind === 'Namespaces'
        ? scope.namespaces.map((name) => ({ clusterId: scope.clusterId, name }))
        : [],
    ),
  };
}
