import type { ClusterPlace, ReadQueries } from '@kerf/db';
import { notFound } from '../../contract/public-error.js';

/** @throws STATE.NOT_FOUND if no cluster has this ID or name */
export async function requirePlace(queries: ReadQueries, idOrName: string): Promise<ClusterPlace> {
  const place = await queries.clusters.locate(idOrName);
  if (place === null) throw notFound(`Cluster ${idOrName} not found.`);
  return place;
}

/** Returns `null`, which means all clusters, if none is named. @throws STATE.NOT_FOUND */
export async function clusterIdOf(
  queries: ReadQueries,
  idOrName: string | undefined,
): Promise<string | null> {
  return idOrName === undefined ? null : (await requirePlace(queries, idOrName)).id;
}
