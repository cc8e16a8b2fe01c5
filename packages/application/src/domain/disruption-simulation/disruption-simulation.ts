import type { ClusterId, DisruptionSimulationId, DurationMs, Instant } from '@kerf/core';
import type { SimulatedDisruption } from '@kerf/engine';

/** States of a disruption simulation. */
export const simulationStates = ['Requested', 'Done', 'Failed'] as const;

/** A question of a user: what would happen if these nodes were removed together. */
export interface DisruptionSimulation {
  readonly id: DisruptionSimulationId;
  readonly clusterId: ClusterId;
  /** Sorted and distinct. */
  readonly nodeNames: readonly string[];
  /** Name of the user or API token. */
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  /** If no worker has answered by then, the simulation has failed. */
  readonly answerBy: Instant;
  readonly state: (typeof simulationStates)[number];
  /** Why it failed and how to fix it; `null` in other states. */
  readonly problem: string | null;
  /** `null` unless it is done. */
  readonly result: SimulationResult | null;
  readonly finishedAt: Instant | null;
}

/** The engine's result with the cheapest instance types of each replacement. */
export interface SimulationResult extends SimulatedDisruption {
  /** Number of compatible instance types of each replacement, by its planned id. */
  readonly optionCounts: Readonly<Record<string, number>>;
}

/** Maximum number of nodes of one simulation. */
export const maxSimulatedNodes = 100;
/** Maximum number of simulations of a cluster that wait at once: each takes time of the engine. */
export const maxWaitingSimulations = 10;
/** Time for a worker to answer. */
export const simulationTimeoutMs: DurationMs = 60_000;
/** Simulations are deleted this long after the request. */
export const simulationRetentionMs: DurationMs = 3_600_000;

/** Returns the simulation as it is at this time: one without an answer has failed at its time limit. */
export function simulationAt(simulation: DisruptionSimulation, now: Instant): DisruptionSimulation {
  const { state, answerBy, requestedAt } = simulation;
  if (state !== 'Requested' || now < answerBy) return simulation;
  const seconds = Math.round((answerBy - requestedAt) / 1_000);
  return failedSimulation(
    simulation,
    `No worker has answered within ${seconds} s. Check that a worker is running and that the cluster is connected, then try again.`,
    answerBy,
  );
}

/** Returns the simulation with its failure. */
export const failedSimulation = (
  simulation: DisruptionSimulation,
  problem: string,
  finishedAt: Instant,
): DisruptionSimulation => ({ ...simulation, state: 'Failed', problem, finishedAt });
