import { EventEmitter } from 'node:events';
import type { FleetMessage, OutboxMessage, PendingWork } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import { getOrCreate } from '@kerf/core';
import type { LockSettings, OpenQueue, OpenWorker, QueueConnection } from './connection.js';
import {
  type ClusterQueue,
  clusterQueue,
  clusterQueues,
  fleetQueue,
  queueOf,
} from './jobs/catalog.js';
import { writePayload } from './jobs/payload.js';
import { readPendingWork } from './pending-work.js';
import type { JobHandlers } from './processor.js';
import { createProcessor, type JobFailure, type JobStall } from './processor.js';
import { retryDelayMs } from './retry-delay.js';

/** A message with the id of its outbox row: a message that is sent twice is still one job. */
export interface Delivery {
  readonly id: string;
  readonly message: OutboxMessage | FleetMessage;
  readonly deliverAt: Instant;
}

export interface RunningWorker {
  /** Waits for running jobs to end, then stops. */
  stop(): Promise<void>;
}

/**
 * Stores and runs jobs. Queues are per cluster, because only the worker that holds the cluster has
 * its cache.
 */
export interface JobQueues {
  publish(deliveries: readonly Delivery[], now: Instant): Promise<void>;
  runFleet(handlers: JobHandlers, onFailure: (failure: JobFailure) => void): Promise<RunningWorker>;
  runCluster(
    clusterId: string,
    handlers: JobHandlers,
    onFailure: (failure: JobFailure) => void,
  ): Promise<RunningWorker>;
  /** Reads which jobs of a cluster have not ended. */
  pending(clusterId: string): Promise<PendingWork>;
  /**
   * Calls the listener when Redis is available again after an outage, in which jobs may have been
   * lost.
   */
  onReturn(listener: () => void): void;
  /** Reports each job that runs or may run a second time because its lock was lost. */
  onStall(listener: (stall: JobStall) => void): void;
  /** Removes a cluster's queues with all their jobs. */
  removeCluster(clusterId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Concurrency by queue. Most jobs wait for I/O. During many interruptions launches and drains
 * compete for the CPU, and drains have two minutes. Few projection jobs run at a time, so that of
 * several concurrent changes of a NodeClaim only the last one is written.
 */
const queueConcurrency: Readonly<Record<ClusterQueue, number>> = {
  provisioning: 8,
  lifecycle: 8,
  projection: 4,
};
const fleetConcurrency = 8;
/**
 * A process that is starved or paused for 20 s keeps its jobs, because a lock lasts for six renewal
 * intervals. After a worker dies its jobs are restarted within a minute. A worker that acquires the
 * dead worker's clusters does not wait for that, but creates the jobs for all of their work.
 */
const usualLocks: LockSettings = { durationMs: 30_000, renewalMs: 5_000, stallCheckMs: 15_000 };
/**
 * Maximum number of attempts of a job, about an hour at the default cap. Afterwards the worker that
 * holds the cluster creates the job again, see `rearmWork`.
 */
const attempts = 20;

export interface JobQueueOptions {
  /** Maximum delay between two attempts of a failing job. */
  readonly retryCapMs: DurationMs;
  readonly locks?: LockSettings;
}

export function createJobQueues(
  connection: QueueConnection,
  { retryCapMs, locks = usualLocks }: JobQueueOptions,
): JobQueues {
  const stalls = new EventEmitter<{ stall: [JobStall] }>();
  const reportStall = (stall: JobStall): void => void stalls.emit('stall', stall);
  const queues = new Map<string, OpenQueue>();
  const queue = (name: string): OpenQueue => {
    return getOrCreate(queues, name, () => {
      const opened = connection.openQueue(name);
      opened.on('error', () => undefined);
      return opened;
    });
  };
  const run = async (
    name: string,
    concurrency: number,
    processor: ReturnType<typeof createProcessor>,
  ): Promise<RunningWorker> => {
    const worker = connection.openWorker(name, processor.process, {
      concurrency,
      locks,
      backoffMs: (attemptsMade) => retryDelayMs(attemptsMade, retryCapMs),
    });
    processor.watch(worker, name);
    await worker.waitUntilReady();
    const running = worker.run();
    return { stop: () => stop(worker, running) };
  };
  return {
    publish: (deliveries, now) => publish(queue, deliveries, now),
    runFleet: (handlers, onFailure) =>
      run(fleetQueue, fleetConcurrency, createProcessor(handlers, onFailure, reportStall)),
    runCluster: async (clusterId, handlers, onFailure) => {
      const processor = createProcessor(handlers, onFailure, reportStall);
      await Promise.all(
        clusterQueues.map((line) => dropSchedules(queue(clusterQueue(clusterId, line)))),
      );
      const lines = await Promise.all(
        clusterQueues.map((line) =>
          run(clusterQueue(clusterId, line), queueConcurrency[line], processor),
        ),
      );
      return {
        stop: async () => {
          await Promise.all(lines.map((line) => line.stop()));
        },
      };
    },
    removeCluster: async (clusterId) => {
      for (const line of clusterQueues) {
        const removed = queue(clusterQueue(clusterId, line));
        queues.delete(removed.name);
        await remove(removed);
      }
    },
    pending: (clusterId) =>
      readPendingWork(clusterQueues.map((line) => queue(clusterQueue(clusterId, line)))),
    onReturn: (listener) => connection.onReturn(listener),
    onStall: (listener) => void stalls.on('stall', listener),
    close: async () => {
      await Promise.all([...queues.values()].map((opened) => opened.close()));
      await connection.close();
    },
  };
}

/** Removes a queue with all its jobs. */
async function remove(queue: OpenQueue): Promise<void> {
  await queue.obliterate({ force: true });
  await queue.close();
}

async function publish(
  queue: (name: string) => OpenQueue,
  deliveries: readonly Delivery[],
  now: Instant,
): Promise<void> {
  const byQueue = Map.groupBy(deliveries, ({ message }) =>
    queueOf(message.type, 'clusterId' in message ? message.clusterId : null),
  );
  for (const [name, group] of byQueue) {
    await queue(name).addBulk(
      group.map(({ id, message, deliverAt }) => ({
        name: message.type,
        data: payloadOf(message),
        opts: {
          jobId: `${message.type.replace('.', '-')}-${id}`,
          delay: Math.max(0, deliverAt - now),
          attempts,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: { age: 24 * 3_600, count: 1_000 },
        },
      })),
    );
  }
}

/** Converts a message to the payload of its job; both have the same type. */
const payloadOf = ({ type, ...payload }: OutboxMessage | FleetMessage) =>
  writePayload(type, payload);

/** Earlier versions kept the recurring jobs of a cluster in its queues. */
async function dropSchedules(queue: OpenQueue): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key);
}

async function stop(worker: OpenWorker, running: Promise<void>): Promise<void> {
  await worker.close();
  await running;
}
