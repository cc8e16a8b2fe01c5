import { toRecord, toTextOrNull } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { apiVersionOf, objectPath, type Resource } from '../watch/resources.js';
import { findObject } from './change-object.js';

/** An owner reference in the form of Kubernetes. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion: boolean;
}

/**
 * Returns a reference to an object, so that its dependents are deleted with it; `null` if it does
 * not exist.
 */
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
