import type { AnnotationAnswer, AnnotationChange, EvictionAnswer, PodRef } from '@kerf/application';
import { type AppError, type DurationMs, hasErrorCode, isAppError, toRecord } from '@kerf/core';
import { CoreV1Api } from '@kubernetes/client-node';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { createTypedApi } from '../connect/typed-api.js';
import { causesOfError, serverMessageIncludes } from '../errors.js';
import { findObject, mergePatch, twiceOnConflict } from './change-object.js';

/** Evicts the pod with this uid; a later pod with the same name is not evicted. */
export async function evictPod(
  connection: ClusterConnection,
  pod: PodRef,
): Promise<EvictionAnswer> {
  const { namespace, name, uid } = pod;
  try {
    await createTypedApi(CoreV1Api, connection).createNamespacedPodEviction({
      namespace,
      name,
      body: {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { namespace, name },
        deleteOptions: { preconditions: { uid } },
      },
    });
    return { kind: 'Accepted' };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return readRefusal(error) ?? (await answerOfConflict(connection, pod, error));
  }
}

/** Changes annotations of the pod with this uid, if the known ones are still as they were. */
export async function annotatePod(
  connection: ClusterConnection,
  pod: PodRef,
  change: AnnotationChange,
): Promise<AnnotationAnswer> {
  try {
    return await twiceOnConflict(() => annotateAsRead(connection, pod, change));
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return 'Gone';
    if (hasErrorCode(error, 'CLUSTER.CONFLICT')) return 'Changed';
    throw error;
  }
}

/** @throws CLUSTER.CONFLICT if the pod has changed since it was read */
async function annotateAsRead(
  connection: ClusterConnection,
  pod: PodRef,
  { from, to }: AnnotationChange,
): Promise<AnnotationAnswer> {
  const path = pathOf(pod);
  const metadata = toRecord(toRecord(await findObject(connection, path))['metadata']);
  const { uid, resourceVersion } = metadata;
  if (uid !== pod.uid) return 'Gone';
  const known = toRecord(metadata['annotations']);
  const isSame = Object.entries(from).every(([key, value]) => (known[key] ?? null) === value);
  if (!isSame) return 'Changed';
  const body = { metadata: { uid, resourceVersion, annotations: to } };
  await connection.text({ method: 'PATCH', path, contentType: mergePatch, body });
  return 'Written';
}

/** Deletes the pod with this uid, regardless of PodDisruptionBudgets. */
export async function deletePod(
  connection: ClusterConnection,
  pod: PodRef,
  gracePeriodMs: DurationMs,
): Promise<void> {
  const { namespace, name, uid } = pod;
  const gracePeriodSeconds = Math.ceil(gracePeriodMs / 1000);
  try {
    await createTypedApi(CoreV1Api, connection).deleteNamespacedPod({
      namespace,
      name,
      body: { gracePeriodSeconds, preconditions: { uid } },
    });
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return;
    if (!hasErrorCode(error, 'CLUSTER.CONFLICT') || (await isThere(connection, pod))) throw error;
  }
}

/** Source: kubernetes apiserver pkg/admission/plugin/webhook/errors and plugin/policy/validating. */
const deniedTexts = [' denied the request', ' denied request: '] as const;

/** Maps a rejected eviction to an answer; `null` if it is an unexpected error. */
function readRefusal(error: AppError): EvictionAnswer | null {
  if (error.code === 'CLUSTER.NOT_FOUND') return { kind: 'Gone' };
  const causes = causesOfError(error);
  // A namespace that is being deleted deletes its pods.
  if (causes.some(({ reason }) => reason === 'NamespaceTerminating')) return { kind: 'Accepted' };
  const budget = causes.find(({ reason }) => reason === 'DisruptionBudget');
  if (budget !== undefined) {
    const pdb = /disruption budget ([a-z0-9][a-z0-9.-]{0,252}) /.exec(budget.message)?.[1] ?? null;
    return { kind: 'Blocked', message: 'a PodDisruptionBudget allows no eviction now', pdb };
  }
  // With any status; a webhook may choose the one of a missing permission.
  if (deniedTexts.some((text) => serverMessageIncludes(error, text))) {
    const message = 'an admission webhook or policy does not allow the eviction';
    return { kind: 'Blocked', message, pdb: null };
  }
  // The API reports several budgets for one pod only by status 500 and this text.
  return error.meta['httpStatus'] === 500 && serverMessageIncludes(error, 'PodDisruptionBudget')
    ? { kind: 'Blocked', message: 'it has more than one PodDisruptionBudget', pdb: null }
    : null;
}

/** A conflict means another pod with that name, or a concurrent change. */
async function answerOfConflict(
  connection: ClusterConnection,
  pod: PodRef,
  error: AppError,
): Promise<EvictionAnswer> {
  if (error.code === 'CLUSTER.CONFLICT' && !(await isThere(connection, pod)))
    return { kind: 'Gone' };
  throw error;
}

async function isThere(connection: ClusterConnection, pod: PodRef) {
  const object = toRecord(await findObject(connection, pathOf(pod)));
  return toRecord(object['metadata'])['uid'] === pod.uid;
}

const pathOf = ({ namespace, name }: PodRef): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
