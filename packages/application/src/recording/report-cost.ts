import type { ClusterId, DurationMs } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import type { Ports } from '../ports/ports.js';

type ReportPorts = Pick<Ports, 'clock' | 'engine' | 'memory' | 'store'>;

/** The analysis of a large cluster takes a tenth of a second. */
const analyzeEveryMs: DurationMs = 30_000;
/** An analysis of an unchanged state differs by the clock, such as budgets with a schedule. */
const repeatAfterMs: DurationMs = 5 * 60_000;

/** The state that a cost report is about. */
export interface ReportedState {
  readonly snapshot: ClusterSnapshot;
  /** A digest of the snapshot without its clock. */
  readonly stateDigest: string;
}

/**
 * Records what the cluster's nodes cost, the lower bound for their pods, and why the cost is
 * above it: every 30 s while the cluster changes, otherwise every 5 minutes.
 */
export async function reportCost(
  { clock, engine, memory, store }: ReportPorts,
  clusterId: ClusterId,
  { snapshot, stateDigest }: ReportedState,
): Promise<void> {
  const now = clock.now();
  const last = memory.analyzedCost(clusterId);
  if (last !== null) {
    const isUnchanged = last.stateDigest === stateDigest;
    if (now - last.at < (isUnchanged ? repeatAfterMs : analyzeEveryMs)) return;
  }
  const { certificate: _proof, ...report } = await engine.analyzeCost(snapshot);
  await store.transaction((tx) => tx.cost.saveReport(clusterId, snapshot.now, report));
  memory.noteAnalyzedCost(clusterId, { stateDigest, at: now });
}
