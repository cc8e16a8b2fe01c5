import { queryOptions, useQueries } from '@tanstack/react-query';
import { readRest } from '../../../lib/api/rest-client.js';
import { allNodes, type MapNode, toMapNode } from './map-node.js';

interface ClusterName {
  readonly id: string;
  readonly name: string;
}

/** All nodes of a cluster, without pages. */
const allNodesQuery = (cluster: ClusterName) =>
  queryOptions({
    queryKey: ['all-nodes', cluster.id],
    queryFn: async ({ signal }) => {
      const path = `clusters/${cluster.id}/all-nodes`;
      const { items, asOf } = await readRest(path, allNodes, signal);
      return { asOf, nodes: items.map((node) => toMapNode(node, cluster)) };
    },
    meta: { topics: ['NODES'], clusterId: cluster.id },
  });

/** The nodes of a map. */
export interface AllNodes {
  /** Absent until those of all clusters are loaded. */
  readonly nodes: readonly MapNode[] | undefined;
  /** Time of the oldest data. */
  readonly asOf: string | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads all nodes of clusters; one that cannot be read has none. */
export const useAllNodes = (clusters: readonly ClusterName[]): AllNodes =>
  useQueries({ queries: clusters.map(allNodesQuery), combine: joinClusters });

interface ClusterResult {
  readonly data: { readonly asOf: string; readonly nodes: readonly MapNode[] } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The function has a fixed identity, so that the same nodes are laid out once. */
function joinClusters(results: readonly ClusterResult[]): AllNodes {
  const isLoaded = results.every(({ data, error }) => data !== undefined || error !== null);
  const loaded = results.flatMap(({ data }) => data ?? []);
  return {
    nodes: isLoaded ? loaded.flatMap(({ nodes }) => nodes) : undefined,
    asOf: loaded.map(({ asOf }) => asOf).toSorted()[0],
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error !== null) void refetch();
    },
  };
}
