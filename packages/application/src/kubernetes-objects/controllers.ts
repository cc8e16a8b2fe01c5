import { type JsonObject, toInteger, toRecord, toTextOrNull } from '@kerf/core';
import type {
  ObservedDeployment,
  ObservedLease,
} from '../domain/controllers/observed-controllers.js';
import { type ObjectMeta, readTime } from './object-meta.js';

/** Upstream's default for a Lease without a duration. */
const usualLeaseSeconds = 15;

/** Reads a `coordination.k8s.io/v1` Lease. */
export function readLease(object: JsonObject, meta: ObjectMeta): ObservedLease {
  const { namespace, name } = meta;
  const spec = toRecord(object['spec']);
  return {
    namespace,
    name,
    holder: toTextOrNull(spec['holderIdentity']),
    renewedAt: readTime(spec['renewTime'], meta),
    durationMs: (toInteger(spec['leaseDurationSeconds']) ?? usualLeaseSeconds) * 1_000,
  };
}

/** The default number of replicas is one. */
export function readDeployment(
  object: JsonObject,
  { namespace, name }: ObjectMeta,
): ObservedDeployment {
  return { namespace, name, replicas: toInteger(toRecord(object['spec'])['replicas']) ?? 1 };
}
