import {
  type ActingLeaseAnswer,
  type ActingLeaseClaim,
  type Clock,
  readLease,
  readObjectMeta,
} from '@kerf/application';
import { AppError, hasErrorCode, type JsonObject, toRecord, toText } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { apiVersionOf, groupPath, namespacedPath, resources } from '../watch/resources.js';
import { findObject, mergePatch } from './change-object.js';

/** Name of the Lease of the Kerf installation that acts in a cluster. */
export const actingLease = { namespace: 'kube-system', name: 'kerf' } as const;

const { karpenterLeases: leases } = resources;
const path = namespacedPath(leases, actingLease);
const collection = `${groupPath(leases.group, leases.version)}/namespaces/${actingLease.namespace}/${leases.plural}`;

/** Number of attempts while other writers are faster. */
const attempts = 4;

/**
 * Acquires the Lease if nobody holds it or it has expired, and renews Kerf's own. Each write
 * applies only to the revision that was read, so only one of two concurrent callers acquires it.
 * The other one reads again who holds it: that may be the same holder, which has renewed it.
 */
export async function claimActingLease(
  connection: ClusterConnection,
  clock: Clock,
  claim: ActingLeaseClaim,
): Promise<ActingLeaseAnswer> {
  let answer: ActingLeaseAnswer | null = null;
  for (let attempt = 0; attempt < attempts && answer === null; attempt += 1) {
    answer = await tryToClaim(connection, clock, claim);
  }
  if (answer !== null) return answer;
  throw new AppError({
    code: 'CLUSTER.CONFLICT',
    message: `${path} was changed at the same time.`,
    retry: { kind: 'backoff' },
  });
}

/** @returns `null` if the Lease has changed since it was read */
async function tryToClaim(
  connection: ClusterConnection,
  clock: Clock,
  claim: ActingLeaseClaim,
): Promise<ActingLeaseAnswer | null> {
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
    return null;
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
