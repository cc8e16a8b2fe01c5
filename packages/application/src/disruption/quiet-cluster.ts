import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { isSameView } from '../changes/is-same-view.js';
import type { QuietState } from '../ports/cluster-memory.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

type QuietPorts = Pick<Ports, 'store' | 'clock' | 'cache' | 'memory'>;

/**
 * Longest time between two passes over a quiet cluster. The result of a pass is at most this old, and a
 * change by time alone (drift by the end of a capacity reservation) is seen at most this late.
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

/** Returns true if a pass would see the state of the last one, apart from the time. */
export function isSameQuietState(last: QuietState, state: QuietState): boolean {
  return last.records === state.records && isSameView(last.view, state.view);
}

/**
 * Returns when a pass is due although nothing changes: at the end of the last plan's validity, and at
 * most a minute after the state was read.
 * @param state which the last pass saw; without a plan, a pass is due at once
 */
export function nextPassAt(
  { memory }: Pick<QuietPorts, 'memory'>,
  clusterId: ClusterId,
  { at }: QuietState,
): Instant {
  const plan = memory.lastPlan(clusterId);
  if (plan === null) return at;
  return Math.min(at + repeatAfterMs, plan.validUntil ?? at);
}
