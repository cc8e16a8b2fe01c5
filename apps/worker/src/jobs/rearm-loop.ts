import { type Ports, rearmWork } from '@kerf/application';
import type { JobQueues } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/system';
import { pauseAbout } from './pause-about.js';

const everyMs = 60_000;

export interface RearmLoopParts {
  readonly ports: Ports;
  readonly queues: Pick<JobQueues, 'pending'>;
  readonly log: Logger;
}

/** Creates the missing jobs of a cluster that this worker holds about once a minute. */
export async function runRearmLoop(
  { ports, queues, log }: RearmLoopParts,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pauseAbout(everyMs, signal);
    if (signal.aborted) return;
    try {
      const rearmed = await rearmWork(ports, clusterId, () => queues.pending(clusterId));
      if (rearmed.length > 0) log.warn({ rearmed }, 'missing jobs created again');
    } catch (error) {
      log.warn({ error }, 'search for missing jobs failed; retrying');
    }
  }
}
