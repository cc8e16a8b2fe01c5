import { createReadQueries } from '@kerf/db';
import type { RunningWorker } from '@kerf/queue-bullmq';
import type { ClusterSupervisor } from '../clusters/cluster-supervisor.js';
import { runAuditExportLoop } from '../jobs/audit-export-loop.js';
import { runIncidentLoop } from '../jobs/incident-loop.js';
import { createFailureLog } from '../jobs/job-failures.js';
import { createHandlers } from '../jobs/job-handlers.js';
import { runNotificationLoop } from '../jobs/notification-loop.js';
import { OutboxRelay } from '../jobs/outbox-relay.js';
import { registerCostMetrics } from '../metrics/cost-metrics.js';
import { registerLedgerMetrics } from '../metrics/ledger-metrics.js';
import { createHandlerMeter, type HandlerMeter } from '../metrics/measure.js';
import { registerNodeMetrics } from '../metrics/node-metrics.js';
import { createStallMeter } from '../metrics/stall-meter.js';
import { registerBuildInfo } from '../metrics/worker-metrics.js';
import { createSupervisor } from './create-supervisor.js';
import { type EventLoopWatch, watchEventLoop } from './event-loop-watch.js';
import { type HealthServer, startHealthServer } from './health-server.js';
import { Trials } from './trials.js';
import type { WorkerProcessParts } from './worker-process-parts.js';

/** The parts of a worker: the relay, the jobs of the fleet, and the clusters that it holds. */
export class WorkerProcess {
  readonly #parts: WorkerProcessParts;
  readonly #relay: OutboxRelay;
  readonly #clusters: ClusterSupervisor;
  readonly #trials: Trials;
  readonly #meter: HandlerMeter;
  readonly #stopping = new AbortController();
  #fleet: RunningWorker | null = null;
  #notifications: Promise<void> = Promise.resolve();
  #incidents: Promise<void> = Promise.resolve();
  #auditExport: Promise<void> = Promise.resolve();
  #health: HealthServer | null = null;
  #eventLoop: EventLoopWatch | null = null;

  constructor(parts: WorkerProcessParts) {
    this.#parts = parts;
    const { log, database, queues, ports, metrics } = parts;
    this.#meter = createHandlerMeter(metrics);
    this.#relay = new OutboxRelay({ database, queues, clock: ports.clock, log });
    this.#trials = new Trials({ main: process.argv[1] ?? '', log });
    this.#clusters = createSupervisor(parts, this.#meter, () => this.#trials.start());
    registerBuildInfo(metrics);
    const queries = createReadQueries(database);
    const heldClusters = (): readonly string[] => this.#clusters.heldClusters;
    registerLedgerMetrics(metrics, queries, heldClusters);
    registerNodeMetrics(metrics, queries, heldClusters);
    registerCostMetrics(metrics, queries, heldClusters);
    queues.onStall(createStallMeter(metrics, log));
  }

  async start(): Promise<void> {
    const { env, log, queues, feed, ports, database, auditExport } = this.#parts;
    this.#fleet = await queues.runFleet(this.#meter(createHandlers(ports)), createFailureLog(log));
    this.#relay.start(feed);
    this.#clusters.start(feed);
    this.#notifications = runNotificationLoop(ports, log, this.#stopping.signal);
    this.#incidents = runIncidentLoop(ports, log, this.#stopping.signal);
    if (auditExport !== null) {
      this.#auditExport = runAuditExportLoop(auditExport, log, this.#stopping.signal);
    }
    feed.events.on('gap', () => this.#clusters.resume());
    queues.onReturn(() => this.#clusters.resume());
    this.#eventLoop = watchEventLoop(log);
    this.#health = await startHealthServer(env, {
      metrics: this.#parts.metrics,
      check: async () => {
        await database.pool.query('SELECT 1');
        const { heldClusters, servedClusters } = this.#clusters;
        return { heldClusters: heldClusters.length, servedClusters };
      },
    });
    log.info({ worker: env.KERF_WORKER_ID, port: this.#health.port }, 'worker started');
  }

  /** Stops in order of dependency: no new work starts, running work ends, connections close. */
  async stop(): Promise<void> {
    this.#eventLoop?.stop();
    this.#stopping.abort();
    await this.#notifications;
    await this.#incidents;
    await this.#auditExport;
    await this.#trials.stop();
    await this.#clusters.stop();
    await this.#fleet?.stop();
    await this.#relay.stop();
    await this.#health?.close();
    await this.#parts.close();
  }
}
