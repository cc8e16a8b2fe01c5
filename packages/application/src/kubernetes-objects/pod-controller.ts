import { type JsonObject, toInteger, toRecord, toRecords, toTextOrNull } from '@kerf/core';
import type { Note, ObjectMeta } from './object-meta.js';
import { isForDefaultScheduler } from './pod.js';
import type { PodSpecFields } from './pod-spec.js';
import { readPodTemplate } from './pod-template.js';
import { withDefaultTolerations } from './taints.js';

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
  /**
   * Its pods, if admission adds nothing but the default tolerations; `null` if the template leaves
   * something open that scheduling depends on.
   */
  readonly template: PodSpecFields | null;
}

/**
 * Reads an `apps/v1` ReplicaSet or StatefulSet, or a `batch/v1` Job.
 * @returns `null` when the controller creates no pods
 */
export function readPodController(
  kind: PodControllerKind,
  object: JsonObject,
  meta: ObjectMeta,
  note: Note,
): ObservedPodController | null {
  const { namespace, name } = meta;
  const spec = toRecord(object['spec']);
  const wanted =
    kind === 'Job'
      ? podsOfJob(spec, toRecord(object['status']))
      : (toInteger(spec['replicas']) ?? 1);
  const podSpec = toRecord(toRecord(spec['template'])['spec']);
  if (wanted <= 0 || meta.deletionRequestedAt !== null || !isForDefaultScheduler(podSpec))
    return null;
  const isOneByOne = kind === 'StatefulSet' && spec['podManagementPolicy'] !== 'Parallel';
  return {
    kind,
    namespace,
    name,
    wanted,
    atOnce: isOneByOne ? 1 : wanted,
    template: kind === 'StatefulSet' || isOpen(podSpec) ? null : readTemplate(spec, meta, note),
  };
}

/**
 * Returns true if the API server completes the spec from objects that are not watched: PriorityClass,
 * RuntimeClass, and the LimitRange of containers without requests. Each pod of a StatefulSet has
 * labels of its own.
 */
function isOpen(podSpec: JsonObject): boolean {
  return (
    toTextOrNull(podSpec['priorityClassName']) !== null ||
    toTextOrNull(podSpec['runtimeClassName']) !== null ||
    [...toRecords(podSpec['containers']), ...toRecords(podSpec['initContainers'])].some(
      (container) => !['cpu', 'memory'].every((resource) => hasRequest(container, resource)),
    )
  );
}

function hasRequest(container: JsonObject, resource: string): boolean {
  const { requests, limits } = toRecord(container['resources']);
  return [requests, limits].some((amounts) => toRecord(amounts)[resource] !== undefined);
}

function readTemplate(spec: JsonObject, meta: ObjectMeta, note: Note): PodSpecFields | null {
  const { fields, volumeClaims } = readPodTemplate(spec['template'], meta, note);
  if (volumeClaims.length > 0) return null;
  return { ...fields, tolerations: withDefaultTolerations(fields.tolerations) };
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
