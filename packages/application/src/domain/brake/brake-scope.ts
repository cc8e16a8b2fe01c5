import { assertNever, type ClusterId } from '@kerf/core';

/** What a brake is about: everything, the clusters and NodePools of a team, a cluster, or a NodePool. */
export type BrakeScope =
  | { readonly kind: 'Organization' }
  | { readonly kind: 'Team'; readonly teamId: string }
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | { readonly kind: 'NodePool'; readonly clusterId: ClusterId; readonly nodePool: string };

/** A NodePool with the teams that own it or its cluster. */
export interface BrakedPool {
  readonly clusterId: ClusterId;
  /** `null` for nodes without a NodePool. */
  readonly nodePool: string | null;
  readonly teamIds: readonly string[];
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
