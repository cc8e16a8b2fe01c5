import type { ClusterId } from '@kerf/core';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { InterruptionWarning } from '../ports/interruption-queue.js';
import { type IngestedWarning, type IngestPorts, ingestWarnings } from './ingest-warnings.js';

/** Results of warnings. */
export interface Ingested {
  readonly ingested: readonly IngestedWarning[];
  /** The warnings that could not be handled for one of their instances. */
  readonly left: readonly InterruptionWarning[];
  /** The failures, by instance. */
  readonly sweep: Sweep;
}

/**
 * Handles warnings together, so that the pods of their nodes share a batch. If that fails, handles
 * them one by one and each instance for itself: one that cannot be handled keeps no other node from
 * being drained in time.
 * @throws STATE.STALE when the lease of the cluster was lost, and a failure that may concern all
 * instances when it is the third in a row
 */
export async function ingestAll(
  ports: IngestPorts,
  clusterId: ClusterId,
  warnings: readonly InterruptionWarning[],
): Promise<Ingested> {
  // A failure is not kept: it repeats for the warning that it is about.
  const ingested = await new Sweep().attempt(named('Cluster', clusterId), () =>
    ingestWarnings(ports, clusterId, warnings),
  );
  return ingested === null
    ? ingestApart(ports, clusterId, warnings)
    : { ingested, left: [], sweep: new Sweep() };
}

async function ingestApart(
  ports: IngestPorts,
  clusterId: ClusterId,
  warnings: readonly InterruptionWarning[],
): Promise<Ingested> {
  const sweep = new Sweep();
  const ingested: IngestedWarning[] = [];
  const left = new Set<InterruptionWarning>();
  for (const warning of warnings) {
    for (const instanceId of warning.instanceIds) {
      const results = await sweep.attempt(named('Instance', instanceId), () =>
        ingestWarnings(ports, clusterId, [{ ...warning, instanceIds: [instanceId] }]),
      );
      if (results === null) left.add(warning);
      else ingested.push(...results);
    }
  }
  return { ingested, left: [...left], sweep };
}
