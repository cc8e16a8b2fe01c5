import {
  type ObjectMeta,
  type ObservedControllers,
  readDeployment,
  readLease,
  readObjectMeta,
} from '@kerf/application';
import { type JsonObject, toRecord, toRecords } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { collectionPath, type Resource, resources, selectionOf } from '../watch/resources.js';

/** Reads once the objects that a session watches. */
export async function findControllers(connection: ClusterConnection): Promise<ObservedControllers> {
  const all = async <T>(
    resource: Resource,
    read: (object: JsonObject, meta: ObjectMeta) => T,
  ): Promise<readonly T[]> => {
    const query = selectionOf(resource);
    const list = await connection.json({ method: 'GET', path: collectionPath(resource), query });
    return toRecords(toRecord(list)['items']).flatMap((object) => {
      const meta = readObjectMeta(object, connection.clockAheadMs ?? 0);
      return meta === null ? [] : [read(object, meta)];
    });
  };
  const [leases, deployments] = await Promise.all([
    all(resources.karpenterLeases, readLease),
    all(resources.karpenterDeployments, readDeployment),
  ]);
  return { leases, deployments };
}
