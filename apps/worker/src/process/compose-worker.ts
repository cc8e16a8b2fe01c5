import { ClusterMemory, type Ports } from '@kerf/application';
import { createEc2CloudProvider } from '@kerf/cloud-aws';
import { createInstanceTypeResolver } from '@kerf/cloud-aws/instance-types';
import {
  createClusterCacheRegistry,
  createClusterGateway,
  createDeviceSelector,
} from '@kerf/cluster-kubernetes';
import { createPrismaStore, type Database, openChangeFeed, openDatabase } from '@kerf/db';
import { createBudgetSchedule, createManifestReader } from '@kerf/definitions';
import { createNotificationSender } from '@kerf/notifications';
import { connectQueues, createJobQueues, type JobQueues } from '@kerf/queue-bullmq';
import {
  createAddressPolicy,
  createLogger,
  createMetrics,
  createSecretBox,
  intlLocalTime,
  sha256Digest,
  systemClock,
  uuidIdSource,
} from '@kerf/system';
import { ThreadedEngine } from '../engine/threaded-engine.js';
import type { WorkerEnv } from '../env.js';
import { EventRecorder } from '../events/event-recorder.js';
import { measureBatches, measureCloud, measureEngine } from '../metrics/measure.js';
import { createPodMetrics } from '../metrics/pod-metrics.js';
import { createUseCaseMeter } from '../metrics/use-case-metrics.js';
import { countEvents } from '../metrics/worker-metrics.js';
import { createAuditExport } from './create-audit-export.js';
import type { WorkerProcessParts } from './worker-process-parts.js';

/**
 * Creates the worker's connections, adapters and use cases. This is the composition root: the only
 * file of the worker that chooses the adapter of each port.
 */
export async function composeWorker(env: WorkerEnv): Promise<WorkerProcessParts> {
  const log = createLogger({ name: 'worker', level: env.KERF_LOG_LEVEL });
  const database = openOwnDatabase(env);
  const engine = createEngine(env);
  const caches = createClusterCacheRegistry();
  const metrics = createMetrics();
  const cloud = createEc2CloudProvider({
    clock: systemClock,
    observeBatch: measureBatches(metrics),
  });
  const endpoints = createAddressPolicy(env.KERF_ALLOWED_CLUSTER_ENDPOINTS);
  const gateway = createClusterGateway({
    tokens: (target) => cloud.clusterToken(target),
    clock: systemClock,
    endpoints,
  });
  const store = createPrismaStore(database);
  const notifications = createSender(env);
  const shared = { store, clock: systemClock, ids: uuidIdSource };
  const auditExport = createAuditExport(env, database, shared);
  const events = new EventRecorder({
    gateway,
    findCluster: (id) => store.clusters.find(id),
    clock: systemClock,
    log,
    count: countEvents(metrics),
  });
  const pods = createPodMetrics(metrics, systemClock);
  const ports: Ports = {
    ...shared,
    digest: sha256Digest,
    engine: measureEngine(metrics, engine),
    cloud: measureCloud(metrics, cloud),
    instanceTypes: createInstanceTypeResolver(),
    gateway,
    events,
    meter: createUseCaseMeter(metrics, store.clusters, log, [pods.observe]),
    cache: caches,
    memory: new ClusterMemory(),
    manifests: createManifestReader(),
    budgetSchedule: createBudgetSchedule(),
    deviceSelector: createDeviceSelector(),
    localTime: intlLocalTime,
    notifications,
    secretBox: createSecretBox(env.KERF_SECRET_KEY),
  };
  const feed = await openChangeFeed(env.DATABASE_URL, 'kerf-worker-feed');
  const queues = await openQueues(env);
  return {
    env,
    log,
    database,
    queues,
    feed,
    ports,
    caches,
    endpoints,
    interruptionQueues: cloud.interruptionQueues,
    warmEngine: () => engine.warm(),
    metrics,
    podMetrics: pods,
    auditExport,
    close: async () => {
      await events.stop();
      await auditExport?.close();
      await closeAll([engine, gateway, notifications, feed, queues]);
      await database.close();
    },
  };
}

async function closeAll(parts: readonly { close(): Promise<unknown> }[]): Promise<void> {
  await Promise.all(parts.map((part) => part.close()));
}

const createEngine = (env: WorkerEnv): ThreadedEngine =>
  new ThreadedEngine({
    threads: env.KERF_ENGINE_THREADS,
    maxHeapMb: env.KERF_ENGINE_HEAP_MB,
    idleMs: env.KERF_ENGINE_IDLE_SECONDS * 1_000,
  });

const createSender = (env: WorkerEnv): ReturnType<typeof createNotificationSender> =>
  createNotificationSender({
    policy: createAddressPolicy(env.KERF_ALLOWED_NOTIFICATION_TARGETS),
    publicUrl: env.KERF_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
  });

const openOwnDatabase = (env: WorkerEnv): Database =>
  openDatabase({
    url: env.DATABASE_URL,
    maxConnections: env.KERF_DATABASE_CONNECTIONS,
    applicationName: 'kerf-worker',
  });

const openQueues = async (env: WorkerEnv): Promise<JobQueues> =>
  createJobQueues(await connectQueues(queueLocation(env)), {
    retryCapMs: env.KERF_RETRY_CAP_SECONDS * 1_000,
  });

function queueLocation(env: WorkerEnv): Parameters<typeof connectQueues>[0] {
  return env.REDIS_URL === undefined
    ? { kind: 'Postgres', url: env.DATABASE_URL, maxConnections: env.KERF_QUEUE_CONNECTIONS }
    : { kind: 'Redis', url: env.REDIS_URL };
}
