import type { ClusterId, DurationMs } from '@kerf/core';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { QuietState } from '../ports/cluster-memory.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

type QuietPorts = Pick<Ports, 'store' | 'clock' | 'cache' | 'memory'>;

/**
 * Longest time between two passes over a quiet cluster. What a pass shows is at most this old, and so
 * late may it see what changes with time only: the drift by an end of a capacity reservation.
 */
const repeatAfterMs: DurationMs = 60_000;

/**
 * Reads in one statement what a pass depends on; `null` while the cluster is not quiet, so that the
 * next pass has to look at everything.
 */
export async function readQuietState(
  { store, clock, cache, memory }: QuietPorts,
  clusterId: ClusterId,
): Promise<QuietState | null> {
  const now = clock.now();
  const view = viewIfSynced({ cache }, clusterId);
  if (view === null || view.expectedPods.length > 0) return null;
  if (memory.nominations(clusterId, now).size > 0) return null;
  const records = await store.clusters.steadyRecords(clusterId, now, now + repeatAfterMs);
  return records === null ? null : { records, view, at: now };
}

/** Returns true if a pass would see the state of the last one, and that one is not long ago. */
export function isSameQuietState(last: QuietState | null, state: QuietState): boolean {
  if (last === null || state.at - last.at >= repeatAfterMs) return false;
  return last.records === state.records && isSameView(last.view, state.view);
}

/** Lists of a view keep their identity until their content changes. */
function isSameView(a: ClusterView, b: ClusterView): boolean {
  const { asOf: _before, controllers: controllersBefore, ...before } = a;
  const { asOf: _now, controllers, ...now } = b;
  return isSameLists(before, now) && isSameLists({ ...controllersBefore }, { ...controllers });
}

function isSameLists(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(a).every(([name, list]) => isSameList(list, b[name]));
}

function isSameList(a: unknown, b: unknown): boolean {
  return a === b || (isEmptyList(a) && isEmptyList(b));
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
