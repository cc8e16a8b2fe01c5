import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  nodeClassesQuery,
  nodeClassQuery,
  nodePoolQuery,
  nodePoolsQuery,
} from './definitions.queries.js';

export interface StoredManifest {
  /** Empty when there is nothing to start from; absent while loading. */
  readonly manifest: string | undefined;
  readonly isMissing: boolean;
  readonly error: Error | null;
}

/** @param edit `NodePool/name` or `EC2NodeClass/name` */
export function useStoredManifest(clusterId: string, edit: string | undefined): StoredManifest {
  const query = useQuery({
    ...storedManifestQuery(clusterId, edit ?? ''),
    enabled: edit !== undefined,
  });
  return {
    manifest: edit === undefined ? '' : (query.data ?? undefined),
    isMissing: query.data === null,
    error: query.error,
  };
}

/** Definitions are named in links and read by id: the list of the cluster says which. */
const storedManifestQuery = (clusterId: string, edit: string) =>
  queryOptions({
    queryKey: ['stored-manifest', clusterId, edit],
    queryFn: async ({ client }) => {
      const [kind, name] = edit.split('/', 2);
      if (kind === 'NodePool') {
        const { nodePools } = await client.fetchQuery(nodePoolsQuery(clusterId));
        const id = nodePools.find((pool) => pool.name === name)?.id;
        return id === undefined
          ? null
          : ((await client.fetchQuery(nodePoolQuery(id)))?.manifest ?? null);
      }
      const { nodeClasses } = await client.fetchQuery(nodeClassesQuery(clusterId));
      const id = nodeClasses.find((nodeClass) => nodeClass.name === name)?.id;
      return id === undefined
        ? null
        : ((await client.fetchQuery(nodeClassQuery(id)))?.manifest ?? null);
    },
    // Text that is being edited is not replaced under the person's hands.
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
