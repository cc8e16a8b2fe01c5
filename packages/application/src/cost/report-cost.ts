import type { ClusterId, DurationMs } from '@kerf/core';
import { holds } from '../domain/cluster/cluster-revision.js';
import { doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { afterOpenDecisions } from '../snapshot/after-open-decisions.js';
import { loadSnapshot, type SnapshotPorts } from '../snapshot/load-snapshot.js';
import { readRevision } from '../snapshot/read-revision.js';

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
  const now = clock.now();
  const revision = await readRevision(ports, clusterId);
  const last = memory.plans.lastPass(clusterId, 'cost');
  if (holds(last, revision, now)) return doneUntil(last.nextAt);
  const { snapshot } = afterOpenDecisions(ports, await loadSnapshot(ports, clusterId));
  const { certificate: _proof, ...report } = await engine.analyzeCost(snapshot);
  await store.transaction((tx) => tx.cost.saveReport(clusterId, snapshot.now, report));
  const nextAt = now + repeatAfterMs;
  if (revision !== null) memory.plans.setPass(clusterId, 'cost', { revision, at: now, nextAt });
  return doneUntil(nextAt);
}
