import { resumeChecks } from '@kerf/application';
import { ClusterRuntime, type RuntimeParts } from '../clusters/cluster-runtime.js';
import { ClusterSupervisor, type SupervisorParts } from '../clusters/cluster-supervisor.js';
import { createInterruptionMetrics } from '../metrics/interruption-metrics.js';
import type { HandlerMeter } from '../metrics/measure.js';
import type { WorkerProcessParts } from './worker-process-parts.js';

/** Creates the part of a process that holds clusters. */
export function createSupervisor(
  parts: WorkerProcessParts,
  meter: HandlerMeter,
  startTrials: SupervisorParts['startTrials'],
): ClusterSupervisor {
  const { env, log, queues, ports } = parts;
  const runtimeParts = createRuntimeParts(parts, meter);
  return new ClusterSupervisor(
    {
      ports,
      queues,
      log,
      createRuntime: (cluster, lease) => new ClusterRuntime(runtimeParts, cluster, lease),
      rules: {
        suspectedFrom: env.KERF_SUSPECT_AFTER_DEATHS,
        limits: { maxObjects: env.KERF_CLUSTER_OBJECTS, maxMib: env.KERF_CLUSTER_CACHE_MB },
      },
      startTrials,
      resumeChecks: () => resumeChecks(ports),
    },
    env.KERF_WORKER_ID,
  );
}

function createRuntimeParts(parts: WorkerProcessParts, meter: HandlerMeter): RuntimeParts {
  const { env, ports, caches, endpoints, queues, log, podMetrics, warmEngine, metrics } = parts;
  return {
    ports,
    caches,
    endpoints,
    cacheLimits: {
      maxObjects: env.KERF_CLUSTER_OBJECTS,
      maxBytes: env.KERF_CLUSTER_CACHE_MB * 1024 * 1024,
    },
    queues,
    log,
    meter,
    podMetrics,
    warmEngine,
    interruptions: {
      queues: parts.interruptionQueues,
      metrics: createInterruptionMetrics(metrics),
    },
  };
}
