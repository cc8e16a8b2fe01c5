import { type JsonObject, toInteger, toRecord } from '@kerf/core';
import type { ObjectMeta } from './object-meta.js';

/** Kinds of controllers whose missing pods are known. */
export type PodControllerKind = 'ReplicaSet' | 'StatefulSet' | 'Job';

/** How many pods a controller keeps. */
export interface ObservedPodController {
  readonly kind: PodControllerKind;
  readonly namespace: string;
  readonly name: string;
  /** Number of pods that the controller wants to be active at the same time. */
  readonly wanted: number;
  /** Maximum number of missing pods that it creates without waiting for others. */
  readonly atOnce: number;
}

/**
 * Reads an `apps/v1` ReplicaSet or StatefulSet, or a `batch/v1` Job.
 * @returns `null` when the controller creates no pods
 */
export function readPodController(
  kind: PodControllerKind,
  object: JsonObject,
  { namespace, name, deletionRequestedAt }: ObjectMeta,
): ObservedPodController | null {
  const spec = toRecord(object['spec']);
  const wanted =
    kind === 'Job'
      ? podsOfJob(spec, toRecord(object['status']))
      : (toInteger(spec['replicas']) ?? 1);
  if (wanted <= 0 || deletionRequestedAt !== null) return null;
  const isOneByOne = kind === 'StatefulSet' && spec['podManagementPolicy'] !== 'Parallel';
  return { kind, namespace, name, wanted, atOnce: isOneByOne ? 1 : wanted };
}

/**
 * Returns the number of pods of a Job's start. A Job that has ended pods counts as complete: the
 * next pods may wait for a back-off, and its status is behind its pods.
 * Source: Kubernetes batch/v1 JobSpec (parallelism and completions are 1 if absent).
 */
function podsOfJob(spec: JsonObject, status: JsonObject): number {
  const ended = (toInteger(status['succeeded']) ?? 0) + (toInteger(status['failed']) ?? 0);
  if (spec['suspend'] === true || ended > 0) return 0;
  const parallelism = toInteger(spec['parallelism']) ?? 1;
  return Math.min(parallelism, toInteger(spec['completions']) ?? parallelism);
}
