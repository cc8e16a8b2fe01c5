import type { CloudProvider, Engine } from '@kerf/application';
import type { RequestBatch } from '@kerf/cloud-aws';
import { interceptMethods, isAppError } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { durationBuckets, type Metrics } from '@kerf/system';

/** Called with the duration of a call and its error, if any. */
type Observer = (method: string, seconds: number, error: unknown) => void;

/** Returns the same object with its asynchronous methods timed. */
function timed<T extends object>(target: T, observe: Observer): T {
  return interceptMethods(target, async (method, call) => {
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1_000;
    try {
      const result: unknown = await call();
      observe(method, seconds(), null);
      return result;
    } catch (error) {
      observe(method, seconds(), error);
      throw error;
    }
  });
}

const codeOf = (error: unknown): string => (isAppError(error) ? error.code : 'BUG');

/** Source of the names: karpenter cloudprovider/metrics/cloudprovider.go. */
export function measureCloud<T extends CloudProvider>(metrics: Metrics, cloud: T): T {
  const duration = metrics.histogram({
    name: 'karpenter_cloudprovider_duration_seconds',
    help: 'Duration of cloud provider method calls in seconds.',
    labels: ['method', 'provider'],
    buckets: durationBuckets,
  });
  const errors = metrics.counter({
    name: 'karpenter_cloudprovider_errors_total',
    help: 'Total number of errors of cloud provider calls, by error code.',
    labels: ['method', 'provider', 'error'],
  });
  return timed(cloud, (method, seconds, error) => {
    duration.observe({ method, provider: 'aws' }, seconds);
    if (error !== null) errors.add({ method, provider: 'aws', error: codeOf(error) });
  });
}

/** At most 200 requests are joined. */
const sizeBuckets = [1, 2, 5, 10, 20, 50, 100, 200] as const;

/** Returns the function that observes a batch. Source of the names: provider-aws pkg/batcher/metrics.go. */
export function measureBatches(metrics: Metrics): (batch: RequestBatch) => void {
  const labels = ['cluster', 'batcher'] as const;
  const sizes = metrics.histogram({
    name: 'karpenter_cloudprovider_batcher_batch_size',
    help: 'Number of requests that were sent to EC2 in one call.',
    labels,
    buckets: sizeBuckets,
  });
  const times = metrics.histogram({
    name: 'karpenter_cloudprovider_batcher_batch_time_seconds',
    help: 'Duration for which a call waited for more requests in seconds.',
    labels,
    buckets: durationBuckets,
  });
  return ({ batcher, cluster, size, openMs }) => {
    sizes.observe({ cluster, batcher }, size);
    times.observe({ cluster, batcher }, openMs / 1_000);
  };
}

/** Source of the names: karpenter scheduling/metrics.go and disruption/metrics.go. */
export function measureEngine(metrics: Metrics, engine: Engine): Engine {
  const scheduling = metrics.histogram({
    name: 'karpenter_scheduler_scheduling_duration_seconds',
    help: 'Duration of scheduling in seconds.',
    labels: ['cluster', 'controller', 'outcome'],
    buckets: durationBuckets,
  });
  const disruption = metrics.histogram({
    name: 'karpenter_voluntary_disruption_decision_evaluation_duration_seconds',
    help: 'Duration of disruption evaluations and validations in seconds.',
    labels: ['cluster', 'method', 'outcome'],
    buckets: durationBuckets,
  });
  const observerFor = ({ clusterName: cluster }: ClusterSnapshot): Observer => {
    return (method, seconds, error) => {
      const outcome = error === null ? 'ok' : 'failed';
      if (method !== 'solve') disruption.observe({ cluster, method, outcome }, seconds);
      else scheduling.observe({ cluster, controller: 'provisioner', outcome }, seconds);
    };
  };
  const of = (snapshot: ClusterSnapshot): Engine => timed(engine, observerFor(snapshot));
  return {
    solve: (snapshot, search) => of(snapshot).solve(snapshot, search),
    planStaticNodes: (snapshot, nodePool, count) =>
      engine.planStaticNodes(snapshot, nodePool, count),
    analyzeCost: (snapshot) => engine.analyzeCost(snapshot),
    simulateDisruption: (snapshot, names) => engine.simulateDisruption(snapshot, names),
    planDisruption: (snapshot, cursor) => of(snapshot).planDisruption(snapshot, cursor),
    replanCommand: (snapshot, command) => of(snapshot).replanCommand(snapshot, command),
    validateCommand: (snapshot, command) => of(snapshot).validateCommand(snapshot, command),
  };
}

/** Returns the same handlers of jobs, or steps of a job, measured. */
export type HandlerMeter = <T extends object>(handlers: T) => T;

export function createHandlerMeter(metrics: Metrics): HandlerMeter {
  const duration = metrics.histogram({
    name: 'kerf_job_duration_seconds',
    help: 'Duration of jobs, and of the steps of jobs that have several, in seconds.',
    labels: ['job'],
    buckets: durationBuckets,
  });
  const failures = metrics.counter({
    name: 'kerf_job_failures_total',
    help: 'Total number of failed jobs and of their failed steps, by error code; most are retried.',
    labels: ['job', 'error'],
  });
  return (handlers) =>
    timed(handlers, (job, seconds, error) => {
      duration.observe({ job }, seconds);
      if (error !== null) failures.add({ job, error: codeOf(error) });
    });
}
