import type { ClusterId, DurationMs } from '@kerf/core';
import { doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { afterOpenDecisions } from '../snapshot/after-open-decisions.js';
import { loadSnapshot, type SnapshotPorts } from '../snapshot/load-snapshot.js';

/** An analysis of an unchanged state differs by the clock, such as budgets with a schedule. */
const repeatAfterMs: DurationMs = 5 * 60_000;

/**
 * Records what the cluster's nodes cost, the lower bound for their pods, and why the cost is
 * above it. Call it after changes, and when its outcome says so; a state that has been analyzed is
 * not analyzed again for 5 minutes.
 * @throws CLUSTER.NOT_SYNCED while the state of the cluster is unknown
 */
export async function reportCost(
  ports: SnapshotPorts & Pick<Ports, 'engine'>,
  clusterId: ClusterId,
): Promise<JobOutcome> {
  const { clock, engine, memory, store } = ports;
  const loaded = await loadSnapshot(ports, clusterId);
  const { snapshot, stateDigest } = afterOpenDecisions(ports, loaded);
  const now = clock.now();
  const last = memory.analyzedCost(clusterId);
  if (last?.stateDigest === stateDigest && now - last.at < repeatAfterMs) {
    return doneUntil(last.at + repeatAfterMs);
  }
  const { certificate: _proof, ...report } = await engine.analyzeCost(snapshot);
  await store.transaction((tx) => tx.cost.saveReport(clusterId, snapshot.now, report));
  memory.setAnalyzedCost(clusterId, { stateDigest, at: now });
  return doneUntil(now + repeatAfterMs);
}
