import {
  type JsonObject,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextMap,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import type { LabelSelector } from '@kerf/engine';
import type { WorkloadSelector } from '../domain/scheduling/workload-selector.js';
import type { Note, ObjectMeta } from './object-meta.js';
import { findCondition, isForDefaultScheduler } from './pod.js';
import { type AdmissionSpec, toAdmissionSpec } from './pod-admission.js';
import type { PodSpecFields } from './pod-spec.js';
import { readPodTemplate } from './pod-template.js';
import { readLabelSelector } from './selectors.js';
import { withDefaultTolerations } from './taints.js';

/** Kinds of controllers whose missing pods are known. */
export type PodControllerKind = 'ReplicaSet' | 'StatefulSet' | 'Job';

/** How many pods a controller keeps. */
export interface ObservedPodController {
  readonly kind: PodControllerKind;
  readonly namespace: string;
  readonly name: string;
  /** Number of pods that the controller wants to be active at the same time; 0 if it creates none. */
  readonly wanted: number;
  /** Maximum number of missing pods that it creates without waiting for others. */
  readonly atOnce: number;
  /**
   * Number of active pods in the status of a Job, which does not show pods that have just ended, or
   * of pods in that of a StatefulSet if {@link hasTried}; 0 otherwise.
   */
  readonly reportedActive: number;
  /**
   * True if {@link reportedActive} is how many pods a Job or a parallel StatefulSet had once its
   * controller had tried to create those that it lacks; false for others.
   */
  readonly hasTried: boolean;
  /**
   * False if it replaces a terminating pod only once the pod has ended, as a StatefulSet does: the
   * next pod has the same name.
   */
  readonly replacesTerminating: boolean;
  /** Whether each pod has a label with its index, which is not in the template. */
  readonly isIndexed: boolean;
  /**
   * Its pods, if admission adds nothing but the default tolerations; `null` if the template leaves
   * something open that scheduling depends on.
   */
  readonly template: PodSpecFields | null;
  /** The selector of its pods; `null` for a Job. */
  readonly selector: LabelSelector | null;
  /** Parts of its template that decide whether the API server accepts its pods. */
  readonly admission: AdmissionSpec;
}

/**
 * Reads an `apps/v1` ReplicaSet or StatefulSet, or a `batch/v1` Job.
 * @returns `null` when the default scheduler places no pods of the controller
 */
export function readPodController(
  kind: PodControllerKind,
  object: JsonObject,
  meta: ObjectMeta,
  note: Note,
): ObservedPodController | null {
  const { namespace, name } = meta;
  const spec = toRecord(object['spec']);
  const status = toRecord(object['status']);
  const isJob = kind === 'Job';
  const wanted = isJob ? podsOfJob(spec, status) : (toInteger(spec['replicas']) ?? 1);
  const podSpec = toRecord(toRecord(spec['template'])['spec']);
  const mayCreate = meta.deletionRequestedAt === null && !isRefused(status);
  if (wanted <= 0 || !isScheduled(podSpec)) return null;
  const isStatefulSet = kind === 'StatefulSet';
  const isOneByOne = isStatefulSet && !isParallel(spec);
  return {
    kind,
    namespace,
    name,
    wanted: mayCreate ? wanted : 0,
    atOnce: isOneByOne ? 1 : wanted,
    ...(isJob ? reportOfJob(status) : reportOfSet(spec, status, meta)),
    replacesTerminating: !(isStatefulSet || replacesOnlyEnded(spec)),
    isIndexed: isStatefulSet || spec['completionMode'] === 'Indexed',
    template: isStatefulSet || isOpen(podSpec) ? null : readTemplate(spec, meta, note),
    selector: isJob ? null : readLabelSelector(spec['selector']),
    admission: toAdmissionSpec(podSpec),
  };
}

/** Returns false if the pods bypass the scheduler, wait for a gate, or have another scheduler. */
function isScheduled(podSpec: JsonObject): boolean {
  return toTextOrNull(podSpec['nodeName']) === null && isForDefaultScheduler(podSpec);
}

/**
 * Returns true if the API server has refused the next pod of a ReplicaSet, e.g. because of a quota or
 * an admission webhook. The condition is removed once no pod is refused any more.
 * Source: Kubernetes pkg/controller/replicaset calculateStatus @v1.36.4.
 */
function isRefused(replicaSetStatus: JsonObject): boolean {
  const { status, reason } = findCondition(replicaSetStatus, 'ReplicaFailure');
  return status === 'True' && reason === 'FailedCreate';
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
  // Claims of devices are unsupported in a template.
  if (volumeClaims.length + (fields.unsupported?.length ?? 0) > 0) return null;
  return { ...fields, tolerations: withDefaultTolerations(fields.tolerations) };
}

/**
 * Returns the number of pods of a Job that its controller keeps active. A work queue, i.e. a Job
 * without completions, starts no pods after its first success.
 * Source: Kubernetes pkg/controller/job manageJob @v1.36.4; parallelism is 1 if absent.
 */
function podsOfJob(spec: JsonObject, status: JsonObject): number {
  if (spec['suspend'] === true || hasOtherManager(spec) || isEnding(spec, status)) return 0;
  const parallelism = toInteger(spec['parallelism']) ?? 1;
  const completions = toInteger(spec['completions']);
  const succeeded = endedPodsOfJob(status, 'succeeded');
  if (completions === null) return succeeded > 0 ? 0 : parallelism;
  return Math.min(parallelism, completions - succeeded - countIndexes(status['failedIndexes']));
}

const jobManager = 'kubernetes.io/job-controller';

function hasOtherManager({ managedBy }: JsonObject): boolean {
  return (toTextOrNull(managedBy) ?? jobManager) !== jobManager;
}

const endConditions = ['Complete', 'Failed', 'FailureTarget', 'SuccessCriteriaMet'] as const;

/** Returns true if the Job has ended or is about to; the condition comes after the last failure. */
function isEnding(spec: JsonObject, status: JsonObject): boolean {
  const retries = toInteger(spec['backoffLimit']) ?? Number.POSITIVE_INFINITY;
  return (
    endedPodsOfJob(status, 'failed') > retries ||
    endConditions.some((type) => findCondition(status, type)['status'] === 'True')
  );
}

/** Returns the number of ended pods, with those that are not in the counts of the status yet. */
function endedPodsOfJob(status: JsonObject, outcome: 'succeeded' | 'failed'): number {
  const uncounted = toRecord(status['uncountedTerminatedPods'])[outcome];
  return (toInteger(status[outcome]) ?? 0) + toTexts(uncounted).length;
}

/** Returns the number of indexes in a text as of a Job's status, e.g. 5 for `1,3-5,7`. */
function countIndexes(text: unknown): number {
  return (toText(text).match(/\d+(-\d+)?/g) ?? []).reduce((count, range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return count + last - first + 1;
  }, 0);
}

type Report = Pick<ObservedPodController, 'reportedActive' | 'hasTried'>;

/** Maximum number of pods that the controller of Jobs creates before it writes the status. */
const maxCreatedAtOnce = 500;

/**
 * The status of a Job is written after an attempt to create each pod that it lacks. If it has too few
 * pods then, the API server refused one, which no condition says, or the controller waits after
 * failures. A resumed Job keeps the condition `Suspended` until the attempt, and its start time in
 * some versions.
 * Source: Kubernetes pkg/controller/job syncJob and manageJob, MaxPodCreateDeletePerSync @v1.36.4.
 */
function reportOfJob(status: JsonObject): Report {
  const reportedActive = toInteger(status['active']) ?? 0;
  const hasTried =
    toTextOrNull(status['startTime']) !== null &&
    findCondition(status, 'Suspended')['status'] !== 'True' &&
    reportedActive < maxCreatedAtOnce;
  return { reportedActive, hasTried };
}

/**
 * The status of a parallel StatefulSet is written after an attempt to create each pod that it lacks; it
 * has no condition for refusals either. Other sets wait for their pods or, of ReplicaSets, have one.
 * Source: Kubernetes pkg/controller/statefulset performUpdate and updateStatefulSet @v1.36.4.
 */
function reportOfSet(spec: JsonObject, status: JsonObject, { raw }: ObjectMeta): Report {
  const pods = toInteger(status['replicas']) ?? 0;
  const isCurrent =
    (toInteger(status['observedGeneration']) ?? 0) >= (toInteger(raw['generation']) ?? 1);
  const hasTried = isParallel(spec) && isCurrent && pods < (toInteger(spec['replicas']) ?? 1);
  return { reportedActive: hasTried ? pods : 0, hasTried };
}

function isParallel(statefulSetSpec: JsonObject): boolean {
  return statefulSetSpec['podManagementPolicy'] === 'Parallel';
}

/**
 * Returns whether a Job replaces only ended pods; one with a failure policy has to see how each pod
 * ends, so it waits too.
 */
function replacesOnlyEnded(spec: JsonObject): boolean {
  return spec['podReplacementPolicy'] === 'Failed' || spec['podFailurePolicy'] !== undefined;
}

/**
 * Reads the selector of a `v1` Service or ReplicationController: a map of labels.
 * @returns `null` if it has none, which selects no pods
 */
export function readMapSelector(
  kind: 'Service' | 'ReplicationController',
  object: JsonObject,
  { namespace, name }: ObjectMeta,
): WorkloadSelector | null {
  const matchLabels = toTextMap(toRecord(object['spec'])['selector']);
  if (Object.keys(matchLabels).length === 0) return null;
  return { kind, namespace, name, selector: { matchLabels, matchExpressions: [] } };
}
