import type { InterruptionQueues, Ports } from '@kerf/application';
import type { ClusterCacheRegistry } from '@kerf/cluster-kubernetes';
import { type ChangeFeed, type Database } from '@kerf/db';
import type { JobQueues } from '@kerf/queue-bullmq';
import type { AddressPolicy, Logger, Metrics } from '@kerf/system';
import type { WorkerEnv } from '../env.js';
import { type AuditExporter } from '../jobs/audit-export-loop.js';
import type { PodMetrics } from '../metrics/pod-metrics.js';

export interface WorkerProcessParts {
  readonly env: WorkerEnv;
  readonly log: Logger;
  readonly database: Database;
  readonly queues: JobQueues;
  readonly feed: ChangeFeed;
  readonly ports: Ports;
  readonly caches: ClusterCacheRegistry;
  readonly endpoints: AddressPolicy;
  readonly interruptionQueues: InterruptionQueues;
  readonly metrics: Metrics;
  readonly podMetrics: PodMetrics;
  /** `null` if no export of the audit log is configured. */
  readonly auditExport: AuditExporter | null;
  /** Starts the thread of the engine ahead of a batch. */
  readonly warmEngine: () => void;
  close(): Promise<void>;
}
