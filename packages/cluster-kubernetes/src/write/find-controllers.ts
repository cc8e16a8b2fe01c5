import type { ObservedControllers } from '@kerf/application';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { type Json, toRecord, toRecords } from '../json.js';
import { readDeployment, readLease } from '../map/controllers.js';
import { type ObjectMeta, readObjectMeta } from '../map/object-meta.js';
import { collectionPath, type Resource, resources, selectionOf } from '../watch/resources.js';

/** Reads once the objects that a session watches. */
export async function findControllers(connection: ClusterConnection): Promise<ObservedControllers> {
  const all = async <T>(
    resource: Resource,
    read: (object: Json, meta: ObjectMeta) => T,
  ): Promise<readonly T[]> => {
    const query = selectionOf(resource);
    const list = await connection.json({ method: 'GET', path: collectionPath(resource), query });
    return toRecords(toRecord(list)['items']).flatMap((object) => {
      const meta = readObjectMeta(object);
      return meta === null ? [] : [read(object, meta)];
    });
  };
  const [leases, deployments] = await Promise.all([
    all(resources.karpenterLeases, readLease),
    all(resources.karpenterDeployments, readDeployment),
  ]);
  return { leases, deployments };
}
