import type { ClusterPlace, ClusterQueries } from '@kerf/db';
import { notFound } from './public-error.js';

/** @throws STATE.NOT_FOUND if no cluster has this ID or name */
export async function requirePlace(
  clusters: ClusterQueries,
  idOrName: string,
): Promise<ClusterPlace> {
  const place = await clusters.locate(idOrName);
  if (place === null) throw notFound(`Cluster ${idOrName} not found.`);
  return place;
}

/** Returns `null`, which means all clusters, if none is named. @throws STATE.NOT_FOUND */
export async function clusterIdOf(
  clusters: ClusterQueries,
  idOrName: string | undefined,
): Promise<string | null> {
  return idOrName === undefined ? null : (await requirePlace(clusters, idOrName)).id;
}
