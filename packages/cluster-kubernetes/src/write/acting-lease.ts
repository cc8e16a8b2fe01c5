import {
  type ActingLeaseAnswer,
  type ActingLeaseClaim,
  type Clock,
  readLease,
  readObjectMeta,
} from '@kerf/application';
import { hasErrorCode, type JsonObject, toRecord, toText } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { apiVersionOf, groupPath, namespacedPath, resources } from '../watch/resources.js';
import { findObject, mergePatch } from './change-object.js';

/** Name of the Lease of the Kerf installation that acts in a cluster. */
export const actingLease = { namespace: 'kube-system', name: 'kerf' } as const;

const { karpenterLeases: leases } = resources;
const path = namespacedPath(leases, actingLease);
const collection = `${groupPath(leases.group, leases.version)}/namespaces/${actingLease.namespace}/${leases.plural}`;

/**
 * Acquires the Lease if nobody holds it or it has expired, and renews Kerf's own. Each write
 * applies only to the revision that was read, so only one of two concurrent callers succeeds.
 */
export async function claimActingLease(
  connection: ClusterConnection,
  clock: Clock,
  claim: ActingLeaseClaim,
): Promise<ActingLeaseAnswer> {
  const current = toRecord(await findObject(connection, path));
  const meta = readObjectMeta(current);
  const revision = toText(toRecord(current['metadata'])['resourceVersion']);
  if (meta !== null) {
    const { holder, durationMs } = readLease(current, meta);
    const isOthers = holder !== null && holder !== claim.holder;
    if (isOthers && revision !== claim.expiredRevision) {
      return { kind: 'HeldByOther', holder, revision, durationMs };
    }
  }
  try {
    await connection.text(
      meta === null
        ? { method: 'POST', path: collection, body: toLease(clock, claim, {}) }
        : {
            method: 'PATCH',
            path,
            contentType: mergePatch,
            body: toLease(clock, claim, { resourceVersion: revision }),
          },
    );
    return { kind: 'Held' };
  } catch (error) {
    if (!hasErrorCode(error, 'CLUSTER.CONFLICT')) throw error;
    // Another writer was faster; the next read shows its holder.
    return { kind: 'HeldByOther', holder: 'another', revision, durationMs: claim.durationMs };
  }
}

function toLease(
  clock: Clock,
  { holder, durationMs }: ActingLeaseClaim,
  metadata: JsonObject,
): JsonObject {
  return {
    apiVersion: apiVersionOf(leases),
    kind: leases.kind,
    metadata: { ...metadata, ...actingLease },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      renewTime: toMicroTime(clock.now()),
    },
  };
}

/** Lease times have microseconds. */
const toMicroTime = (at: number): string => new Date(at).toISOString().replace('Z', '000Z');
