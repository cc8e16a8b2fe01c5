import { createContext, useContext } from 'react';
import type { ClusterNamesQuery } from '../../gql/graphql.js';

export type ClusterName = ClusterNamesQuery['clusters']['nodes'][number];

/** All registered clusters; absent while loading. */
export const ClusterDirectory = createContext<readonly ClusterName[] | undefined>(undefined);

export const useClusterDirectory = (): readonly ClusterName[] | undefined =>
  useContext(ClusterDirectory);

/** The meaning of the URL parameter `cluster`. */
export type ClusterScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'one'; readonly cluster: ClusterName }
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown'; readonly name: string };

export function toClusterScope(
  name: string | undefined,
  clusters: readonly ClusterName[] | undefined,
): ClusterScope {
  if (name === undefined || name === '') return { kind: 'all' };
  if (clusters === undefined) return { kind: 'loading' };
  const cluster = clusters.find((each) => each.name === name);
  return cluster === undefined ? { kind: 'unknown', name } : { kind: 'one', cluster };
}

export const useClusterScope = (name: string | undefined): ClusterScope =>
  toClusterScope(name, useClusterDirectory());

/** Returns whether a query for this scope is enabled, and for which cluster. */
export function scopeQuery(scope: ClusterScope): {
  readonly enabled: boolean;
  readonly clusterId: string | undefined;
} {
  return {
    enabled: scope.kind === 'all' || scope.kind === 'one',
    clusterId: scope.kind === 'one' ? scope.cluster.id : undefined,
  };
}

/** Returns the function that finds the name of a cluster by its ID. */
export function useClusterNameOf(): (id: string | null) => string | undefined {
  const clusters = useClusterDirectory();
  return (id) => clusters?.find((cluster) => cluster.id === id)?.name;
}
