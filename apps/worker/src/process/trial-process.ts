import { writeFile } from 'node:fs/promises';
import type { ClusterSupervisor } from '../clusters/cluster-supervisor.js';
import type { WorkerEnv } from '../env.js';
import { createHandlerMeter } from '../metrics/measure.js';
import { createSupervisor } from './create-supervisor.js';
import type { WorkerProcessParts } from './worker-process-parts.js';

/** Connections of a process with few clusters. */
const connections = 4;

/** Returns the settings of the process of a worker's trials. */
export function trialEnvOf(env: WorkerEnv): WorkerEnv {
  return {
    ...env,
    KERF_WORKER_ID: `${env.KERF_WORKER_ID}/trials`,
    KERF_DATABASE_CONNECTIONS: Math.min(connections, env.KERF_DATABASE_CONNECTIONS),
    KERF_QUEUE_CONNECTIONS: Math.min(connections, env.KERF_QUEUE_CONNECTIONS),
  };
}

/** A process that holds suspected clusters only; see {@link Trials}. */
export class TrialProcess {
  readonly #parts: WorkerProcessParts;
  readonly #clusters: ClusterSupervisor;

  constructor(parts: WorkerProcessParts) {
    this.#parts = parts;
    this.#clusters = createSupervisor(parts, createHandlerMeter(parts.metrics), null);
  }

  /** @param onDone called when there is nothing left to try, or the worker has ended */
  async start(onDone: () => void): Promise<void> {
    const { feed, queues } = this.#parts;
    await endFirst();
    process.once('disconnect', onDone);
    void this.#clusters.trialsDone.then(onDone);
    this.#clusters.start(feed);
    feed.events.on('gap', () => this.#clusters.resume());
    queues.onReturn(() => this.#clusters.resume());
  }

  async stop(): Promise<void> {
    await this.#clusters.stop();
    await this.#parts.close();
  }
}

/** Without memory, Linux ends this process rather than the worker. Other systems have no such file. */
const endFirst = (): Promise<void> =>
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
