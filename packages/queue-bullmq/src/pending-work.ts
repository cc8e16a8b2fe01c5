import type { OutboxMessage, PendingWork } from '@kerf/application';
import { compareKeys } from '@kerf/core';
import type { OpenQueue } from './connection.js';
import { isJobName } from './jobs/catalog.js';
import { readPayload } from './jobs/payload.js';

/** All states of a job that has not ended. */
const pendingStates = ['waiting', 'prioritized', 'delayed', 'active'] as const;

/** Reads the jobs in the queues that have not ended. */
export async function readPendingWork(queues: readonly OpenQueue[]): Promise<PendingWork> {
  const jobs = await Promise.all(queues.map((queue) => queue.getJobs([...pendingStates])));
  const keys = new Set(jobs.flat().flatMap(keysOfJob));
  return {
    has: ({ type, ...payload }: OutboxMessage) =>
      keysOf(type, payload).every((key) => keys.has(key)),
  };
}

/**
 * Returns the work of a job. A job with an invalid payload does nothing, so its work is not
 * pending.
 */
function keysOfJob({ name, data }: { readonly name: string; readonly data: unknown }) {
  if (!isJobName(name)) return [];
  const reading = readPayload(name, data);
  return reading.ok ? keysOf(name, reading.payload) : [];
}

/** Identifies the work of a job by one string; a launch of several NodeClaims has one for each. */
function keysOf(name: string, payload: unknown): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [];
  if ('nodeClaimIds' in payload && Array.isArray(payload.nodeClaimIds)) {
    const ids: readonly unknown[] = payload.nodeClaimIds;
    return ids.map((id) => `${name} ${String(id)}`);
  }
  const fields = Object.entries(payload).sort(compareKeys);
  return [`${name} ${JSON.stringify(fields)}`];
}
