import type { Decision } from '@kerf/application';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { approve } from './approve.js';
import { ClusterSimulation } from './cluster-simulation.js';
import type { SimulationRecords } from './simulation-records.js';

const inflate = { cpu: 1000, memory: 1024 ** 3 };

/** Five pods on one on-demand node; evicted pods are created again. */
export async function openBusy(
  records: SimulationRecords,
  mode: ClusterMode,
  crashAt = 0,
  prepare: (simulation: ClusterSimulation) => Promise<void> = () => Promise.resolve(),
): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records, { mode, crashAt });
  await prepare(simulation);
  exhaustSpot(simulation);
  simulation.cluster.respawns = true;
  simulation.cluster.addPendingPods(5, inflate);
  await simulation.until(async () => {
    const decisions = await simulation.decisions();
    return (
      simulation.cluster.pending.size === 0 && decisions.some(({ state }) => state === 'Executed')
    );
  });
  simulation.cloud.exhausted.clear();
  return simulation;
}

/** EC2 has no Spot capacity. */
export function exhaustSpot(simulation: ClusterSimulation): void {
  for (const { name } of fakeInstanceTypes) {
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      simulation.cloud.exhausted.add(`${name}/${zone}/spot`);
    }
  }
}

/** Ends all pods but one. */
export async function scaleToOne(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.respawns = false;
  for (const uid of ['pod-2', 'pod-3', 'pod-4', 'pod-5']) {
    await simulation.cluster.deletePod(null, { uid, namespace: 'default', name: uid });
  }
  simulation.cluster.respawns = true;
}

/** Returns the newest decision of a kind. */
export async function latest(
  simulation: ClusterSimulation,
  kind: Decision['kind'],
): Promise<Decision | undefined> {
  return (await simulation.decisions()).findLast((decision) => decision.kind === kind);
}

/** Approves the decision that awaits approval, if there is one. */
export async function approvePending(simulation: ClusterSimulation): Promise<void> {
  const waiting = (await simulation.decisions()).find(({ state }) => state === 'AwaitingApproval');
  if (waiting !== undefined) await approve(simulation, waiting);
}

/** Waits until the decision is in this state and all pods run. */
export const ended = (
  simulation: ClusterSimulation,
  kind: Decision['kind'],
  state: Decision['state'],
) =>
  simulation.until(async () => {
    await approvePending(simulation);
    const decision = await latest(simulation, kind);
    return decision?.state === state && simulation.cluster.pending.size === 0;
  });
