import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Cluster,
  cloudTargetOf,
  type InterruptionQueue,
  type InterruptionQueues,
  type InterruptionWarning,
  ingestAll,
  type Ports,
  type QueueMessage,
  redeliveryMs,
  requireCluster,
} from '@kerf/application';
import { isAppError, toldMessageOf } from '@kerf/core';
import type { Logger } from '@kerf/system';
import type { InterruptionMetrics } from '../metrics/interruption-metrics.js';

export interface InterruptionPollerParts {
  readonly ports: Ports;
  readonly queues: InterruptionQueues;
  readonly metrics: InterruptionMetrics;
  readonly log: Logger;
}

/** Interval of checks whether a cluster without a queue has one now. */
const idleMs = 5_000;
const shortestPauseMs = 1_000;
const maxPauseMs = 30_000;
const retryMs = 250;

/** Results of received warnings. */
interface Attempt {
  /** The warnings that were not handled. */
  readonly left: readonly InterruptionWarning[];
  /** Why; `null` if all were handled. */
  readonly error: Error | null;
}

interface OpenQueue {
  readonly key: string;
  readonly queue: InterruptionQueue;
}

/**
 * Reads a cluster's interruption queue and passes each warning on. A message is deleted after its
 * action is recorded, so it is redelivered after a crash. In mode `observe` the queue is not read,
 * because the messages are for the controller that acts on the cluster.
 */
export class InterruptionPoller {
  readonly #parts: InterruptionPollerParts;
  readonly #clusterId: string;
  #open: OpenQueue | null = null;

  constructor(parts: InterruptionPollerParts, clusterId: string) {
    this.#parts = parts;
    this.#clusterId = clusterId;
  }

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#open?.queue.close(), { once: true });
    let failures = 0;
    // An earlier process may have recorded a finding and ended; only this loop clears it.
    let mayHaveFinding = true;
    while (!signal.aborted) {
      try {
        const queue = this.#queueOf(await requireCluster(this.#parts.ports.store, this.#clusterId));
        if (queue === null) await pause(idleMs, signal);
        else await this.#readOnce(queue, signal);
        if (mayHaveFinding) await this.#clearFinding();
        mayHaveFinding = false;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        mayHaveFinding = true;
        await this.#recordFailure(error, failures);
        await pause(Math.min(shortestPauseMs * 2 ** (failures - 1), maxPauseMs), signal);
      }
    }
  }

  async #readOnce(queue: InterruptionQueue, signal: AbortSignal): Promise<void> {
    const messages = await queue.receive();
    if (messages.length === 0) return;
    this.#count(messages);
    const { left, error } = await this.#ingest(messages, signal);
    const handled = messages.filter(
      ({ content }) => content.type !== 'Warning' || !left.includes(content.warning),
    );
    if (handled.length > 0) await queue.delete(handled.map(({ receipt }) => receipt));
    this.#parts.metrics.deleted(handled.length);
    if (error !== null) throw error;
  }

  /**
   * Retries for as long as the messages are reserved for this worker; then the queue redelivers
   * those that are left.
   */
  async #ingest(messages: readonly QueueMessage[], signal: AbortSignal): Promise<Attempt> {
    let left: Attempt['left'] = messages.flatMap(({ content }) =>
      content.type === 'Warning' ? [content.warning] : [],
    );
    const retryUntil = performance.now() + redeliveryMs / 2;
    while (left.length > 0) {
      const attempt = await this.#attempt(left);
      const { error } = attempt;
      const isRetryable = isAppError(error) && error.retry.kind !== 'never';
      if (!isRetryable || signal.aborted || performance.now() > retryUntil) return attempt;
      left = attempt.left;
      await pause(retryMs, signal);
    }
    return { left, error: null };
  }

  async #attempt(warnings: readonly InterruptionWarning[]): Promise<Attempt> {
    const { ports, metrics } = this.#parts;
    try {
      const { ingested, left, sweep } = await ingestAll(ports, this.#clusterId, warnings);
      for (const { kind, result } of ingested) metrics.handled(kind, result);
      return { left, error: sweep.error };
    } catch (error) {
      return {
        left: warnings,
        error: error instanceof Error ? error : new Error(toldMessageOf(error)),
      };
    }
  }

  #count(messages: readonly QueueMessage[]): void {
    const { metrics, log } = this.#parts;
    const now = this.#parts.ports.clock.now();
    for (const { content, sentAt } of messages) {
      const type = content.type === 'Warning' ? content.warning.kind : content.type;
      metrics.received(type, sentAt === null ? null : Math.max(0, now - sentAt));
      if (content.type === 'Malformed') {
        log.warn({ problem: content.problem }, 'invalid message in the interruption queue');
      }
    }
  }

  /** Returns `null` while the cluster has no queue, or Kerf may not act on it. */
  #queueOf(cluster: Cluster): InterruptionQueue | null {
    const { interruptionQueue, mode } = cluster;
    const name = mode === 'observe' ? null : interruptionQueue;
    const key = name === null ? '' : JSON.stringify([name, cloudTargetOf(cluster)]);
    if (this.#open?.key === key) return this.#open.queue;
    this.#open?.queue.close();
    this.#open =
      name === null ? null : { key, queue: this.#parts.queues.open(cloudTargetOf(cluster), name) };
    return this.#open?.queue ?? null;
  }

  async #recordFailure(error: unknown, failures: number): Promise<void> {
    const { log, ports } = this.#parts;
    log.warn({ error, failures }, 'reading the interruption queue failed; retrying');
    const message = toldMessageOf(error);
    try {
      await ports.store.findings.record({ ...this.#finding, message, at: ports.clock.now() });
    } catch (cause) {
      // The database is unavailable as well: the next attempt records the failure if it still applies.
      log.warn({ error: cause }, 'recording the failure failed');
    }
  }

  async #clearFinding(): Promise<void> {
    const { clusterId, code, object } = this.#finding;
    await this.#parts.ports.store.findings.clear(clusterId, code, object);
  }

  get #finding() {
    return {
      clusterId: this.#clusterId,
      code: 'INTERRUPTION_QUEUE_UNREADABLE',
      object: 'InterruptionQueue',
    } as const;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
