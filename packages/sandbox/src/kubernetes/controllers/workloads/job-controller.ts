import type { ClusterApi } from '../../api/cluster-api.js';
import { StatusError } from '../../api/status.js';
import { toTimestamp } from '../../api/timestamp.js';
import { PodCreation } from '../../pace/pod-creation.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import { controllerOf, keyOf } from '../../resources/kube-object.js';
import type { Condition } from '../../resources/types/common.js';
import type { Pod } from '../../resources/types/pod.js';
import type { Job, JobStatus } from '../../resources/types/workload.js';
import { type ControllerContext, queueWithPods, startQueue } from '../controller-context.js';
import { isActive } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';
import { podFromTemplate } from './pod-template.js';
import { tryToCreate } from './try-to-create.js';

const component = 'job-controller';

/** Keeps a finished pod until the Job has counted it, even if its node is removed. */
const trackingFinalizer = 'batch.kubernetes.io/job-tracking';

/** Runs pods until the requested number has succeeded. */
export class JobController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;
  readonly #creation: PodCreation;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
    this.#creation = new PodCreation(context.clock, context.pace);
  }

  start(): void {
    queueWithPods(this.#api, kinds.job, this.#queue);
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const job = this.#api.find(kinds.job, namespace, name);
    if (job === null) return this.#releaseOrphans(key);
    const counted = this.#countFinished(job);
    if (counted === null || counted.metadata.deletionTimestamp !== undefined) return undefined;
    if (isFinished(counted.status)) return this.#cleanUp(counted);
    const ended = this.#updateConditions(counted);
    if (isFinished(ended.status)) return this.#cleanUp(ended);
    const attempt = this.#adjust(ended);
    if (attempt !== 'InProgress') this.#refreshActive(ended);
    // The queue tries again.
    if (attempt instanceof StatusError) throw attempt;
    return undefined;
  }

  /**
   * Starts or stops pods.
   * @returns why the API server refused a pod; `InProgress` while the rate of requests delays some
   */
  #adjust(job: Job): StatusError | 'InProgress' | null {
    if (job.spec.suspend === true) {
      this.#stopPods(job);
      return null;
    }
    let delayed = 0;
    const refusal = tryToCreate({
      events: this.#context.events,
      component,
      owner: job,
      create: () => {
        delayed = this.#startPods(job);
      },
    });
    if (refusal !== null) this.#creation.reset(keyOf(job));
    return refusal ?? (delayed > 0 ? 'InProgress' : null);
  }

  #podsOf(job: Job): readonly Pod[] {
    return this.#context.pods.ofController(job.metadata.uid);
  }

  /** Counts newly finished pods and then releases them. */
  #countFinished(job: Job): Job | null {
    const finished = this.#podsOf(job).filter((pod) => isTracked(pod) && hasEnded(pod));
    const succeeded = finished.filter(({ status }) => status?.phase === 'Succeeded').length;
    const counted = this.#api.updateStatus(kinds.job, job, (current) => ({
      ...current,
      status: {
        ...current.status,
        ...plus('succeeded', current.status?.succeeded, succeeded),
        ...plus('failed', current.status?.failed, finished.length - succeeded),
      },
    }));
    for (const pod of finished) this.#release(pod);
    return counted;
  }

  #release(pod: Pod): void {
    this.#api.update(kinds.pod, pod, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        finalizers: (current.metadata.finalizers ?? []).filter((one) => one !== trackingFinalizer),
      },
    }));
  }

  #releaseOrphans(key: string): void {
    const [namespace, name] = key.split('/');
    const orphans = this.#api
      .list(kinds.pod)
      .filter(
        (pod) =>
          pod.metadata.namespace === namespace &&
          isTracked(pod) &&
          controllerOf(pod)?.kind === kinds.job.kind &&
          controllerOf(pod)?.name === name,
      );
    for (const pod of orphans) this.#release(pod);
  }

  /** Writes the Complete or Failed condition once the Job has ended. */
  #updateConditions(job: Job): Job {
    const { succeeded = 0, failed = 0, startTime } = job.status ?? {};
    const { completions, backoffLimit = 6, activeDeadlineSeconds } = job.spec;
    const isIdle = !this.#podsOf(job).some(isActive);
    const isComplete =
      completions === undefined ? succeeded > 0 && isIdle : succeeded >= completions;
    if (isComplete)
      return this.#finish(
        job,
        'Complete',
        'CompletionsReached',
        'Reached expected number of succeeded pods',
      );
    if (failed > backoffLimit) {
      return this.#finish(
        job,
        'Failed',
        'BackoffLimitExceeded',
        'Job has reached the specified backoff limit',
      );
    }
    if (activeDeadlineSeconds !== undefined && startTime !== undefined) {
      const leftMs = Date.parse(startTime) + activeDeadlineSeconds * 1000 - this.#api.now();
      if (leftMs <= 0) {
        return this.#finish(
          job,
          'Failed',
          'DeadlineExceeded',
          'Job was active longer than specified deadline',
        );
      }
      this.#queue.addAfter(keyOf(job), leftMs);
    }
    return job;
  }

  #finish(job: Job, type: 'Complete' | 'Failed', reason: string, message: string): Job {
    const time = toTimestamp(this.#api.now());
    const condition: Condition = {
      type,
      status: 'True',
      lastTransitionTime: time,
      reason,
      message,
    };
    const updated = this.#api.updateStatus(kinds.job, job, (current) => ({
      ...current,
      status: {
        ...withoutCounts(current.status),
        ...(type === 'Complete' ? { completionTime: time } : {}),
        conditions: [...(current.status?.conditions ?? []), condition],
      },
    }));
    const hasSucceeded = type === 'Complete';
    this.#context.events.record(job, component, {
      type: hasSucceeded ? 'Normal' : 'Warning',
      reason: hasSucceeded ? 'Completed' : reason,
      message: hasSucceeded ? 'Job completed' : message,
    });
    return updated ?? job;
  }

  /** Deletes running pods, and the Job itself after its TTL. */
  #cleanUp(job: Job): void {
    this.#stopPods(job);
    const { ttlSecondsAfterFinished } = job.spec;
    const finishedAt = job.status?.conditions?.find(isFinalCondition)?.lastTransitionTime;
    if (ttlSecondsAfterFinished === undefined || finishedAt === undefined || finishedAt === null)
      return;
    const leftMs = Date.parse(finishedAt) + ttlSecondsAfterFinished * 1000 - this.#api.now();
    if (leftMs <= 0) this.#api.delete(job, { propagationPolicy: 'Foreground' });
    else this.#queue.addAfter(keyOf(job), leftMs);
  }

  #stopPods(job: Job): void {
    for (const pod of this.#podsOf(job).filter(isActive)) this.#api.delete(pod);
  }

  /** Returns how many pods are to be started later. */
  #startPods(job: Job): number {
    const { parallelism = 1, completions = Number.POSITIVE_INFINITY } = job.spec;
    const succeeded = job.status?.succeeded ?? 0;
    const active = this.#podsOf(job).filter(isActive).length;
    // Without a number of completions, no pod is started after the first success.
    const isDraining = job.spec.completions === undefined && succeeded > 0;
    const wanted = isDraining ? 0 : Math.min(parallelism, completions - succeeded);
    const body = podFromTemplate({
      owner: job,
      template: job.spec.template,
      finalizers: [trackingFinalizer],
    });
    const key = keyOf(job);
    const missing = Math.max(wanted - active, 0);
    const granted = this.#creation.grant(key, missing, () => this.#queue.add(key));
    for (let count = 0; count < granted; count += 1) {
      const pod = this.#api.create(kinds.pod, job.metadata.namespace, body);
      const message = `Created pod: ${pod.metadata.name}`;
      this.#context.events.record(job, component, {
        type: 'Normal',
        reason: 'SuccessfulCreate',
        message,
      });
    }
    return missing - granted;
  }

  /**
   * Writes which pods the Job has, after the attempt to start those that it lacked.
   * Source: kubernetes pkg/controller/job syncJob, which writes no status in between.
   */
  #refreshActive(job: Job): void {
    const active = this.#podsOf(job).filter(isActive);
    const startTime =
      job.spec.suspend === true ? job.status?.startTime : toTimestamp(this.#api.now());
    this.#api.updateStatus(kinds.job, job, (current) => ({
      ...current,
      status: {
        ...(startTime === undefined ? {} : { startTime }),
        ...withoutCounts(current.status),
        ...(active.length === 0 ? {} : { active: active.length }),
        ready: active.filter(isReady).length,
        terminating: 0,
      },
    }));
  }
}

function plus(
  field: 'succeeded' | 'failed',
  before: number | undefined,
  more: number,
): { succeeded?: number; failed?: number } {
  const sum = (before ?? 0) + more;
  return sum === 0 ? {} : { [field]: sum };
}

function withoutCounts(status: JobStatus | undefined): JobStatus {
  const { active: _active, ready: _ready, terminating: _terminating, ...rest } = status ?? {};
  return rest;
}

function isTracked({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) ?? false;
}

/** Returns true if the pod is finished or in deletion with only the finalizer left. */
function hasEnded({ status, metadata }: Pod): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return true;
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

function isFinalCondition({ type, status }: Condition): boolean {
  return (type === 'Complete' || type === 'Failed') && status === 'True';
}

function isFinished(status: JobStatus | undefined): boolean {
  return status?.conditions?.some(isFinalCondition) ?? false;
}
