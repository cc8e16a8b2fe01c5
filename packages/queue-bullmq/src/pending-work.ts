import type { OutboxMessage, PendingWork } from '@kerf/application';
import { isJobName, readPayload } from '@kerf/contracts';
import type { OpenQueue } from './connection.js';

/** Everything but what has ended. */
const pendingStates = ['waiting', 'prioritized', 'delayed', 'active'] as const;

/** Reads what the queues hold. */
export async function readPendingWork(queues: readonly OpenQueue[]): Promise<PendingWork> {
  const jobs = await Promise.all(queues.map((queue) => queue.getJobs([...pendingStates])));
  const keys = new Set(jobs.flat().flatMap(keysOfJob));
  return {
    has: ({ type, ...payload }: OutboxMessage) =>
      keysOf(type, payload).every((key) => keys.has(key)),
  };
}

/** A job whose payload cannot be read does nothing, so its work is not pending. */
function keysOfJob({ name, data }: { readonly name: string; readonly data: unknown }) {
  if (!isJobName(name)) return [];
  const reading = readPayload(name, data);
  return reading.ok ? keysOf(name, reading.payload) : [];
}

/** What a job works on, in one text; a launch of several claims is one text for each. */
function keysOf(name: string, payload: unknown): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [];
  if ('nodeClaimIds' in payload && Array.isArray(payload.nodeClaimIds)) {
    const ids: readonly unknown[] = payload.nodeClaimIds;
    return ids.map((id) => `${name} ${String(id)}`);
  }
  const fields = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1));
  return [`${name} ${JSON.stringify(fields)}`];
}
