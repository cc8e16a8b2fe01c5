import { type AdjustableSettings, organizationAdmin, updateCluster } from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterSimulation } from './cluster-simulation.js';

/** Changes settings of the simulated cluster, as a user does. */
export async function changeSettings(
  { ports, store, clusterId }: ClusterSimulation,
  settings: Partial<AdjustableSettings>,
): Promise<void> {
  const cluster = await store.clusters.find(clusterId);
  invariant(cluster !== null, 'the simulation has a cluster');
  const outcome = await updateCluster(
    ports,
    { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin },
    { id: cluster.id, expectedVersion: cluster.version, mode: null, settings, requestId: null },
  );
  invariant(outcome.kind === 'Updated', `the settings are changed, not ${outcome.kind}`);
}
