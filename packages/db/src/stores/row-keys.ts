import type { ClusterId } from '@kerf/core';
import { Prisma } from '../generated/client.js';

/** A NodePool is identified by its cluster and its name. */
export interface NodePoolKey {
  readonly clusterId: ClusterId;
  readonly nodePool: string;
}

/** Returns the keys as rows `k(cluster_id, node_pool)` to join with. */
export function nodePoolKeys(keys: readonly NodePoolKey[]): Prisma.Sql {
  return Prisma.sql`
    unnest(${keys.map((key) => key.clusterId)}::text[], ${keys.map((key) => key.nodePool)}::text[])
      AS k(cluster_id, node_pool)`;
}
