import { hasErrorCode } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { toRecord, toTextOrNull } from '../json.js';
import { apiVersionOf, objectPath, type Resource } from '../watch/resources.js';

/** An owner reference as Kubernetes writes it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion: boolean;
}

/** A reference to an object, so that what it owns goes with it; `null` when it is not there. */
export async function ownerReference(
  connection: ClusterConnection,
  resource: Resource,
  name: string,
): Promise<OwnerReference | null> {
  const object = await findObject(connection, objectPath(resource, name));
  const uid = toTextOrNull(toRecord(toRecord(object)['metadata'])['uid']);
  if (uid === null) return null;
  const { kind } = resource;
  return { apiVersion: apiVersionOf(resource), kind, name, uid, blockOwnerDeletion: true };
}

/** The object at a path; `null` when there is none. */
export async function findObject(connection: ClusterConnection, path: string): Promise<unknown> {
  try {
    return await connection.json({ method: 'GET', path });
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return null;
    throw error;
  }
}
