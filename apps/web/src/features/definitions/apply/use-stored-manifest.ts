import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  nodeClassesQuery,
  nodeClassQuery,
  nodePoolQuery,
  nodePoolsQuery,
} from '../definitions.queries.js';

/** A stored definition to edit. */
export interface StoredManifest {
  readonly manifest: string;
  readonly version: number;
  /** The person who saved it, and the time; absent if unknown. */
  readonly saved: { readonly by: string; readonly at: string } | undefined;
}

export interface StoredManifestState {
  /** Absent while loading, and when it does not exist. */
  readonly stored: StoredManifest | undefined;
  readonly isMissing: boolean;
  readonly error: Error | null;
}

/**
 * Loads the definition to edit, once: a later change does not replace the text in the editor.
 * @param edit `NodePool/name` or `EC2NodeClass/name`; absent: nothing is loaded
 * @param version loads the definition again when it changes
 */
export function useStoredManifest(
  clusterId: string,
  edit: string | undefined,
  version?: number,
): StoredManifestState {
  const query = useQuery({
    ...storedManifestQuery(clusterId, edit ?? '', version ?? null),
    enabled: edit !== undefined,
  });
  return {
    stored: query.data ?? undefined,
    isMissing: query.data === null,
    error: query.error,
  };
}

/** Finds the ID of a named definition in the list of the cluster, then loads it. */
const storedManifestQuery = (clusterId: string, edit: string, version: number | null) =>
  queryOptions({
    queryKey: ['stored-manifest', clusterId, edit, version],
    queryFn: async ({ client }) => {
      const [kind, name] = edit.split('/', 2);
      // The cached definition may be an older version.
      const newest = { staleTime: 0 };
      if (kind === 'NodePool') {
        const { nodePools } = await client.fetchQuery(nodePoolsQuery(clusterId));
        const id = nodePools.find((pool) => pool.name === name)?.id;
        if (id === undefined) return null;
        return toStored(await client.fetchQuery({ ...nodePoolQuery(id), ...newest }));
      }
      const { nodeClasses } = await client.fetchQuery(nodeClassesQuery(clusterId));
      const id = nodeClasses.find((nodeClass) => nodeClass.name === name)?.id;
      if (id === undefined) return null;
      return toStored(await client.fetchQuery({ ...nodeClassQuery(id), ...newest }));
    },
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Definition {
  readonly manifest: string;
  readonly version: number;
  readonly revisions: readonly { readonly savedBy: string; readonly savedAt: string }[];
}

function toStored(definition: Definition | null): StoredManifest | null {
  if (definition === null) return null;
  const { manifest, version, revisions } = definition;
  const [newest] = revisions;
  return {
    manifest,
    version,
    saved: newest === undefined ? undefined : { by: newest.savedBy, at: newest.savedAt },
  };
}
