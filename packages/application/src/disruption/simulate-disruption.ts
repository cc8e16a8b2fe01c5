import { type ClusterId, type DisruptionSimulationId, isAppError } from '@kerf/core';
import type { ClusterSnapshot, SimulatedDisruption } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import { withOpenCommands } from '../domain/decision/open-commands.js';
import {
  type DisruptionSimulation,
  failedSimulation,
  type SimulationResult,
  simulationAt,
  simulationRetentionMs,
} from '../domain/disruption-simulation/disruption-simulation.js';
import { firstOptions } from '../domain/node-claim/first-options.js';
import { done, type JobOutcome, notNeeded } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';

type SimulatePorts = SnapshotPorts & Pick<Ports, 'engine'>;

/** Number of instance types that are stored for each replacement. */
const storedOptions = 20;

/** Answers a requested simulation from the current state of the cluster. */
export async function simulateDisruption(
  ports: SimulatePorts,
  input: { readonly clusterId: ClusterId; readonly simulationId: DisruptionSimulationId },
): Promise<JobOutcome> {
  const requested = await ports.store.simulations.find(input.simulationId);
  if (requested === null || requested.state !== 'Requested') return notNeeded;
  const simulation = simulationAt(requested, ports.clock.now());
  if (simulation.state !== 'Requested') {
    await finish(ports, simulation);
    return done;
  }
  try {
    await finish(ports, await answer(ports, simulation));
  } catch (error) {
    const problem = problemOf(error);
    await finish(ports, failedSimulation(simulation, problem, ports.clock.now()));
    // The user knows; a retry of an expected failure would come too late.
    if (!isAppError(error)) throw error;
  }
  return done;
}

/** Deletes simulations after their retention time. */
export async function pruneSimulations(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<void> {
  await store.simulations.prune(clusterId, clock.now() - simulationRetentionMs);
}

async function answer(
  ports: SimulatePorts,
  simulation: DisruptionSimulation,
): Promise<DisruptionSimulation> {
  const loaded = await loadSnapshot(ports, simulation.clusterId);
  const snapshot = asKerfPlans(loaded, simulation.nodeNames);
  const gone = goneNodes(snapshot, simulation.nodeNames);
  if (gone.length > 0) {
    const problem = `The cluster does not have these nodes any more, or Kerf does not manage them: ${gone.join(', ')}. Simulate the remaining nodes.`;
    return failedSimulation(simulation, problem, ports.clock.now());
  }
  const result = await ports.engine.simulateDisruption(snapshot, simulation.nodeNames);
  return {
    ...simulation,
    state: 'Done',
    result: toStored(result),
    finishedAt: ports.clock.now(),
  };
}

/**
 * Returns the cluster after the open commands, as disruption is planned on it; without commands
 * that are only shown, and without those that would move the pods of the simulated nodes first.
 */
function asKerfPlans(
  { snapshot, decisions }: LoadedSnapshot,
  nodeNames: readonly string[],
): ClusterSnapshot {
  const isRelevant = ({ state, verdict, body }: Decision): boolean =>
    state !== 'Executing' &&
    verdict.kind !== 'ObserveOnly' &&
    body.type === 'Disrupt' &&
    !body.command.candidates.some(({ nodeName }) => nodeNames.includes(nodeName));
  return withOpenCommands(snapshot, decisions.filter(isRelevant));
}

function goneNodes({ nodes }: ClusterSnapshot, nodeNames: readonly string[]): readonly string[] {
  const managed = new Set(
    nodes.filter(({ nodeClaim }) => nodeClaim !== null).map(({ name }) => name),
  );
  return nodeNames.filter((name) => !managed.has(name));
}

function toStored(result: SimulatedDisruption): SimulationResult {
  return {
    ...result,
    replacements: result.replacements.map((claim) => ({
      ...claim,
      ...firstOptions(claim, storedOptions),
    })),
    optionCounts: Object.fromEntries(
      result.replacements.map(({ id, instanceTypes }) => [id, instanceTypes.length]),
    ),
  };
}

function problemOf(error: unknown): string {
  return isAppError(error)
    ? `${error.message} Try again later.`
    : 'The simulation failed because of an error of Kerf. The log of the worker has the details.';
}

async function finish(
  { store }: Pick<Ports, 'store'>,
  simulation: DisruptionSimulation,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.simulations.finish(simulation))) return;
    const { id, clusterId } = simulation;
    await tx.changes.publish({ topic: 'simulation', clusterId, id, version: 2 });
  });
}
