import type { Instant } from '@kerf/core';
import type { Logger } from '@kerf/system';

export interface FlushParts {
  /** Writes the read model; `null` when the cluster cache is not in sync. */
  readonly write: () => Promise<Instant | null>;
  /** Accounts for what the nodes have cost up to the time of the read model. */
  readonly measure: (asOf: Instant) => Promise<void>;
  /** Requests the jobs that follow changes. */
  readonly requestJobs: () => void;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Writes what has changed in a cluster, accounts for its cost, and requests the jobs that follow. Each
 * fails for itself: a row that the database does not take keeps no job from being requested.
 */
export async function flushOnce({ write, measure, requestJobs, log }: FlushParts): Promise<void> {
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ error }, `${what} failed; retrying`);
      return undefined;
    }
  };
  const asOf = await attempt('writing the read model', write);
  if (asOf === null) return;
  if (asOf !== undefined) await attempt('measuring the cost', () => measure(asOf));
  requestJobs();
}
